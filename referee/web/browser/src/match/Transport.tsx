/** Scrubber and buttons: the ways through a match. */

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { IconButton, type IconName } from "../Icon.tsx";
import { type Player, SPEEDS } from "./player.ts";
import type { MatchEvent } from "./state.ts";
import { begins, neighbour, type Timeline, type Unit } from "./timeline.ts";

interface Props {
  readonly line: Timeline;
  readonly player: Player;
  readonly live: boolean;
  readonly send: (event: MatchEvent) => void;
  /** Further controls. */
  readonly children?: ComponentChildren;
}

export function Transport({ line, player, live, send, children }: Props) {
  const { at, playing, speed, following } = player;
  const last = line.length - 1;
  const go = (unit: Unit, direction: 1 | -1) => send({ kind: "walk", unit, direction });
  const playLabel = playing ? "Pause" : at === last && !live ? "Play from the start" : "Play";
  const step = (icon: IconName, label: string, unit: Unit, direction: 1 | -1) => (
    <IconButton
      icon={icon}
      label={label}
      idle={at === (direction === 1 ? last : 0)}
      onClick={() => go(unit, direction)}
    />
  );
  return (
    <div class="controls">
      <section class="transport" aria-label="Move through the match">
        <Scrubber line={line} at={at} send={send} />
        <div class="buttons">
          {step("previousTurn", "Previous turn", "turn", -1)}
          {step("previous", "Previous step", "step", -1)}
          <IconButton
            icon={playing ? "pause" : "play"}
            label={playLabel}
            class="play"
            onClick={() => send({ kind: "toggle" })}
          />
          {step("next", "Next step", "step", 1)}
          {step("nextTurn", "Next turn", "turn", 1)}
          <Speed speed={speed} send={send} />
          {live && (
            <button
              type="button"
              class="live-button"
              aria-pressed={following}
              onClick={() => send({ kind: "go", to: last })}
            >
              Live
            </button>
          )}
        </div>
      </section>
      <section class="ways" aria-label="More ways through the match">
        <span class="jump">
          {step("previousRound", "Previous round", "round", -1)}
          <span class="unit">round</span>
          {step("nextRound", "Next round", "round", 1)}
        </span>
        <Jump unit="scoring" {...{ line, at, send }} />
        <Jump unit="fault" {...{ line, at, send }} />
        {line.some(({ judged }) => judged) && <Jump unit="blunder" {...{ line, at, send }} />}
        {children}
      </section>
    </div>
  );
}

function Speed({ speed, send }: Pick<Props, "send"> & { readonly speed: number }) {
  return (
    <label class="speed">
      <span class="hidden">Speed</span>
      <select
        value={String(speed)}
        onChange={(event) => send({ kind: "speed", speed: Number(event.currentTarget.value) })}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={String(one)}>
            {one}×
          </option>
        ))}
      </select>
    </label>
  );
}

const NAMES = { scoring: "scoring", fault: "fault", blunder: "blunder" } as const;

/** Buttons to the previous and the next of what does not come often. */
function Jump({
  unit,
  line,
  at,
  send,
}: Pick<Props, "line" | "send"> & { at: number; unit: keyof typeof NAMES }) {
  const go = (direction: 1 | -1) => send({ kind: "walk", unit, direction });
  const none = (direction: 1 | -1) => neighbour(line, at, unit, direction) === at;
  return (
    <span class="jump">
      <IconButton
        icon="previous"
        label={`Previous ${NAMES[unit]}`}
        idle={none(-1)}
        onClick={() => go(-1)}
      />
      <span class="unit">{NAMES[unit]}</span>
      <IconButton icon="next" label={`Next ${NAMES[unit]}`} idle={none(1)} onClick={() => go(1)} />
    </span>
  );
}

function Scrubber({ line, at, send }: Pick<Props, "line" | "send"> & { at: number }) {
  const last = Math.max(1, line.length - 1);
  const moment = line[at];
  const where = [moment?.round, moment?.turn].filter(Boolean).join(", ");
  return (
    <div class="scrubber">
      <Marks line={line} />
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label="Step"
        aria-valuetext={`Step ${at} of ${line.length - 1}. ${where}. ${moment?.step?.words ?? "The start"}`}
        onInput={(event) => send({ kind: "go", to: event.currentTarget.valueAsNumber })}
      />
      <p class="where">
        <span>{where}</span>
        <span class="number muted">
          {at} / {line.length - 1}
        </span>
      </p>
    </div>
  );
}

/** Where rounds begin, points are counted, and faults happen; the ticks stand over the scrubber. */
function Marks({ line }: { readonly line: Timeline }) {
  const ticks = useMemo(
    () =>
      (["round", "scoring", "fault", "blunder"] as const).map((unit) => ({
        unit,
        path: line.map((_, index) => (begins(line, index, unit) ? `M${index} 0V1` : "")).join(""),
      })),
    [line],
  );
  return (
    <svg
      class="marks"
      viewBox={`0 0 ${Math.max(1, line.length - 1)} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {ticks.map(({ unit, path }) => (
        <path key={unit} class={unit} d={path} />
      ))}
    </svg>
  );
}
