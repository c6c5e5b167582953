/** The width of an element, for drawings whose type must keep its size. */

import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** The width in pixels; a guess before the first layout. */
export function useWidth(element: RefObject<HTMLElement | null>, guess = 600): number {
  const [width, setWidth] = useState(guess);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
