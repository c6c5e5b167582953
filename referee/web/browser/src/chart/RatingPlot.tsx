/** Ratings round by round: a line for each bot, with its name at the end of the line. */

import { useRef, useState } from "preact/hooks";
import { colourOf, titleOf } from "../api/faces.ts";
import type { RatingLine, RatingPoint } from "../api/model.ts";
import { decimal } from "../format.ts";
import { extent, linear, type Scale, spread, ticks } from "./scale.ts";
import { useWidth } from "./useWidth.ts";

const HEIGHT = 320;
const TOP = 12;
const BOTTOM = 28;
const LEFT = 44;
const LABEL_GAP = 16;
/** Rating points above the highest line and below the lowest one. */
const MARGIN = 10;
/** Rating points between two lines of the axis, at least. */
const LEAST = 10;

interface Props {
  readonly lines: readonly RatingLine[];
  /** Whether the intervals are shown of every line, and not only of the one that is pointed at. */
  readonly intervals?: boolean;
}

export function RatingPlot({ lines, intervals = false }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [chosen, choose] = useState<string | null>(null);
  const labels = width < 480 ? 84 : 150;
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return <p class="message">No round is finished yet.</p>;
  const rounds = extent(points.map(({ round }) => round));
  const x = linear(rounds, [LEFT, width - labels]);
  const ratings = extent(
    points.flatMap(({ low, high, rating }) =>
      intervals ? [low ?? rating, high ?? rating] : [rating],
    ),
  );
  const range = [ratings[0] - MARGIN, ratings[1] + MARGIN] as const;
  const y = linear(range, [HEIGHT - BOTTOM, TOP]);
  const ends = lines.map(({ points }) => y(points.at(-1)?.rating ?? 0));
  const places = spread(ends, LABEL_GAP, [TOP, HEIGHT - BOTTOM]);
  return (
    <div ref={frame}>
      <svg
        class={chosen === null ? "chart" : "chart focus"}
        width={width}
        height={HEIGHT}
        role="img"
        aria-label="Ratings by round; the table has the newest."
      >
        <Axes x={x} y={y} rounds={rounds} ratings={range} right={width - labels} />
        {lines.map(({ bot, points }, index) => (
          <g
            key={bot}
            class={chosen === bot ? "series chosen" : "series"}
            style={{ color: colourOf(bot) }}
            onPointerEnter={() => choose(bot)}
            onPointerLeave={() => choose(null)}
          >
            {(intervals || chosen === bot) && <path class="interval" d={band(points, x, y)} />}
            <path class="reach" d={path(points, x, y)} />
            <path class="rating" d={path(points, x, y)} />
            {points.map((point) => (
              <circle
                key={point.round}
                cx={x(point.round)}
                cy={y(point.rating)}
                r={points.length > 24 ? 0 : 2.5}
              >
                <title>{`${titleOf(bot)}, ${inWords(point)}`}</title>
              </circle>
            ))}
            <path
              class="leader"
              d={`M${x(points.at(-1)?.round ?? 0) + 5} ${ends[index]}L${width - labels + 14} ${places[index]}`}
            />
            <text class="label name" x={width - labels + 18} y={places[index]} dy="0.32em">
              {short(titleOf(bot), labels)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

interface AxesProps {
  readonly x: Scale;
  readonly y: Scale;
  readonly rounds: readonly [number, number];
  readonly ratings: readonly [number, number];
  readonly right: number;
}

function Axes({ x, y, rounds, ratings, right }: AxesProps) {
  const whole = ticks(...rounds, Math.max(2, right / 90)).filter(Number.isInteger);
  return (
    <g class="tick">
      {ticks(...ratings, 5, LEAST).map((rating) => (
        <g key={rating}>
          <line x1={LEFT} x2={right} y1={y(rating)} y2={y(rating)} />
          <text x={LEFT - 8} y={y(rating)} dy="0.32em" text-anchor="end">
            {decimal(rating)}
          </text>
        </g>
      ))}
      {whole.map((round, index) => (
        <text key={round} x={x(round)} y={HEIGHT - 8} text-anchor="middle">
          {index === 0 ? `round ${round}` : round}
        </text>
      ))}
    </g>
  );
}

function path(points: readonly RatingPoint[], x: Scale, y: Scale): string {
  return `M${points.map(({ round, rating }) => `${x(round).toFixed(1)} ${y(rating).toFixed(1)}`).join("L")}`;
}

function inWords({ round, rating, low, high }: RatingPoint): string {
  const interval = low == null || high == null ? "" : ` (${decimal(low)} to ${decimal(high)})`;
  return `round ${round}: ${decimal(rating)}${interval}`;
}

/** The area of the intervals: along the upper ends, and back along the lower ones. */
function band(points: readonly RatingPoint[], x: Scale, y: Scale): string {
  const place = ({ round, rating }: RatingPoint, end: number | null | undefined) =>
    `${x(round).toFixed(1)} ${y(end ?? rating).toFixed(1)}`;
  const upper = points.map((point) => place(point, point.high));
  const lower = points.map((point) => place(point, point.low));
  return `M${[...upper, ...lower.reverse()].join("L")}Z`;
}

/** A name that fits the room for labels. */
function short(name: string, room: number): string {
  const letters = [...name];
  const most = Math.floor((room - 18) / 7.2);
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join("")}…`;
}
