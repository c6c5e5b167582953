/** Keys that work wherever the reader is on the page of a match. */

import { useLayoutEffect } from "preact/hooks";
import type { MatchEvent } from "./state.ts";

/** Elements that need these keys themselves. */
const OWN_KEYS = "input:not([type=checkbox]), textarea, [contenteditable]";
const OWN_SPACE = "input, select, textarea, [contenteditable], a, button, summary";

/** What a key does: go on or back, or play. */
export function keyEvent(event: KeyboardEvent): MatchEvent | null {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return null;
  if (key === " ") return target.closest(OWN_SPACE) ? null : { kind: "toggle" };
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  if (target.closest(OWN_KEYS) && !shiftKey) return null;
  return {
    kind: "walk",
    unit: shiftKey ? "turn" : "step",
    direction: key === "ArrowRight" ? 1 : -1,
  };
}

export function useKeys(send: (event: MatchEvent) => void): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const meant = keyEvent(event);
      if (!meant) return;
      event.preventDefault();
      send(meant);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Elements in which letters are text. */
const LETTERS = "input:not([type=checkbox], [type=range]), select, textarea, [contenteditable]";

/** The key `f` shows the board alone, and again, or Escape, the whole page. */
export function useTheatre(set: (change: (on: boolean) => boolean) => void): void {
  useLayoutEffect(() => {
    const press = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey) return;
      if (target instanceof Element && target.closest(LETTERS)) return;
      if (key === "f") set((on) => !on);
      if (key === "Escape") set(() => false);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
