/** A table of matches. */

import type { MatchLine } from "../api/model.ts";
import { count, dayAndTime, duration } from "../format.ts";
import { BotLink, Link } from "./Link.tsx";
import { Scroll } from "./Scroll.tsx";

export function StateBadge({ state }: { readonly state: MatchLine["state"] }) {
  return <span class={`badge ${state}`}>{state}</span>;
}

interface Props {
  readonly matches: readonly MatchLine[];
  readonly caption?: string;
  /** Whether the matches are of several games, so that each says which. */
  readonly severalGames?: boolean;
}

export function MatchTable({ matches, caption, severalGames = false }: Props) {
  if (matches.length === 0) return <p class="message">No matches.</p>;
  const times = matches.some(({ started }) => started != null);
  const rounds = matches.some(({ round }) => round != null);
  return (
    <Scroll label="Matches">
      <table class="matches">
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            <th>Match</th>
            {rounds && <th class="number">Round</th>}
            {severalGames && <th>Game</th>}
            <th>Seats, with place and points</th>
            {times && <th>Started</th>}
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <tr key={match.id}>
              <th scope="row">
                <Link to="match" of={match.id}>
                  {match.id}
                </Link>
              </th>
              {rounds && <td class="number">{match.round}</td>}
              {severalGames && <td>{match.game}</td>}
              <td>
                <LineUp match={match} />
              </td>
              {times && (
                <td class="when">
                  {match.started != null && dayAndTime(match.started)}
                  {match.started != null && match.ended != null && (
                    <p class="muted small">{lasted(match.started, match.ended)}</p>
                  )}
                </td>
              )}
              <td>
                <StateBadge state={match.state} />
                {match.state === "void" && <p class="muted small">{match.reason}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** How long a match took, in words. */
function lasted(started: string, ended: string): string {
  return `in ${duration((Date.parse(ended) - Date.parse(started)) / 1000)}`;
}

/** The seats in their order, with what is known of their results. */
export function LineUp({ match }: { readonly match: MatchLine }) {
  return (
    <ol class="line-up">
      {match.seats.map((seat, index) => {
        const faults = Object.values(seat.faults ?? {}).reduce((sum, one) => sum + one, 0);
        return (
          <li key={index} class={seat.place === 1 ? "first" : undefined}>
            {seat.place != null && <span class="place number">{seat.place}.</span>}
            <BotLink bot={seat.bot} marked />
            {seat.score != null && !seat.forfeited && (
              <span class="number muted">{seat.score}</span>
            )}
            {seat.forfeited && <span class="badge">forfeited</span>}
            {faults > 0 && <span class="strikes">{count(faults, "fault")}</span>}
          </li>
        );
      })}
    </ol>
  );
}
