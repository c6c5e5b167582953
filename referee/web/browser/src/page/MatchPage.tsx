/** The page of a match: live while it is played, and its replay afterwards. */

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { titleOf } from "../api/faces.ts";
import type { MatchView, Steps } from "../api/model.ts";
import { type Resource, useResource } from "../api/resource.ts";
import { href, isStatic } from "../api/site.ts";
import { count } from "../format.ts";
import { HiddenPlay } from "../live/HiddenPlay.tsx";
import { NextMatch } from "../live/NextMatch.tsx";
import { currentAddress, formatAddress } from "../match/address.ts";
import { stepsPath } from "../match/useMatch.ts";
import { Viewer } from "../match/Viewer.tsx";
import { Fact, Facts } from "./Facts.tsx";
import { MatchFairness } from "./FairPage.tsx";
import { Frame, Loaded, setTitle } from "./Frame.tsx";
import { StateBadge } from "./MatchTable.tsx";

export function MatchPage({ id }: { readonly id: string }) {
  const { match, steps, onEnd } = useMatchData(id);
  return (
    <Frame current="matches">
      <Loaded of={match}>
        {(found) => (
          <>
            <Heading match={found}>{!isStatic && <Following match={found} />}</Heading>
            <Play match={found} steps={steps} onEnd={onEnd} />
            <Settings match={found} />
            <Fair id={id} />
          </>
        )}
      </Loaded>
    </Frame>
  );
}

/** The same in a frame of another page: board and seats, and a link to the whole page. */
export function EmbedPage({ id }: { readonly id: string }) {
  const { match, steps, onEnd } = useMatchData(id);
  return (
    <main class="embed" id="main">
      <Loaded of={match}>
        {(found) => (
          <>
            <h1 class="hidden">{found.title}</h1>
            <Play match={found} steps={steps} onEnd={onEnd} embedded />
            <a
              href={href("match", id)}
              target="_blank"
              rel="noopener"
              onClick={({ currentTarget }) => {
                currentTarget.hash = formatAddress(currentAddress());
              }}
            >
              Open the whole match
            </a>
          </>
        )}
      </Loaded>
    </main>
  );
}

interface MatchData {
  readonly match: Resource<MatchView>;
  readonly steps: Resource<Steps>;
  /** To be called when the stream of a live match has ended: then its result is near. */
  readonly onEnd: () => void;
}

/** A match and its steps, which are asked for together; again when a hidden match is shown. */
export function useMatchData(id: string): MatchData {
  const [ended, setEnded] = useState(false);
  const match = useResource<MatchView>(`matches/${encodeURIComponent(id)}`, {
    isOpen: ({ hidden, state }) => hidden != null || (ended && state === "live"),
    version: ended,
  });
  const seat = useMemo(() => currentAddress().seat, []);
  const steps = useResource<Steps>(stepsPath(id, { seat, options: false }), {
    version: match.state === "ready" && match.value.hidden != null,
  });
  return { match, steps, onEnd: () => setEnded(true) };
}

interface PlayProps extends Pick<MatchData, "steps" | "onEnd"> {
  readonly match: MatchView;
  readonly embedded?: boolean;
}

function Play({ match, steps, onEnd, embedded = false }: PlayProps) {
  if (match.hidden) return <HiddenMatch match={match} hidden={match.hidden} />;
  return (
    <Loaded of={steps}>
      {(first) => <Viewer match={match} steps={first} onEnd={onEnd} embedded={embedded} />}
    </Loaded>
  );
}

interface HiddenProps {
  readonly match: MatchView;
  readonly hidden: NonNullable<MatchView["hidden"]>;
}

/** What is known of a match whose play is not shown. */
function HiddenMatch({ match, hidden }: HiddenProps) {
  return (
    <section class="card">
      <h2>Seats</h2>
      <HiddenPlay match={match} hidden={hidden} />
      <Facts>
        {match.started != null && <Fact name="started">{moment(match.started)}</Fact>}
        {match.ended != null && <Fact name="ended">{moment(match.ended)}</Fact>}
      </Facts>
    </section>
  );
}

/** The wish to go on with the next match, on the page of a match that was live when it opened. */
function Following({ match }: { readonly match: MatchView }) {
  const [wasLive] = useState(match.state === "live" || location.search.includes("follow"));
  if (!wasLive) return null;
  return <NextMatch id={match.id} isOver={match.hidden != null || match.state !== "live"} />;
}

/** A time as the reader's system writes it. */
function moment(time: string): string {
  return new Date(time).toLocaleString();
}

interface HeadingProps {
  readonly match: MatchView;
  readonly children: ComponentChildren;
}

function Heading({ match, children }: HeadingProps) {
  useEffect(
    () => setTitle(match.seats.map(({ bot }) => titleOf(bot)).join(" – "), match.title),
    [match],
  );
  const options = Object.entries(match.options ?? {});
  const facts = [
    match.round == null ? "" : `round ${match.round}`,
    match.set_number == null ? "" : `set ${match.set_number}`,
    ...options.map(([name, value]) => `${spaced(name)}: ${value.replace(/#.*/, "")}`),
  ];
  return (
    <div class="heading compact">
      <h1>{match.title}</h1>
      <p>
        <StateBadge state={match.state} />{" "}
        <span class="muted">{facts.filter(Boolean).join(" · ")}</span>
      </p>
      {match.reason && <p>{match.reason}</p>}
      {match.delay ? (
        <p class="muted">{`Shown ${count(match.delay, "decision")} behind the play.`}</p>
      ) : null}
      {children}
    </div>
  );
}

function Settings({ match }: { readonly match: MatchView }) {
  return (
    <section class="card">
      <h2>Settings</h2>
      <Facts>
        {Object.entries(match.all_options).map(([name, value]) => (
          <Fact key={name} name={spaced(name)}>
            {value}
          </Fact>
        ))}
        {clockFacts(match).map(([name, seconds]) => (
          <Fact key={name} name={name}>{`${seconds} s`}</Fact>
        ))}
        {match.strikes != null && <Fact name="strikes that forfeit">{match.strikes}</Fact>}
      </Facts>
    </section>
  );
}

/** The times of the clock in seconds, by their names; none before the match has begun. */
function clockFacts({ clock }: MatchView): [name: string, seconds: number][] {
  if (!clock) return [];
  const { decision, bank, increment, grace, first } = clock;
  return Object.entries({ "per answer": decision, bank, increment, grace, "first answer": first });
}

/** The name of an option as words. */
function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

/** How to check the match; loaded when a reader asks for it. */
function Fair({ id }: { readonly id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>How to check this match</summary>
      {open && <MatchFairness id={id} />}
    </details>
  );
}
