/** Values by step: lines for seats, marks, and a cursor. A press on it goes to a step. */

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Board } from "../api/model.ts";
import { decimal } from "../format.ts";
import { seatColour } from "../match/SeatMark.tsx";
import { linear, type Scale } from "./scale.ts";
import { onPress, useStepChart } from "./useStepChart.ts";

/** A value at the moment with an index. */
export type Point = readonly [index: number, value: number];

export interface GraphLine {
  readonly seat: number;
  readonly points: readonly Point[];
  /** How the line looks: a staircase, or straight from point to point, broken for a bot's own. */
  readonly kind: "stairs" | "search" | "own";
}

export interface GraphMark {
  readonly at: Point;
  readonly kind: "scoring" | "fault" | "blunder";
}

interface Props {
  readonly title: string;
  /** The graph in words. */
  readonly words: string;
  readonly lines: readonly GraphLine[];
  readonly marks: readonly GraphMark[];
  readonly range: readonly [low: number, high: number];
  readonly height: number;
  readonly at: number;
  readonly last: number;
  readonly board: Board | null | undefined;
  readonly onGo: (index: number) => void;
  readonly children?: ComponentChildren;
}

/** The thumb of the scrubber above it is never nearer to an end. */
const END = 8;
const TOP = 18;
const BOTTOM = 5;

export function StepGraph(props: Props) {
  const { title, words, lines, marks, range, height, at, last, board, onGo, children } = props;
  const { frame, svg, width } = useStepChart(board, 320);
  const x = linear([0, Math.max(1, last)], [END, width - END]);
  const y = linear(range, [height - BOTTOM, TOP]);
  const drawn = useMemo(() => drawing(lines, marks, x, y), [lines, marks, width, last]);
  const go = onPress((place) =>
    onGo(Math.round(linear([END, width - END], [0, Math.max(1, last)])(place))),
  );
  return (
    <div ref={frame}>
      <svg
        class="chart graph"
        width={width}
        height={height}
        role="img"
        aria-label={words}
        ref={svg}
        onPointerDown={go}
        onPointerMove={go}
      >
        <g class="tick">
          <line x1={0} x2={width} y1={y(range[0])} y2={y(range[0])} />
          <line x1={0} x2={width} y1={y(range[1])} y2={y(range[1])} />
        </g>
        {drawn}
        <line class="cursor" x1={x(at)} x2={x(at)} y1={TOP - 4} y2={height} />
        <text x={0} y={12}>
          {title}
        </text>
        <text x={width} y={12} text-anchor="end">
          {`${decimal(range[0])} to ${decimal(range[1])}`}
        </text>
      </svg>
      {children}
    </div>
  );
}

function drawing(lines: readonly GraphLine[], marks: readonly GraphMark[], x: Scale, y: Scale) {
  return [
    ...lines.map(({ seat, kind, points }) => (
      <path
        key={`${kind}${seat}`}
        class={kind}
        d={path(points, x, y, kind === "stairs")}
        style={{ stroke: seatColour(seat) }}
      />
    )),
    ...(["scoring", "fault", "blunder"] as const).map((kind) => (
      <path
        key={kind}
        class={`mark ${kind}`}
        d={marks
          .filter((mark) => mark.kind === kind)
          .map(({ at: [index, value] }) => SHAPES[kind](x(index), y(value)))
          .join("")}
      />
    )),
  ];
}

/** The outline of each mark, around its place. */
const SHAPES: Readonly<Record<GraphMark["kind"], (x: number, y: number) => string>> = {
  scoring: (x, y) => `M${x.toFixed(1)} ${(y - 3).toFixed(1)}v6`,
  fault: (x, y) => `M${(x - 4).toFixed(1)} ${(y - 4).toFixed(1)}l8 8m0-8l-8 8`,
  blunder: (x, y) => `M${x.toFixed(1)} ${(y + 5).toFixed(1)}l-4.5-9h9z`,
};

function path(points: readonly Point[], x: Scale, y: Scale, isStairs: boolean): string {
  return points
    .map(([index, value], at) => {
      const [right, up] = [x(index).toFixed(1), y(value).toFixed(1)];
      if (at === 0) return `M${right} ${up}`;
      return isStairs ? `H${right}V${up}` : `L${right} ${up}`;
    })
    .join("");
}
