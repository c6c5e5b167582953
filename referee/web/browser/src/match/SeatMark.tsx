/** The mark of a seat: the symbol that the board has for it, or else a dot in its colour. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board } from "../api/model.ts";
import { colourProperty, setPalette, symbolDrawing } from "../board/drawing.ts";
import { seriesColour } from "../chart/series.ts";

/** The colour of a seat: that of the board's palette, or one of the page where there is no board. */
export function seatColour(seat: number): string {
  return `var(${colourProperty(`seat-${seat}`)}, ${seriesColour(seat)})`;
}

interface Props {
  readonly board: Board | null | undefined;
  readonly seat: number;
}

export function SeatMark({ board, seat }: Props) {
  const frame = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    if (!frame.current || !board) return;
    const drawing = symbolDrawing(`seat-${seat}`, board.symbols);
    frame.current.replaceChildren(drawing);
    setPalette(frame.current, board.palette);
    const { x, y, width, height } = drawing.getBBox();
    if (width && height)
      frame.current.setAttribute("viewBox", `${x - 1} ${y - 1} ${width + 2} ${height + 2}`);
  }, [board, seat]);
  return (
    <svg
      class="seat-mark"
      ref={frame}
      viewBox="0 0 10 10"
      aria-hidden="true"
      style={{ color: seatColour(seat) }}
    >
      <circle cx="5" cy="5" r="4" fill="currentColor" />
    </svg>
  );
}
