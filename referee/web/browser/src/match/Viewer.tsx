/** A match that may be seen: board, seats, events, and the ways through it. */

import { useEffect, useMemo, useState } from "preact/hooks";
import type { MatchView, Steps } from "../api/model.ts";
import { Board, PiecesInWords } from "../board/Board.tsx";
import { TimeChart } from "../chart/TimeChart.tsx";
import { useKeys } from "./keys.ts";
import { Log } from "./Log.tsx";
import { Now } from "./Now.tsx";
import { Seats } from "./Seats.tsx";
import type { MatchState } from "./state.ts";
import { Transport } from "./Transport.tsx";
import { changeView, useMatch } from "./useMatch.ts";

interface Props {
  readonly match: MatchView;
  readonly steps: Steps;
  /** Whether the page is part of another one, and shows the board and no more than that needs. */
  readonly embedded?: boolean;
}

export function Viewer({ match, steps: first, embedded = false }: Props) {
  const [state, send] = useMatch(first);
  useKeys(state, send);
  const { line, player, steps, live } = state;
  const moment = line[player.at];
  const changed = useMemo(() => new Set(Object.keys(moment?.step?.delta?.set ?? {})), [moment]);
  if (!moment) return null;
  const seat = steps.seat ?? null;
  return (
    <div class={embedded ? "viewer embedded" : "viewer"}>
      <div class="stage">
        {steps.board ? (
          <Board
            board={steps.board}
            scene={moment.scene}
            changed={changed}
            manner={player.gentle ? "moving" : "still"}
          />
        ) : (
          <p class="message">This game has no board; the events tell the match.</p>
        )}
      </div>
      <div class="side">
        <ViewChoice match={match} seat={seat} onChange={(one) => changeView(match.id, one, send)} />
        <Seats match={match} state={state} />
        <Transport {...{ line, player, live, send }} />
        <Now moment={moment} />
        {!embedded && <Log line={line} at={player.at} seat={seat} board={steps.board} />}
      </div>
      {!embedded && (
        <div class="below">
          <TimeChart
            line={line}
            at={player.at}
            board={steps.board}
            seats={steps.seats}
            onGo={(to) => send({ kind: "go", to })}
          />
          {steps.board && (
            <details class="card">
              <summary>The board in words</summary>
              <PiecesInWords scene={moment.scene} />
            </details>
          )}
        </div>
      )}
      <Announcer state={state} />
    </div>
  );
}

interface ViewChoiceProps {
  readonly match: MatchView;
  readonly seat: number | null;
  readonly onChange: (seat: number | null) => void;
}

/** Whose view is shown: everybody's, or that of one seat when the match is over. */
function ViewChoice({ match, seat, onChange }: ViewChoiceProps) {
  if (!match.views?.length) return null;
  return (
    <label class="view-choice">
      <span>View</span>
      <select
        value={seat === null ? "" : String(seat)}
        onChange={({ currentTarget: { value } }) => onChange(value === "" ? null : Number(value))}
      >
        <option value="">of everybody</option>
        {match.views.map((one) => (
          <option key={one} value={String(one)}>
            {`of ${match.seats[one]?.bot ?? `seat ${one}`}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Milliseconds for which a step must stay on show before it is read out. */
const PATIENCE = 700;

/** Tells screen readers the step, unless the next one is about to come. */
function Announcer({ state: { line, player } }: { readonly state: MatchState }) {
  const words = line[player.at]?.step?.words ?? "";
  const [said, say] = useState("");
  useEffect(() => {
    if (player.playing && player.speed > 1) return;
    const timer = setTimeout(() => say(words), PATIENCE);
    return () => clearTimeout(timer);
  }, [words, player.playing, player.speed]);
  return (
    <p class="hidden" aria-live="polite">
      {said}
    </p>
  );
}
