/** Which matches a reader looks for. */

const NAMES = ["bot", "seat", "round", "game", "fault", "state", "page"] as const;

/** What is looked for by name; empty where anything will do. */
export type Filter = Readonly<Record<(typeof NAMES)[number], string>>;

export function fromQuery(query: string): Filter {
  const words = new URLSearchParams(query);
  return Object.fromEntries(NAMES.map((name) => [name, words.get(name) ?? ""])) as Filter;
}

/** The query of an address, with its question mark; empty without a filter. */
export function toQuery(filter: Filter): string {
  const given = NAMES.filter((name) => filter[name]).map((name) => [name, filter[name]]);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** The path of the matches in the API. A seat is that of a bot, and means nothing without one. */
export function matchesPath(filter: Filter): string {
  return `matches${toQuery(filter.bot ? filter : { ...filter, seat: "" })}`;
}
