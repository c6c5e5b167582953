/** The first page: the season at a glance. */

import { useEffect } from "preact/hooks";
import type { League, Meeting } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { RatingPlot } from "../chart/RatingPlot.tsx";
import { count } from "../format.ts";
import { NowPlaying } from "../live/NowPlaying.tsx";
import { CrossTable } from "./CrossTable.tsx";
import { Fact, Facts } from "./Facts.tsx";
import { FormatPanel } from "./FormatPanel.tsx";
import { Frame, Loaded, setTitle } from "./Frame.tsx";
import { Standings } from "./Standings.tsx";

export function LeaguePage() {
  const league = useResource<League>("league", {
    isOpen: ({ running, pending }) => running || pending === true,
  });
  return (
    <Frame current="league">
      <Loaded of={league}>{(found) => <Season league={found} />}</Loaded>
    </Frame>
  );
}

function Season({ league }: { readonly league: League }) {
  useEffect(() => setTitle(league.name), [league.name]);
  const order = league.table.map(({ bot }) => bot);
  const lines = order.flatMap((bot) => league.ratings.filter((line) => line.bot === bot));
  return (
    <>
      <Heading league={league} />
      <NowPlaying league={league} />
      <section class="card">
        <h2>Table</h2>
        <Standings rows={league.table} isComing={isComing(league)} />
        {league.pending && !isComing(league) && (
          <p class="muted small">A newer table is being computed.</p>
        )}
      </section>
      {league.form && <FormatPanel form={league.form} />}
      {lines.some(({ points }) => points.length > 1) && (
        <section class="card">
          <h2>Ratings by round</h2>
          <RatingPlot lines={lines} />
        </section>
      )}
      {league.meetings.length > 0 && <Meetings meetings={league.meetings} order={order} />}
      <Settings league={league} />
    </>
  );
}

function Heading({ league }: { readonly league: League }) {
  const { name, games, running } = league;
  const { done, planned } = progress(league);
  const isOpen = planned > done;
  const titles = [...new Set(games.map(({ title }) => title))].join(", ");
  const counts = isComing(league) ? ["The table is being computed"] : counted(league);
  const facts = [titles, ...counts];
  return (
    <div class="heading">
      <h1 class="name">{name}</h1>
      <p>
        {running && <span class="badge live">in play</span>}{" "}
        <span class="muted">{facts.filter(Boolean).join(" · ")}</span>
      </p>
      {isOpen && <progress value={done} max={planned} aria-label="Matches that are over" />}
    </div>
  );
}

/** Whether nothing of the season is computed yet. */
function isComing({ computed, pending }: League): boolean {
  return computed == null && pending === true;
}

/** How many matches are over, void ones too, of how many. */
function progress({ matches, rounds, void: none }: League) {
  const planned = rounds.reduce((sum, round) => sum + round.planned, 0);
  return { done: matches + none, planned };
}

/** How many bots, rounds and matches there are, in words. */
function counted(league: League): string[] {
  const { bots, rounds, matches, void: none } = league;
  const { done, planned } = progress(league);
  const all = count(planned > done ? planned : matches, "match", "matches");
  return [
    count(bots.length, "bot"),
    rounds.length > 0 ? count(rounds.length, "round") : "",
    planned > done ? `${matches.toLocaleString("en")} of ${all}` : all,
    none > 0 ? `${none.toLocaleString("en")} void` : "",
  ];
}

interface MeetingsProps {
  readonly meetings: readonly Meeting[];
  /** Bots in the order of the table. */
  readonly order: readonly string[];
}

function Meetings({ meetings, order }: MeetingsProps) {
  return (
    <div class="columns">
      <section class="card">
        <h2>Each against each</h2>
        <CrossTable
          meetings={meetings}
          order={order}
          caption="Points of the bot in the row beside the bot in the column, in per cent."
          value={({ share }) => share ?? null}
        />
      </section>
      <section class="card">
        <h2>Who is better</h2>
        <CrossTable
          meetings={meetings}
          order={order}
          caption="Probability that the bot in the row is better than the bot in the column, in per cent."
          value={({ better }) => better ?? null}
        />
      </section>
    </div>
  );
}

function Settings({ league }: { readonly league: League }) {
  return (
    <section class="card">
      <h2>Settings</h2>
      <Facts>
        {league.settings.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      <p class="muted">{league.show}</p>
    </section>
  );
}
