/**
 * Where this page is, and where its data come from.
 *
 * A server answers each path with the same shell. In a static site, and in a replay in one file,
 * a page carries the answers of the API itself, so that it works from disk.
 */

import { learnFaces } from "./faces.ts";
import { type Place, place } from "./place.ts";
import { sentence } from "./problem.ts";

/** An answer of the API that is no success, in its words. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const shell = document.documentElement.dataset;

/** Whether the page comes from files, without a server. */
export const isStatic = shell.static !== undefined;

/** Whether the page is one file, and there are no others to go to. */
export const isAlone = shell.alone !== undefined;

/** Whether owners can enter bots here. */
export const hasEntries = shell.entries !== undefined;

/** Whether a person plays here, and there are no other pages. */
export const isSeat = shell.seat !== undefined;

/** The way from this page to the first one, with a slash at its end. */
const root = shell.root ?? "/";

/** This page's place. A page from files says it, for its path is whatever the reader made it. */
export function here(): Place {
  const { page, key = "", other = "" } = shell;
  if (page) return { page: page as Place["page"], key, other };
  const found = place(location.pathname, new URL(root, location.href).pathname);
  if (isSeat !== (found.page === "seat")) return { page: "unknown", key: "" };
  const isOfOwners = found.page === "enter" || found.page === "mine";
  return isOfOwners && !hasEntries ? { page: "unknown", key: "" } : found;
}

/** The pages that others lead to. */
export type PageName = Exclude<Place["page"], "seat" | "unknown">;

/** The address of a page, from this one. */
export function href(page: PageName, key = "", other = ""): string {
  const name = encodeURIComponent(key);
  const path = {
    league: "",
    matches: "matches",
    match: `matches/${name}`,
    bot: `bots/${name}`,
    versus: `bots/${name}/vs/${encodeURIComponent(other)}`,
    fair: "fair",
    embed: `embed/matches/${name}`,
    tv: "tv",
    enter: "enter",
    mine: "mine",
  }[page];
  return isStatic ? `${root}${path || "index"}.html` : `${root}${path}`;
}

/** The address of the results as a feed. */
export function feedAddress(kind: "atom" | "json"): string {
  return `${root}feed.${kind}`;
}

/** The address of an answer of the API. */
export function apiAddress(path: string): string {
  return `${root}api/v1/${path}`;
}

/**
 * Get an answer of the API.
 *
 * @param path - its path below `/api/v1/`, with its query.
 * @throws ApiError - if the server has no such thing, or cannot be reached.
 */
export async function get<T>(path: string): Promise<T> {
  const inside = document.querySelector(`script[data-api="${CSS.escape(path)}"]`);
  if (inside?.textContent) return seen(JSON.parse(inside.textContent) as T);
  if (isStatic) throw new ApiError(404, "This file does not hold the data of this page.");
  return seen(await answered<T>(path, { headers: { accept: "application/json" } }));
}

/** An answer, whose faces of bots are remembered. */
function seen<T>(answer: T): T {
  learnFaces(answer);
  return answer;
}

/**
 * Send a request to the API.
 *
 * @param path - its path below `/api/v1/`, with its query.
 * @throws ApiError - if the server refuses it, or cannot be reached.
 */
export async function answered<T>(path: string, request: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(apiAddress(path), request);
  } catch {
    throw new ApiError(0, UNREACHED);
  }
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new ApiError(answer.status, sentence(body) ?? answer.statusText);
  if (body === undefined) throw new ApiError(0, UNREACHED); // the connection broke within it
  return body as T;
}

/** The words about a server that does not answer. */
export const UNREACHED =
  "The server of these pages cannot be reached. Reload the page to try again.";
