/** Which matches a reader looks for. */

import type { MatchLine, MatchPage } from "../api/model.ts";

const NAMES = ["bot", "seat", "round", "game", "fault", "state", "page"] as const;

/** The name to search for; empty to accept any. */
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

/** The page of a list that holds what is looked for, in a site without a server. */
export function chosen(all: MatchPage, filter: Filter): MatchPage {
  const found = all.matches.filter((match) => fits(match, filter));
  const page = Math.max(1, Number(filter.page) || 1);
  const from = (page - 1) * all.size;
  return { ...all, total: found.length, page, matches: found.slice(from, from + all.size) };
}

function fits(match: MatchLine, filter: Filter): boolean {
  const { bot, seat, round, game, fault, state } = filter;
  const seats = match.seats.filter(
    (one, at) => !bot || (one.bot === bot && (!seat || at === Number(seat))),
  );
  if (seats.length === 0) return false;
  if (fault && !seats.some(({ faults = {} }) => hasFault(faults, fault))) return false;
  if (round && match.round !== Number(round)) return false;
  return (!game || match.game === game) && (!state || match.state === state);
}

function hasFault(faults: Readonly<Record<string, number>>, fault: string): boolean {
  return Object.entries(faults).some(
    ([kind, times]) => times > 0 && (fault === "any" || kind === fault),
  );
}
