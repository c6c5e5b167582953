/** A match that may be seen: board, seats, events, and the ways through it. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { titleOf } from "../api/faces.ts";
import type { MatchView, Steps } from "../api/model.ts";
import { Board, PiecesInWords } from "../board/Board.tsx";
import { gained, moved, QUIET, type Story } from "../board/story.ts";
import { CourseGraph } from "../chart/CourseGraph.tsx";
import { TimeChart } from "../chart/TimeChart.tsx";
import { IconButton } from "../Icon.tsx";
import { Analysis } from "./Analysis.tsx";
import { Announcer } from "./Announcer.tsx";
import { useKeys, useTheatre } from "./keys.ts";
import { Log } from "./Log.tsx";
import { Now } from "./Now.tsx";
import { Seats } from "./Seats.tsx";
import { Share } from "./Share.tsx";
import type { MatchEvent, MatchState } from "./state.ts";
import { Transport } from "./Transport.tsx";
import type { Moment } from "./timeline.ts";
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
  const before = line[player.at - 1];
  const told = useMemo(
    () => storyOf(before, moment, steps.seats.map(titleOf)),
    [before, moment, steps.seats],
  );
  const [theatre, setTheatre] = useState(false);
  useTheatre(setTheatre);
  if (!moment) return null;
  const seat = steps.seat ?? null;
  const go = (to: number) => send({ kind: "go", to });
  const log = !embedded && (
    <Log
      line={line}
      at={player.at}
      seat={seat}
      board={steps.board}
      match={state.live ? null : steps.id}
      onGo={go}
    />
  );
  return (
    <div class={theatre ? "viewer theatre" : "viewer"}>
      <div class="stage">
        {steps.board ? (
          <Board
            board={steps.board}
            scene={moment.scene}
            story={told}
            manner={player.gentle ? "moving" : "still"}
          />
        ) : (
          log
        )}
      </div>
      <div class="side">
        <Now moment={moment} />
        {!embedded && <Analysis {...{ match, moment, send }} />}
        <Seats match={match} state={state} />
        <ViewChoice {...{ match, seat, live, send }} />
        {steps.board && log}
      </div>
      <Transport {...{ line, player, live, send }}>
        <IconButton
          icon="theatre"
          label={theatre ? "Leave the theatre (f)" : "Theatre (f)"}
          onClick={() => setTheatre(!theatre)}
        />
      </Transport>
      {!embedded && <Below {...{ match, state, send }} />}
      <Announcer state={state} />
    </div>
  );
}

/** What the board tells of the step that led to a moment. */
export function storyOf(
  before: Moment | undefined,
  moment: Moment | undefined,
  names: readonly string[],
): Story {
  if (!before || !moment) return QUIET;
  const { step, scene, scores = [] } = moment;
  const name = names[step?.seat ?? -1] ?? "";
  const changes = scores.map((points, seat) => points - (before.scores?.[seat] ?? 0));
  return {
    moves: moved(before.scene, scene, step, name),
    gains: gained(scene, names, changes, scores, step?.reason),
  };
}

interface BelowProps {
  readonly match: MatchView;
  readonly state: MatchState;
  readonly send: (event: MatchEvent) => void;
}

/** What a reader needs less often. */
function Below({ match, state: { line, player, steps }, send }: BelowProps) {
  const { board, seats } = steps;
  const { at } = player;
  const onGo = (to: number) => send({ kind: "go", to });
  return (
    <div class="below">
      <CourseGraph {...{ line, at, board, seats, onGo }} />
      <TimeChart {...{ line, at, board, seats, onGo }} />
      {board && (
        <details class="card">
          <summary>The board in words</summary>
          <PiecesInWords scene={line[at]?.scene} />
        </details>
      )}
      <Share match={match} step={line[at]?.step?.n ?? -1} />
    </div>
  );
}
