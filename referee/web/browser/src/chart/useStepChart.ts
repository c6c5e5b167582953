/** What the charts over the steps of a match share: their width, their colours, and a press. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board } from "../api/model.ts";
import { setPalette } from "../board/drawing.ts";
import { useWidth } from "./useWidth.ts";

interface StepChart {
  /** For the element whose width the chart has. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly width: number;
}

/** The width of a chart, which has the colours of a board. `guess` is the width before the first paint. */
export function useStepChart(board: Board | null | undefined, guess?: number): StepChart {
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(frame, guess);
  useLayoutEffect(() => {
    if (svg.current && board) setPalette(svg.current, board.palette);
  }, [board]);
  return { frame, svg, width };
}

/** What receives a pointer that is pressed or drawn over a chart: it gets its pixels from the left. */
export function onPress(go: (place: number) => void) {
  return (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    if ((event.buttons & 1) === 0) return;
    go(event.clientX - event.currentTarget.getBoundingClientRect().left);
  };
}
