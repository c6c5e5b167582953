/** The matches of an owner's bots: places, faults, times, output, records and replays. */

import { useEffect, useState } from "preact/hooks";
import type { OwnedMatches, OwnedMatchLine, OwnedSeatLine } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { apiAddress, href } from "../api/site.ts";
import { count, dayAndTime, duration, plain } from "../format.ts";
import { formatAddress } from "../match/address.ts";
import { Loaded } from "../page/Frame.tsx";
import { BotLink, Link } from "../page/Link.tsx";
import { Scroll } from "../page/Scroll.tsx";
import { OutputText } from "./parts.tsx";

/** Matches in one answer of the server. */
const AT_ONCE = 100;

/** Milliseconds after which the newest matches are read again. */
const PERIOD = 15_000;

/** Characters of output on show. */
const MOST = 200_000;

/** What a bot printed in a match. */
interface Printed {
  readonly match: string;
  readonly bot: string;
}

export function MatchesOfOwner({ bots }: { readonly bots: readonly string[] }) {
  const [bot, setBot] = useState("");
  const [before, setBefore] = useState(0);
  const [printed, setPrinted] = useState<Printed | null>(null);
  const query = new URLSearchParams({
    ...(bot && { bot }),
    ...(before && { before: `${before}` }),
  });
  const found = useResource<OwnedMatches>(`mine/matches?${query}`, {
    isOpen: () => before === 0,
    period: PERIOD,
  });
  const choose = (name: string) => {
    setBot(name);
    setBefore(0);
  };
  return (
    <>
      <div class="filters">
        <label>
          <span>Bot</span>
          <select value={bot} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            <option value="">all</option>
            {bots.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded of={found}>
        {({ matches = [] }) => (
          <>
            <MatchesTable matches={matches} onShow={setPrinted} />
            <Pages matches={matches} before={before} onChange={setBefore} />
          </>
        )}
      </Loaded>
      {printed && <Output {...printed} />}
    </>
  );
}

interface TableProps {
  readonly matches: readonly OwnedMatchLine[];
  readonly onShow: (printed: Printed) => void;
}

function MatchesTable({ matches, onShow }: TableProps) {
  if (matches.length === 0) return <p class="message">No matches.</p>;
  return (
    <Scroll label="Matches">
      <table class="matches">
        <caption>Finished matches, the newest first</caption>
        <thead>
          <tr>
            <th>Match</th>
            <th>Ended</th>
            <th>Seats, with place and points</th>
            <th>Yours</th>
            <th>Files</th>
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <tr key={match.number}>
              <th scope="row">
                <Link to="match" of={match.match}>
                  {match.match}
                </Link>
                {match.friendly && <span class="badge">friendly</span>}
              </th>
              <td>
                <time dateTime={match.ended}>{dayAndTime(match.ended)}</time>
              </td>
              <td>
                <Seats seats={match.seats ?? []} />
              </td>
              <td>
                <Own match={match} onShow={onShow} />
              </td>
              <td>
                {match.record_open ? (
                  <a
                    href={apiAddress(`mine/record?${new URLSearchParams({ match: match.match })}`)}
                  >
                    Record
                  </a>
                ) : (
                  <span class="muted small">after its set</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Seats({ seats }: { readonly seats: readonly OwnedSeatLine[] }) {
  return (
    <ol class="line-up">
      {seats.map((seat, index) => (
        <li key={index} class={seat.place === 1 ? "first" : undefined}>
          <span class="place number">{`${seat.place ?? 0}.`}</span>
          <BotLink bot={seat.bot} />
          <span class="number muted">{seat.points ?? 0}</span>
        </li>
      ))}
    </ol>
  );
}

/** Faults and times of the owner's seats, with their output and their own view of the replay. */
function Own({ match, onShow }: { readonly match: OwnedMatchLine } & Pick<TableProps, "onShow">) {
  return (
    <ul class="own-seats">
      {match.seats?.map((seat, index) =>
        seat.yours ? (
          <li key={index}>
            <span class="name">{seat.bot}</span>
            {seat.version && <span class="muted small">{seat.version}</span>}
            <span class="small">{facts(seat)}</span>
            {seat.forfeited && <span class="badge">{`forfeited: ${seat.forfeited}`}</span>}
            <button
              type="button"
              aria-label={`Output of ${seat.bot} in ${match.match}`}
              onClick={() => onShow({ match: match.match, bot: seat.bot })}
            >
              Output
            </button>
            <a
              href={`${href("match", match.match)}${formatAddress({ step: null, seat: index })}`}
              aria-label={`Its view: the replay of ${match.match} as ${seat.bot} saw it`}
            >
              Its view
            </a>
          </li>
        ) : null,
      )}
    </ul>
  );
}

function facts({ faults = 0, longest = 0, all = 0 }: OwnedSeatLine): string {
  return `${count(faults, "fault")}, longest answer ${duration(longest)}, all ${duration(all)}`;
}

interface PagesProps {
  readonly matches: readonly OwnedMatchLine[];
  readonly before: number;
  readonly onChange: (before: number) => void;
}

function Pages({ matches, before, onChange }: PagesProps) {
  const last = matches.length < AT_ONCE;
  if (before === 0 && last) return null;
  const oldest = matches[matches.length - 1]?.number ?? 0;
  const button = (words: string, idle: boolean, to: number) => (
    <button
      type="button"
      aria-disabled={idle ? "true" : undefined}
      onClick={() => idle || onChange(to)}
    >
      {words}
    </button>
  );
  return (
    <nav class="pages" aria-label="Pages of the matches">
      {button("Newest", before === 0, 0)}
      {button("Older", last, oldest)}
    </nav>
  );
}

function Output({ match, bot }: Printed) {
  const path = apiAddress(`mine/output?${new URLSearchParams({ match, bot })}`);
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    setText(null);
    fetch(path)
      .then(async (answer) => {
        const body = await answer.text();
        return answer.ok ? body : ((JSON.parse(body) as { message?: string }).message ?? "");
      })
      .catch(() => "The output cannot be read now.")
      .then((found) => wanted && setText(plain(found.slice(-MOST))));
    return () => {
      wanted = false;
    };
  }, [path]);
  return (
    <section aria-label={`Output of ${bot} in ${match}`}>
      <h3>
        Output of <span class="name">{bot}</span> in {match}
      </h3>
      <OutputText
        label="Output"
        text={text === null ? "Loading …" : text || "It printed nothing."}
      />
      <p>
        <a href={path} download={`${match}-${bot}.txt`}>
          Download the output
        </a>
      </p>
    </section>
  );
}
