/** Slides that follow each other by themselves. */

import { useEffect, useRef, useState } from "preact/hooks";
import { current, neighbourOf, restOf, type Slide } from "./slides.ts";

interface Rotation {
  readonly slide: Slide;
  readonly paused: boolean;
  readonly go: (direction: 1 | -1) => void;
  readonly pause: () => void;
}

/** The slide that was chosen, and how many were before it. */
interface Turn {
  readonly last: Slide | null;
  readonly number: number;
}

/** Show each of some slides in turn. Keys: Space pauses, arrows go on and back. */
export function useRotation(slides: readonly Slide[]): Rotation {
  const [turn, setTurn] = useState<Turn>({ last: null, number: 0 });
  const [paused, setPaused] = useState(false);
  const slide = current(slides, turn.last);
  const go = (direction: 1 | -1) =>
    setTurn(({ last, number }) => ({
      last: neighbourOf(newest.current, current(newest.current, last).key, direction),
      number: number + 1,
    }));
  const newest = useRef(slides);
  newest.current = slides;
  const pause = () => setPaused((before) => !before);
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => go(1), restOf(slide));
    return () => clearTimeout(timer);
  }, [slide.key, paused, turn.number]);
  useEffect(() => {
    const press = ({ key: pressed, target }: KeyboardEvent) => {
      if (pressed === "ArrowRight") go(1);
      else if (pressed === "ArrowLeft") go(-1);
      else if (pressed === " " && !(target instanceof HTMLButtonElement)) pause();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return { slide, paused, go, pause };
}

/** Keep the screen on while the page is shown, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    const ask = () => {
      if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, []);
}
