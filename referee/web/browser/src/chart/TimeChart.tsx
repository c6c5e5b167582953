/** How long each answer of a match took: one bar an answer, by seat, in logarithmic height. */

import { useMemo } from "preact/hooks";
import { titleOf } from "../api/faces.ts";
import type { Board } from "../api/model.ts";
import { duration } from "../format.ts";
import { SeatMark, seatColour } from "../match/SeatMark.tsx";
import type { Timeline } from "../match/timeline.ts";
import { Scroll } from "../page/Scroll.tsx";
import { linear, type Scale } from "./scale.ts";
import { onPress, useStepChart } from "./useStepChart.ts";

interface Props {
  readonly line: Timeline;
  readonly at: number;
  readonly board: Board | null | undefined;
  readonly seats: readonly string[];
  readonly onGo: (index: number) => void;
}

const HEIGHT = 150;
const LEFT = 52;
const BOTTOM = 6;
const SHORTEST = 0.001;

interface Answer {
  readonly index: number;
  readonly seat: number;
  readonly time: number;
}

export function TimeChart({ line, at, board, seats, onGo }: Props) {
  const answers = useMemo(() => answersOf(line), [line]);
  if (answers.length === 0) return null;
  return (
    <section class="card">
      <h2>Time per answer</h2>
      <Bars {...{ line, at, board, answers, onGo }} />
      <Summary answers={answers} seats={seats} board={board} />
    </section>
  );
}

function answersOf(line: Timeline): Answer[] {
  return line.flatMap(({ step }, index) =>
    step?.time == null || step.seat == null ? [] : [{ index, seat: step.seat, time: step.time }],
  );
}

function Bars({
  line,
  at,
  board,
  answers,
  onGo,
}: Omit<Props, "seats"> & { answers: readonly Answer[] }) {
  const { frame, svg, width } = useStepChart(board);
  const x = linear([0, line.length], [LEFT, width]);
  const y = useMemo(() => logarithmic(answers), [answers]);
  const bars = useMemo(() => barPaths(answers, x, y), [answers, y, width, line.length]);
  const go = onPress((place) => onGo(Math.floor(linear([LEFT, width], [0, line.length])(place))));
  return (
    <div ref={frame}>
      <svg
        class="chart times"
        width={width}
        height={HEIGHT}
        role="img"
        aria-label="Time of each answer. The table below has it by bot."
        ref={svg}
        onPointerDown={go}
        onPointerMove={go}
      >
        {y.ticks.map((tick) => (
          <g key={tick} class="tick">
            <line x1={LEFT} x2={width} y1={y.place(tick)} y2={y.place(tick)} />
            <text x={LEFT - 8} y={y.place(tick)} dy="0.32em" text-anchor="end">
              {duration(tick)}
            </text>
          </g>
        ))}
        {bars.map(({ seat, d }) => (
          <path
            key={seat}
            d={d}
            style={{ stroke: seatColour(seat) }}
            stroke-width={Math.max(1, 0.7 * (x(1) - x(0)))}
          />
        ))}
        <line class="cursor" x1={x(at + 0.5)} x2={x(at + 0.5)} y1={0} y2={HEIGHT - BOTTOM} />
      </svg>
    </div>
  );
}

/** Powers of ten that hold all times, and where each time is. */
function logarithmic(answers: readonly Answer[]): {
  readonly place: Scale;
  readonly ticks: number[];
} {
  const longest = Math.max(...answers.map(({ time }) => time), 10 * SHORTEST);
  const [low, high] = [Math.log10(SHORTEST), Math.log10(longest)];
  const scale = linear([low, high], [HEIGHT - BOTTOM, 10]);
  const ticks = Array.from(
    { length: Math.floor(high) - low + 1 },
    (_, index) => 10 ** (low + index),
  );
  return { place: (time) => scale(Math.log10(Math.max(time, SHORTEST))), ticks };
}

/** The bars of each seat as one path. */
function barPaths(answers: readonly Answer[], x: Scale, y: { readonly place: Scale }) {
  const paths = new Map<number, string>();
  for (const { index, seat, time } of answers) {
    const bar = `M${x(index + 0.5).toFixed(1)} ${HEIGHT - BOTTOM}V${(y.place(time) - 1).toFixed(1)}`;
    paths.set(seat, (paths.get(seat) ?? "") + bar);
  }
  return [...paths].map(([seat, d]) => ({ seat, d }));
}

function Summary({
  answers,
  seats,
  board,
}: { answers: readonly Answer[] } & Pick<Props, "seats" | "board">) {
  return (
    <Scroll label="Times by bot">
      <table>
        <thead>
          <tr>
            <th>Bot</th>
            <th class="number">Answers</th>
            <th class="number">Median</th>
            <th class="number">Longest</th>
            <th class="number">Total</th>
          </tr>
        </thead>
        <tbody>
          {seats.map((bot, seat) => {
            const times = answers.filter((one) => one.seat === seat).map(({ time }) => time);
            times.sort((a, b) => a - b);
            return (
              <tr key={seat}>
                <th scope="row" class="seat">
                  <SeatMark board={board} seat={seat} /> <span class="name">{titleOf(bot)}</span>
                </th>
                <td class="number">{times.length}</td>
                <td class="number">{duration(times[times.length >> 1] ?? 0)}</td>
                <td class="number">{duration(times.at(-1) ?? 0)}</td>
                <td class="number">{duration(times.reduce((sum, time) => sum + time, 0))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}
