/** What the API says of a request that it does not answer. */

/** The sentence in an error's answer; null where there is none. */
export function sentence(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("message" in body)) return null;
  return typeof body.message === "string" ? body.message : null;
}
