/** The choices of a reader who looks for some matches. */

import { titleOf } from "../api/faces.ts";
import type { League, MatchLine } from "../api/model.ts";
import type { Filter } from "./filter.ts";

const STATES = Object.keys({
  live: true,
  finished: true,
  planned: true,
  void: true,
} satisfies Record<MatchLine["state"], true>);

/** A value, and what it is called. */
type Choice = readonly [value: string, words: string];

interface Props {
  readonly league: League;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

export function Filters({ league, filter, onChange }: Props) {
  const select = (name: keyof Filter, label: string, choices: readonly Choice[]) => (
    <Select
      label={label}
      value={filter[name]}
      choices={choices}
      onChange={(value) => onChange({ ...filter, [name]: value, page: "" })}
    />
  );
  const games = [...new Map(league.games.map(({ name, title }) => [name, title]))];
  const rounds = league.rounds.map(({ number }) => String(number));
  return (
    <form class="filters" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
      {select("bot", "Bot", [["", "all bots"], ...league.bots.map(titled)])}
      {filter.bot && select("seat", "Its seat", [["", "any seat"], ...seats(league.seats ?? 5)])}
      {rounds.length > 0 && select("round", "Round", [["", "all rounds"], ...rounds.map(same)])}
      {games.length > 1 && select("game", "Game", [["", "all games"], ...games])}
      {select("fault", "Fault", [
        ["", "with or without"],
        ["any", "any fault"],
        ...league.fault_kinds.map(same),
      ])}
      {select("state", "State", [["", "all states"], ...STATES.map(same)])}
    </form>
  );
}

function same(value: string): Choice {
  return [value, value];
}

function titled(bot: string): Choice {
  return [bot, titleOf(bot)];
}

function seats(number: number): Choice[] {
  return Array.from({ length: number }, (_, seat) => [String(seat), `seat ${seat + 1}`]);
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

function Select({ label, value, choices, onChange }: SelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
