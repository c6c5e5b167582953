/** The matches that are being played: a picture of each that is shown, and facts of the others. */

import type { League, LiveLine, LivePosition } from "../api/model.ts";
import { isStatic } from "../api/site.ts";
import { Link } from "../page/Link.tsx";
import { MatchTable } from "../page/MatchTable.tsx";
import { HiddenPlay } from "./HiddenPlay.tsx";
import { isShown } from "./slides.ts";
import { Thumbnail, usePosition } from "./Thumbnail.tsx";

/** Pictures on a page, at most: each is asked for again and again. */
const MOST = 8;

export function NowPlaying({ league }: { readonly league: League }) {
  const { live, games } = league;
  if (live.length === 0) return null;
  const severalGames = games.length > 1;
  const pictured = isStatic ? [] : live.filter(isShown).slice(0, MOST);
  const hidden = isStatic ? [] : live.filter((line) => !isShown(line));
  const others = live.filter((line) => !pictured.includes(line) && !hidden.includes(line));
  return (
    <section class="card">
      <div class="titled">
        <h2>Being played</h2>
        {!isStatic && <Link to="tv">For a projector</Link>}
      </div>
      <div class="live-cards">
        {pictured.map((line) => (
          <Shown key={line.id} line={line} />
        ))}
        {hidden.map((line) => (
          <Unseen key={line.id} line={line} />
        ))}
      </div>
      {others.length > 0 && <MatchTable matches={others} severalGames={severalGames} />}
    </section>
  );
}

function Shown({ line }: { readonly line: LiveLine }) {
  const position = usePosition(line.id);
  return (
    <article class="live-card">
      <Link to="match" of={line.id}>
        <Thumbnail position={position} />
        <span class="hidden">{`Watch ${line.id}`}</span>
      </Link>
      <Points line={line} scores={position?.scores} />
      <p class="muted small">
        {[position?.moment.round, position?.moment.turn].filter(Boolean).join(", ")}
      </p>
    </article>
  );
}

interface PointsProps {
  readonly line: LiveLine;
  readonly scores: LivePosition["scores"];
}

/** The seats with their points so far. */
function Points({ line, scores }: PointsProps) {
  return (
    <ol class="line-up">
      {line.seats.map(({ bot }, seat) => (
        <li key={seat}>
          <span class="name">{bot}</span>
          <span class="number muted">{scores?.[seat]}</span>
        </li>
      ))}
    </ol>
  );
}

function Unseen({ line }: { readonly line: LiveLine }) {
  if (!line.hidden) return null;
  return (
    <article class="live-card">
      <Link to="match" of={line.id}>
        {line.id}
      </Link>
      <HiddenPlay match={line} hidden={line.hidden} />
    </article>
  );
}
