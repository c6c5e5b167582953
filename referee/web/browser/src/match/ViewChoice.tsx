/** What is shown of a match that is over: whose view, and whether the options not taken. */

import { useState } from "preact/hooks";
import type { MatchView } from "../api/model.ts";
import { isStatic } from "../api/site.ts";
import type { MatchEvent } from "./state.ts";
import { changeView } from "./useMatch.ts";

interface Props {
  readonly match: MatchView;
  readonly seat: number | null;
  readonly send: (event: MatchEvent) => void;
}

export function ViewChoice({ match, seat, send }: Props) {
  const [options, setOptions] = useState(false);
  if (!match.views?.length) return null;
  const chooseSeat = (value: string) => {
    changeView(match.id, { seat: value === "" ? null : Number(value), options }, send);
  };
  const chooseOptions = (wanted: boolean) => {
    setOptions(wanted);
    changeView(match.id, { seat, options: wanted }, send);
  };
  return (
    <div class="view-choice">
      <label>
        <span>View</span>
        <select
          value={seat === null ? "" : String(seat)}
          onChange={({ currentTarget }) => chooseSeat(currentTarget.value)}
        >
          <option value="">of everybody</option>
          {match.views.map((one) => (
            <option key={one} value={String(one)}>
              {`of ${match.seats[one]?.bot ?? `seat ${one}`}`}
            </option>
          ))}
        </select>
      </label>
      {!isStatic && (
        <label>
          <input
            type="checkbox"
            checked={options}
            onChange={({ currentTarget }) => chooseOptions(currentTarget.checked)}
          />
          <span>Options</span>
        </label>
      )}
    </div>
  );
}
