/** All matches, by pages, or only those that a reader looks for. */

import { useEffect, useState } from "preact/hooks";
import type { League, MatchLine, MatchPage } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { feedAddress, isAlone, isStatic } from "../api/site.ts";
import { count } from "../format.ts";
import { Filters } from "./Filters.tsx";
import { Frame, Loaded, setTitle } from "./Frame.tsx";
import { chosen, type Filter, fromQuery, matchesPath, toQuery } from "./filter.ts";
import { MatchTable } from "./MatchTable.tsx";
import { Search } from "./Search.tsx";

export function MatchesPage() {
  const league = useResource<League>("league", {
    isOpen: ({ running, pending }) => !isStatic && (running || pending === true),
  });
  const [filter, setFilter] = useFilter();
  const isRunning = league.state === "ready" && league.value.running;
  const matches = useResource<MatchPage>(isStatic ? "matches" : matchesPath(filter), {
    isOpen: (page) => !isStatic && (isRunning || page.matches.some(isLive)),
  });
  useEffect(() => setTitle("Matches"), []);
  const severalGames = league.state === "ready" && league.value.games.length > 1;
  return (
    <Frame current="matches">
      <div class="heading">
        <h1>Matches</h1>
        {league.state === "ready" && <Search bots={league.value.bots} />}
      </div>
      {league.state === "ready" && (
        <Filters league={league.value} filter={filter} onChange={setFilter} />
      )}
      <Loaded of={matches}>
        {(all) => (
          <Found
            page={isStatic ? chosen(all, filter) : all}
            severalGames={severalGames}
            onChange={(number) => setFilter({ ...filter, page: String(number) })}
          />
        )}
      </Loaded>
    </Frame>
  );
}

function isLive({ state }: MatchLine): boolean {
  return state === "live";
}

/** The filter, which is the query of the address, so that readers can keep it and send it. */
function useFilter(): readonly [Filter, (filter: Filter) => void] {
  const [filter, set] = useState(() => fromQuery(location.search));
  useEffect(() => {
    const read = () => set(fromQuery(location.search));
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);
  const change = (next: Filter) => {
    history.pushState(null, "", `${location.pathname}${toQuery(next)}`);
    set(next);
  };
  return [filter, change];
}

interface FoundProps {
  readonly page: MatchPage;
  readonly severalGames: boolean;
  /** Go to another page of the list. */
  readonly onChange: (number: number) => void;
}

function Found({ page, severalGames, onChange }: FoundProps) {
  return (
    <section class="card" aria-label="Matches found">
      <MatchTable
        matches={page.matches}
        caption={count(page.total, "match", "matches")}
        severalGames={severalGames}
      />
      <Pages page={page} onChange={onChange} />
      {!isAlone && (
        <p class="muted small">
          New results as a feed: <a href={feedAddress("atom")}>Atom</a>,{" "}
          <a href={feedAddress("json")}>JSON</a>
        </p>
      )}
    </section>
  );
}

type PagesProps = Pick<FoundProps, "page" | "onChange">;

function Pages({ page: { page, size, total }, onChange }: PagesProps) {
  const last = Math.ceil(total / size);
  if (page > Math.max(1, last)) return <Beyond {...{ page, last, onChange }} />;
  if (last <= 1) return null;
  const button = (words: string, number: number) => {
    const idle = number < 1 || number > last;
    return (
      <button
        type="button"
        aria-disabled={idle ? "true" : undefined}
        onClick={() => idle || onChange(number)}
      >
        {words}
      </button>
    );
  };
  return (
    <nav class="pages" aria-label="Pages of the list">
      {button("Newer", page - 1)}
      <span class="number">{`Page ${page} of ${last}`}</span>
      {button("Older", page + 1)}
    </nav>
  );
}

interface BeyondProps extends Pick<FoundProps, "onChange"> {
  readonly page: number;
  readonly last: number;
}

/** A page after the last one, as an old link may name it, and the way back. */
function Beyond({ page, last, onChange }: BeyondProps) {
  const to = Math.max(1, last);
  return (
    <nav class="pages" aria-label="Pages of the list">
      <span>{`There is no page ${page.toLocaleString("en")}.`}</span>
      <button type="button" onClick={() => onChange(to)}>
        {`Go to page ${to}`}
      </button>
    </nav>
  );
}
