/** A number for each pair of bots. */

import { titleOf } from "../api/faces.ts";
import type { Meeting } from "../api/model.ts";
import { hundredths } from "../format.ts";
import { BotMark, Link } from "./Link.tsx";
import { Scroll } from "./Scroll.tsx";

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
    <Scroll label={caption}>
      <table class="each">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {order.map((bot, index) => (
              <th key={bot} scope="col" title={titleOf(bot)}>
                <span class="hidden">{titleOf(bot)}</span>
                <span aria-hidden="true">{index + 1}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((bot, index) => (
            <tr key={bot}>
              <th scope="row">
                <span class="number muted">{index + 1}</span> <BotMark bot={bot} />
                <span class="name">{titleOf(bot)}</span>
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
    </Scroll>
  );
}

interface CellProps {
  readonly meeting: Meeting | undefined;
  readonly share: number | null;
}

function Cell({ meeting, share }: CellProps) {
  if (!meeting || share === null) return <td class="self">–</td>;
  const { bot, opponent, ahead = 0, level = 0, behind = 0 } = meeting;
  const words = `${titleOf(bot)} beside ${titleOf(opponent)}: ${ahead} times ahead, ${level} level, ${behind} behind`;
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
