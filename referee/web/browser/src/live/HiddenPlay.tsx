/** A match whose play is not shown yet: who plays, for how long, and when it is shown. */

import type { Hidden, MatchLine } from "../api/model.ts";
import { LineUp } from "../page/MatchTable.tsx";
import { outlook } from "./outlook.ts";
import { useNow } from "./useNow.ts";

interface Props {
  readonly match: MatchLine;
  readonly hidden: Hidden;
}

export function HiddenPlay({ match, hidden }: Props) {
  const { over = 0, of = 0, message, typical } = hidden;
  return (
    <div class="hidden-play">
      <LineUp match={match} />
      {match.state === "live" && match.started != null && (
        <Passing started={match.started} typical={typical} />
      )}
      <p class="muted">
        {message}
        {of > 1 && ` So far: ${over} of ${of}.`}
      </p>
    </div>
  );
}

interface PassingProps {
  readonly started: string;
  readonly typical: number | null | undefined;
}

/** The time of a match that is being played, as a bar and in words. */
function Passing({ started, typical }: PassingProps) {
  const { share, words } = outlook(started, typical, useNow());
  return (
    <>
      {share !== null && <progress value={share} max={1} aria-label="Time of the match" />}
      <p class="number">{words}</p>
    </>
  );
}
