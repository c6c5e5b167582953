/** How bots are shown: the name, the colour and the letter that the answers give them. */

import { seriesColour } from "../chart/series.ts";
import type { Face } from "./model.ts";

const known = new Map<string, Face>();

/** Remember the faces in an answer of the API, if it has any. */
export function learnFaces(answer: unknown): void {
  if (typeof answer !== "object" || answer === null || !("faces" in answer)) return;
  for (const [bot, face] of Object.entries(answer.faces as Record<string, Face>))
    known.set(bot, face);
}

/** The name under which people know a bot. */
export function titleOf(bot: string): string {
  return known.get(bot)?.title || bot;
}

/** The letter or two in the mark of a bot. */
export function initialOf(bot: string): string {
  return known.get(bot)?.initial ?? "";
}

/** The colour of a bot, on light and on dark pages. */
export function colourOf(bot: string): string {
  const face = known.get(bot);
  return face ? `light-dark(${face.colours.join(", ")})` : seriesColour(Number.MAX_SAFE_INTEGER);
}
