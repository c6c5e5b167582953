/** The course of a match under its scrubber: points, and the results that were expected. */

import { useMemo } from "preact/hooks";
import { titleOf } from "../api/faces.ts";
import type { Board } from "../api/model.ts";
import { SeatMark } from "../match/SeatMark.tsx";
import type { Timeline } from "../match/timeline.ts";
import { courseOf, valueAt } from "./course.ts";
import { type GraphLine, StepGraph } from "./StepGraph.tsx";

interface Props {
  readonly line: Timeline;
  readonly at: number;
  readonly board: Board | null | undefined;
  readonly seats: readonly string[];
  readonly onGo: (index: number) => void;
}

const EXPECTED = [0, 1] as const;

export function CourseGraph({ line, at, board, seats, onGo }: Props) {
  const course = useMemo(() => courseOf(line), [line]);
  const { points, pointMarks, range, expected, blunders } = course;
  if (points.length + expected.length === 0) return null;
  const shared = { at, last: line.length - 1, board, onGo };
  return (
    <section class="card course" aria-label="Course of the match">
      {points.length > 0 && (
        <StepGraph
          title="Points"
          words={`Points by step. ${inWords(points, seats, line.length)}`}
          lines={points}
          marks={pointMarks}
          range={range}
          height={88}
          {...shared}
        />
      )}
      {expected.length > 0 && (
        <StepGraph
          title="Expected result"
          words="Expected result by step, from 0 to 1. The values at this step follow."
          lines={expected}
          marks={blunders}
          range={EXPECTED}
          height={72}
          {...shared}
        >
          <Expected {...{ lines: expected, at, board, seats }} />
        </StepGraph>
      )}
    </section>
  );
}

interface ExpectedProps extends Pick<Props, "at" | "board" | "seats"> {
  readonly lines: readonly GraphLine[];
}

/** What each seat could expect at a step. */
function Expected({ lines, at, board, seats }: ExpectedProps) {
  return (
    <ul class="expected">
      {seats.map((bot, seat) => {
        const values = lines
          .filter((line) => line.seat === seat)
          .map((line) => `${KINDS[line.kind]} ${valueAt(line, at)?.toFixed(2) ?? "–"}`);
        return values.length === 0 ? null : (
          <li key={seat}>
            <SeatMark board={board} seat={seat} />
            <span class="hidden">{titleOf(bot)}</span>
            <span class="number">{values.join(", ")}</span>
          </li>
        );
      })}
    </ul>
  );
}

const KINDS: Readonly<Record<GraphLine["kind"], string>> = {
  stairs: "",
  search: "search",
  own: "bot",
};

/** The last value of each line. */
function inWords(lines: readonly GraphLine[], seats: readonly string[], length: number): string {
  const ends = lines.map((line) => `${titleOf(seats[line.seat] ?? "")} ${valueAt(line, length)}`);
  return `At the end: ${ends.join(", ")}.`;
}
