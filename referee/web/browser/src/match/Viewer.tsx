/** A match that may be seen: board, seats, events, and the ways through it. */

import { useEffect, useMemo } from "preact/hooks";
import type { MatchView, Steps } from "../api/model.ts";
import { Board, PiecesInWords } from "../board/Board.tsx";
import { CourseGraph } from "../chart/CourseGraph.tsx";
import { TimeChart } from "../chart/TimeChart.tsx";
import { Analysis } from "./Analysis.tsx";
import { Announcer } from "./Announcer.tsx";
import { useKeys } from "./keys.ts";
import { Log } from "./Log.tsx";
import { Now } from "./Now.tsx";
import { Seats } from "./Seats.tsx";
import type { MatchEvent, MatchState } from "./state.ts";
import { Transport } from "./Transport.tsx";
import { useMatch } from "./useMatch.ts";
import { ViewChoice } from "./ViewChoice.tsx";

interface Props {
  readonly match: MatchView;
  readonly steps: Steps;
  /** What is done when a live match is over. */
  readonly onEnd: () => void;
  /** Whether the page is part of another one, and shows the board and no more than that needs. */
  readonly embedded?: boolean;
}

export function Viewer({ match, steps: first, onEnd, embedded = false }: Props) {
  const [state, send] = useMatch(first);
  useKeys(send);
  const { line, player, steps, live } = state;
  const isNews = !live && match.state === "live";
  useEffect(() => (isNews ? onEnd() : undefined), [isNews]);
  const moment = line[player.at];
  const changed = useMemo(() => new Set(Object.keys(moment?.step?.delta?.set ?? {})), [moment]);
  if (!moment) return null;
  const seat = steps.seat ?? null;
  const go = (to: number) => send({ kind: "go", to });
  const log = !embedded && (
    <Log line={line} at={player.at} seat={seat} board={steps.board} onGo={go} />
  );
  return (
    <div class="viewer">
      <div class="stage">
        {steps.board ? (
          <Board
            board={steps.board}
            scene={moment.scene}
            changed={changed}
            manner={player.gentle ? "moving" : "still"}
          />
        ) : (
          log
        )}
      </div>
      <div class="side">
        <ViewChoice {...{ match, seat, live, send }} />
        <Seats match={match} state={state} />
        <Transport {...{ line, player, live, send }} />
        {!embedded && (
          <CourseGraph
            {...{ line, at: player.at, board: steps.board, seats: steps.seats, onGo: go }}
          />
        )}
        <Now moment={moment} />
        {!embedded && <Analysis {...{ match, moment, send }} />}
        {steps.board && log}
      </div>
      {!embedded && <Below {...{ state, send }} />}
      <Announcer state={state} />
    </div>
  );
}

interface BelowProps {
  readonly state: MatchState;
  readonly send: (event: MatchEvent) => void;
}

/** What a reader needs less often. */
function Below({ state: { line, player, steps }, send }: BelowProps) {
  const { board, seats } = steps;
  const { at } = player;
  return (
    <div class="below">
      <TimeChart {...{ line, at, board, seats }} onGo={(to) => send({ kind: "go", to })} />
      {board && (
        <details class="card">
          <summary>The board in words</summary>
          <PiecesInWords scene={line[at]?.scene} />
        </details>
      )}
    </div>
  );
}
