/** The table of a season. */

import type { TableRow } from "../api/model.ts";
import { seriesColour } from "../chart/series.ts";
import { decimal, percent } from "../format.ts";
import { BotLink } from "./Link.tsx";

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
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th class="number">Rank</th>
              <th>Bot</th>
              {hasOwners && <th>Owner</th>}
              <th class="number">Rating</th>
              <th class="number">Better</th>
              <th class="number">Wins</th>
              <th class="number">Mean place</th>
              <th class="number">Mean points</th>
              <th class="number">Matches</th>
              <th class="number">Strikes</th>
              <th class="number">Forfeits</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Row key={row.bot} row={row} colour={seriesColour(index)} hasOwners={hasOwners} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface RowProps {
  readonly row: TableRow;
  readonly colour: string;
  readonly hasOwners: boolean;
}

function Row({ row, colour, hasOwners }: RowProps) {
  return (
    <tr>
      <td class="number">{row.rank}</td>
      <th scope="row">
        <span class="swatch" style={{ background: colour }} />
        <BotLink bot={row.bot} />
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
  const half = low == null || high == null ? "∞" : decimal((high - low) / 2);
  return (
    <>
      <strong>{decimal(rating)}</strong> <span class="muted">± {half}</span>
    </>
  );
}
