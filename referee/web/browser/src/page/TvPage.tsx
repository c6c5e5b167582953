/** The page for a projector: live matches, the table, and what comes next, in turn. */

import { useEffect, useMemo } from "preact/hooks";
import type { League, MatchView, Steps } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { Board } from "../board/Board.tsx";
import { dayAndTime } from "../format.ts";
import { Icon, IconButton } from "../Icon.tsx";
import { HiddenPlay } from "../live/HiddenPlay.tsx";
import { until } from "../live/outlook.ts";
import { isShown, matchOf, type Slide, slidesOf } from "../live/slides.ts";
import { useLast } from "../live/Thumbnail.tsx";
import { useNow } from "../live/useNow.ts";
import { useRotation, useWakeLock } from "../live/useRotation.ts";
import { Now } from "../match/Now.tsx";
import { Seats } from "../match/Seats.tsx";
import { useLiveMatch } from "../match/useMatch.ts";
import { storyOf } from "../match/Viewer.tsx";
import { Loaded, setTitle } from "./Frame.tsx";
import { Link } from "./Link.tsx";
import { useMatchData } from "./MatchPage.tsx";
import { LineUp } from "./MatchTable.tsx";
import { Standings } from "./Standings.tsx";

/** Rows of the table that are read from afar. */
const ROWS = 10;

export function TvPage() {
  const answer = useResource<League>("league", { isOpen: () => true });
  const league = useLast(answer);
  return (
    <main class="tv" id="main">
      {league ? <Projected league={league} /> : <Loaded of={answer}>{() => null}</Loaded>}
    </main>
  );
}

function Projected({ league }: { readonly league: League }) {
  useEffect(() => setTitle(league.name), [league.name]);
  useWakeLock();
  const slides = slidesOf(league);
  const { slide, paused, go, pause } = useRotation(slides);
  return (
    <>
      <header>
        <h1 class="name">{league.name}</h1>
        <Controls {...{ paused, go, pause }} />
        <Link to="league">Leave</Link>
      </header>
      <section class="slide" key={slide.key}>
        <Content league={league} slide={slide} />
      </section>
      <ol class="dots" aria-hidden="true">
        {slides.map(({ key }) => (
          <li key={key} class={key === slide.key ? "on" : undefined} />
        ))}
      </ol>
    </>
  );
}

type ControlsProps = Pick<ReturnType<typeof useRotation>, "paused" | "go" | "pause">;

function Controls({ paused, go, pause }: ControlsProps) {
  return (
    <div class="tv-controls">
      <IconButton icon="previous" label="Previous (left arrow)" onClick={() => go(-1)} />
      <IconButton
        icon={paused ? "play" : "pause"}
        label={paused ? "Go on (space)" : "Pause (space)"}
        onClick={pause}
      />
      <IconButton icon="next" label="Next (right arrow)" onClick={() => go(1)} />
    </div>
  );
}

function Content({ league, slide }: { readonly league: League; readonly slide: Slide }) {
  switch (slide.kind) {
    case "match":
      return <LiveSlide id={matchOf(slide)} />;
    case "hidden":
      return <HiddenSlide league={league} />;
    case "table":
      return (
        <>
          <h2>Table</h2>
          <Standings rows={league.table.slice(0, ROWS)} isComing={league.computed == null} />
        </>
      );
    case "next":
      return <NextSlide league={league} />;
  }
}

function LiveSlide({ id }: { readonly id: string }) {
  const { match, steps, onEnd } = useMatchData(id);
  return (
    <Loaded of={match}>
      {(view) => (
        <Loaded of={steps}>
          {(first) => <Playing match={view} steps={first} onEnd={onEnd} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface PlayingProps {
  readonly match: MatchView;
  readonly steps: Steps;
  readonly onEnd: () => void;
}

/** The board and the seats of a match, without what a reader would click. */
function Playing({ match, steps, onEnd }: PlayingProps) {
  const [state] = useLiveMatch(steps);
  const { line, player, live } = state;
  useEffect(() => (live ? undefined : onEnd()), [live]);
  const [before, moment] = [line[player.at - 1], line[player.at]];
  const story = useMemo(() => storyOf(before, moment, steps.seats), [before, moment]);
  if (!moment) return null;
  return (
    <div class="tv-match">
      {steps.board && (
        <Board
          board={steps.board}
          scene={moment.scene}
          story={story}
          manner={player.gentle ? "moving" : "still"}
        />
      )}
      <div class="side">
        <h2>{match.title}</h2>
        <Seats match={match} state={state} />
        <Now moment={moment} />
      </div>
    </div>
  );
}

function HiddenSlide({ league }: { readonly league: League }) {
  return (
    <>
      <h2>Being played</h2>
      <div class="live-cards">
        {league.live
          .filter((line) => !isShown(line))
          .map((line) => (
            <article key={line.id} class="live-card">
              {line.hidden && <HiddenPlay match={line} hidden={line.hidden} />}
            </article>
          ))}
      </div>
    </>
  );
}

/** When the next round begins, how far the rounds are, and the matches that come. */
function NextSlide({ league: { next, next_round: start, rounds } }: { readonly league: League }) {
  const open = rounds.find(({ planned, played, void: none }) => played + none < planned);
  return (
    <>
      <h2>Next</h2>
      {start != null && <Start moment={start} />}
      {open && (
        <p class="number">{`Round ${open.number}: ${open.played + open.void} of ${open.planned} matches are over`}</p>
      )}
      <ul class="coming">
        {next.map((match) => (
          <li key={match.id}>
            <Icon name="next" />
            <LineUp match={match} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Start({ moment }: { readonly moment: string }) {
  return (
    <p class="start number">
      {`The next round begins ${until(moment, useNow())}`}{" "}
      <span class="muted">{dayAndTime(moment)}</span>
    </p>
  );
}
