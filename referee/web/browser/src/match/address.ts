/** The part of the address after `#`: the step on show, and whose view it is. */

export interface Address {
  /** Number of the step in the record. */
  readonly step: number | null;
  readonly seat: number | null;
}

export function parseAddress(hash: string): Address {
  const words = new URLSearchParams(hash.replace(/^[#?]/, ""));
  return { step: whole(words.get("step")), seat: whole(words.get("seat")) };
}

/** What the address of this page says; a shared link says it in its query. */
export function currentAddress(): Address {
  return parseAddress(location.hash.length > 1 ? location.hash : location.search);
}

/** The link to a step of a match, for people elsewhere. Files have no previews of their steps. */
export function linkTo(page: string, step: number, isFile = false): string {
  return step < 0 ? page : `${page}${isFile ? "#" : "?"}step=${step}`;
}

/** The code of a frame with a match. */
export function embedCode(frame: string, step: number, title: string): string {
  const [source, name] = [linkTo(frame, step), title].map(escaped);
  return `<iframe src="${source}" title="${name}" width="600" height="400" style="border:0" allowfullscreen></iframe>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function formatAddress({ step, seat }: Address): string {
  const words = new URLSearchParams();
  if (step !== null && step >= 0) words.set("step", String(step));
  if (seat !== null) words.set("seat", String(seat));
  return `#${words}`;
}

/** The query of an address without what is written after `#`: empty if nothing is left. */
export function otherWords(query: string): string {
  const words = new URLSearchParams(query);
  words.delete("step");
  words.delete("seat");
  return words.size > 0 ? `?${words}` : "";
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
