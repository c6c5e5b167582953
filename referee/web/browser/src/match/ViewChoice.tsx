/** What is shown of a match that is over: whose view, and whether the options not taken. */

import { useState } from "preact/hooks";
import type { MatchView } from "../api/model.ts";
import { isAlone, isStatic } from "../api/site.ts";
import type { MatchEvent } from "./state.ts";
import { changeView, type View } from "./useMatch.ts";

interface Props {
  readonly match: MatchView;
  readonly seat: number | null;
  readonly live: boolean;
  readonly send: (event: MatchEvent) => void;
}

export function ViewChoice({ match, seat, live, send }: Props) {
  const [options, setOptions] = useState(false);
  if (live || (isStatic && !isAlone)) return null;
  const change = (view: View) => {
    setOptions(view.options);
    changeView(match.id, view, send);
  };
  return (
    <div class="view-choice">
      <SeatChoice match={match} seat={seat} onChange={(one) => change({ seat: one, options })} />
      {!isAlone && (
        <label>
          <input
            type="checkbox"
            checked={options}
            onChange={({ currentTarget }) => change({ seat, options: currentTarget.checked })}
          />
          <span>Options not taken</span>
        </label>
      )}
    </div>
  );
}

interface SeatChoiceProps extends Pick<Props, "match" | "seat"> {
  readonly onChange: (seat: number | null) => void;
}

/** Everybody's view, or that of a seat where seats know what others do not. */
function SeatChoice({ match, seat, onChange }: SeatChoiceProps) {
  if (!match.views?.length) return null;
  return (
    <label>
      <span>View</span>
      <select
        value={seat === null ? "" : String(seat)}
        onChange={({ currentTarget: { value } }) => onChange(value === "" ? null : Number(value))}
      >
        <option value="">of everybody</option>
        {match.views.map((one) => (
          <option key={one} value={String(one)}>
            {`of ${match.seats[one]?.bot ?? `seat ${one + 1}`}`}
          </option>
        ))}
      </select>
    </label>
  );
}
