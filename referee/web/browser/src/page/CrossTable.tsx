/** A number for each pair of bots. */

import type { Meeting } from "../api/model.ts";
import { hundredths } from "../format.ts";
import { Link } from "./Link.tsx";

interface Props {
  readonly meetings: readonly Meeting[];
  /** Bots in the order of rows and columns. */
  readonly order: readonly string[];
  readonly caption: string;
  /** A share of one, or null where there is none. */
  readonly value: (meeting: Meeting) => number | null;
}

export function CrossTable({ meetings, order, caption, value }: Props) {
  const pairs = new Map(meetings.map((meeting) => [pair(meeting.bot, meeting.opponent), meeting]));
  return (
    <div class="scroll">
      <table class="each">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {order.map((bot, index) => (
              <th key={bot} scope="col" title={bot}>
                <span class="hidden">{bot}</span>
                <span aria-hidden="true">{index + 1}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((bot, index) => (
            <tr key={bot}>
              <th scope="row">
                <span class="number muted">{index + 1}</span> <span class="name">{bot}</span>
              </th>
              {order.map((opponent) => {
                const meeting = pairs.get(pair(bot, opponent));
                return (
                  <Cell key={opponent} meeting={meeting} share={meeting ? value(meeting) : null} />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly meeting: Meeting | undefined;
  readonly share: number | null;
}

function Cell({ meeting, share }: CellProps) {
  if (!meeting || share === null) return <td class="self">–</td>;
  const { bot, opponent, ahead = 0, level = 0, behind = 0 } = meeting;
  const words = `${bot} beside ${opponent}: ${ahead} times ahead, ${level} level, ${behind} behind`;
  return (
    <td title={words} style={{ "--share": share }}>
      <Link to="versus" of={bot} and={opponent}>
        <span class="hidden">{`${words}: `}</span>
        {hundredths(share)}
      </Link>
    </td>
  );
}

function pair(bot: string, opponent: string): string {
  return JSON.stringify([bot, opponent]);
}
