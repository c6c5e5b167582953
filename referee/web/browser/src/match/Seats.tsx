/** The seats: who plays, what the clocks and the points are, and who is asked. */

import { useEffect, useState } from "preact/hooks";
import type { MatchView, Step } from "../api/model.ts";
import { signed } from "../board/story.ts";
import { clockTime, count } from "../format.ts";
import { BotLink } from "../page/Link.tsx";
import { Declared } from "./Reasoning.tsx";
import { SeatMark } from "./SeatMark.tsx";
import type { MatchState, OpenQuestion } from "./state.ts";

interface Props {
  readonly match: MatchView;
  readonly state: MatchState;
}

export function Seats({ match, state }: Props) {
  const { steps, line, player, live } = state;
  const moment = line[player.at];
  const before = line[player.at - 1]?.scores;
  const newest = player.at === line.length - 1;
  if (!moment) return null;
  return (
    <ol class="seats">
      {steps.seats.map((bot, seat) => {
        const isAsked = moment.asked.some((one) => one.seat === seat);
        const question =
          live && newest ? state.questions.find((one) => one.seat === seat) : undefined;
        const result = newest && !live ? match.seats[seat] : undefined;
        return (
          <li key={seat} class={isAsked || question ? "asked" : undefined}>
            <SeatMark board={steps.board} seat={seat} />
            <BotLink bot={bot} />
            <Gain
              change={before ? (moment.scores?.[seat] ?? 0) - (before[seat] ?? 0) : 0}
              step={moment.step}
            />
            <span class="points number">{moment.scores?.[seat]}</span>
            <p class="status">
              <Clock bank={moment.clock[seat] ?? 0} question={question} />
              <Strikes strikes={moment.strikes[seat] ?? 0} limit={match.strikes} />
              {moment.forfeited[seat] && <span class="badge">forfeited</span>}
              {result?.place != null && <span>{`place ${result.place}`}</span>}
              {(isAsked || question) && <span class="turn">is asked</span>}
              <Declared steps={steps.steps} seat={seat} />
            </p>
          </li>
        );
      })}
    </ol>
  );
}

/** Points of the step on show, with what brought them. */
function Gain({ change, step }: { readonly change: number; readonly step: Step | undefined }) {
  if (!change) return <span />;
  return (
    <span class="gained number" title={step?.words}>
      {signed(change)}
      {step?.reason && <small>{` ${step.reason}`}</small>}
    </span>
  );
}

/** What a seat's bank holds; while the seat is asked, what it may still spend on its answer. */
function Clock({ bank, question }: { bank: number; question: OpenQuestion | undefined }) {
  const left = useCountdown(question?.deadline);
  return (
    <time
      class={left !== null && left < 5 ? "hurry" : undefined}
      title={left === null ? "Time in the bank" : "Time for this answer"}
    >
      {clockTime(left ?? bank)}
    </time>
  );
}

/** Seconds until a deadline, ten times a second; null without one. */
function useCountdown(deadline: number | undefined): number | null {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (deadline === undefined) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [deadline]);
  return deadline === undefined ? null : (deadline - now) / 1000;
}

function Strikes({
  strikes,
  limit,
}: {
  readonly strikes: number;
  readonly limit: number | null | undefined;
}) {
  if (strikes === 0) return null;
  const words = count(strikes, "strike");
  return <span class="strikes">{limit == null ? words : `${words} of ${limit}`}</span>;
}
