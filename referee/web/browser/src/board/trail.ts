/** Trails of moves, from where a piece came to a ring where it is, and the points of a step. */

import { element } from "./drawing.ts";
import type { Arrangement } from "./place.ts";
import type { Gain, Move } from "./story.ts";

/** A move that is shorter, in units of the drawing, needs no line. */
const SHORT = 24;

/** The shapes of all trails. */
export function trails(moves: readonly Move[], places: Arrangement): SVGElement[] {
  return moves.flatMap(({ from, to }) => {
    const [a, b] = [places.at(...from), places.at(...to)];
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    const ring = element("circle", { cx: b.x, cy: b.y, r: 24 * b.scale, class: "told" });
    return far < SHORT ? [ring] : [...line(a, b, far), ring];
  });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A bow from one point to another, with a dot where it begins. */
function line(a: Point, b: Point, far: number): SVGElement[] {
  const bend = Math.min(60, far / 6) / far;
  const x = (a.x + b.x) / 2 + (b.y - a.y) * bend;
  const y = (a.y + b.y) / 2 - (b.x - a.x) * bend;
  const d = `M${a.x} ${a.y}Q${x} ${y} ${b.x} ${b.y}`;
  return [
    element("path", { d, class: "trail under" }),
    element("path", { d, class: "trail" }),
    element("circle", { cx: a.x, cy: a.y, r: 5, class: "origin" }),
  ];
}

/** Badges with the points that seats got, below their numbers. */
export function badges(gains: readonly Gain[], places: Arrangement): SVGElement[] {
  return gains.map(({ at, text, reason }) => {
    const { x, y, scale } = places.at(...at);
    const badge = element("g", { transform: `translate(${x} ${y}) scale(${scale})` });
    const moving = element("g", { class: "gain" });
    const width = 14 * text.length + (reason ? 10.5 * reason.length + 6 : 0) + 10;
    const words = element("text", { x: -width / 2 + 4, y: 26, "font-size": 22 });
    words.append(text);
    if (reason) {
      const small = element("tspan", { "font-size": 16 });
      small.textContent = ` ${reason}`;
      words.append(small);
    }
    moving.append(element("rect", { x: 4 - width, y: 6, width, height: 28, rx: 14 }), words);
    badge.append(moving);
    return badge;
  });
}
