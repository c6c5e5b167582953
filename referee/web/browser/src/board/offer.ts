/** Places on a board that a person may choose: they light up, and a click takes them. */

import { element } from "./drawing.ts";
import type { Arrangement } from "./place.ts";

export interface Offer {
  readonly at: readonly [number, number];
  /** What the choice is. */
  readonly words: string;
  /** Whether it is chosen, and not yet confirmed. */
  readonly chosen: boolean;
  readonly onPick: () => void;
}

/** Radius of a place, in units of the drawing. */
const RADIUS = 25;

/** The shapes of all offers. The list of options has the same choices for the keyboard. */
export function offered(offers: readonly Offer[], places: Arrangement): SVGElement[] {
  return offers.map(({ at, words, chosen, onPick }) => {
    const { x, y, scale } = places.at(...at);
    const shape = element("circle", { cx: x, cy: y, r: RADIUS * scale });
    const title = element("title");
    title.textContent = words;
    shape.append(title);
    shape.classList.add("offer");
    shape.classList.toggle("chosen", chosen);
    shape.addEventListener("click", onPick);
    return shape;
  });
}
