/** The table of a season. */

import type { TableRow } from "../api/model.ts";
import { decimal, percent } from "../format.ts";
import { Explained } from "./Explained.tsx";
import { BotLink } from "./Link.tsx";
import { Scroll } from "./Scroll.tsx";

/** What happens to a forfeited seat. */
export const HOUSE =
  "A forfeited seat has the last place. A substitute plays it from then on, and its points are not the bot's.";

interface Props {
  readonly rows: readonly TableRow[];
  /** Whether the first table is still being computed. */
  readonly isComing?: boolean;
}

export function Standings({ rows, isComing = false }: Props) {
  if (rows.length === 0) {
    const words = isComing ? "The table is being computed." : "No match is finished yet.";
    return <p class="message">{words}</p>;
  }
  const hasOwners = rows.some(({ owner }) => owner != null);
  return (
    <>
      <p class="muted small">
        The ± is a 95 % interval. “Better” is the probability that a bot is better than the one
        below it.{rows.some(({ forfeits }) => forfeits > 0) && ` ${HOUSE}`}
      </p>
      <Scroll label="Table">
        <table>
          <thead>
            <tr>
              <th class="number">Rank</th>
              <th>Bot</th>
              {hasOwners && <th>Owner</th>}
              <Head
                name="Rating"
                words="Strength in points; 1500 is the average, and 400 more win ten times as often."
              />
              <Head
                name="Better"
                words="Probability that the bot is better than the one below it."
              />
              <Head name="Wins" words="Share of matches in which it has the first place." />
              <Head name="Mean place" words="Its mean place; a forfeited seat has the last one." />
              <Head
                name="Mean points"
                words="Its mean points in the seats that it has not forfeited."
              />
              <Head name="Matches" words="Matches that count." />
              <Head name="Strikes" words="Answers that were late, wrong or missing." />
              <Head name="Forfeits" words="Matches in which its strikes ended its play." />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.bot} row={row} hasOwners={hasOwners} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

/** The head of a column of numbers, which says what they are. */
function Head({ name, words }: { readonly name: string; readonly words: string }) {
  return (
    <th class="number">
      <Explained words={words}>{name}</Explained>
    </th>
  );
}

interface RowProps {
  readonly row: TableRow;
  readonly hasOwners: boolean;
}

function Row({ row, hasOwners }: RowProps) {
  return (
    <tr>
      <td class="number">{row.rank}</td>
      <th scope="row">
        <BotLink bot={row.bot} marked />
        {row.benched != null && (
          <>
            {" "}
            <span class="badge" title={row.benched}>
              benched
            </span>
          </>
        )}
      </th>
      {hasOwners && <td class="name">{row.owner}</td>}
      <td class="number">
        <Rating row={row} />
      </td>
      <td class="number">{row.better_than_next == null ? "" : percent(row.better_than_next)}</td>
      <td class="number">{percent(row.win_share)}</td>
      <td class="number">{decimal(row.mean_place, 2)}</td>
      <td class="number">{meanPoints(row)}</td>
      <td class="number">{row.matches.toLocaleString("en")}</td>
      <td class="number">{row.strikes}</td>
      <td class="number">{row.forfeits}</td>
    </tr>
  );
}

/** The mean points of the seats that a bot has not forfeited. */
export function meanPoints({ mean_points: mean }: TableRow): string {
  return mean == null ? "–" : decimal(mean, 1);
}

/** A rating with half the width of its interval. */
export function Rating({ row: { rating, low, high } }: { readonly row: TableRow }) {
  if (rating == null) return <span class="muted">none yet</span>;
  const known = low != null && high != null;
  const half = known ? `± ${decimal((high - low) / 2)}` : "few";
  const words = known
    ? `Between ${decimal(low)} and ${decimal(high)} with a probability of 95 %.`
    : "Too few sets for an interval.";
  return (
    <Explained words={words}>
      <strong>{decimal(rating)}</strong> <span class="muted">{half}</span>
    </Explained>
  );
}
