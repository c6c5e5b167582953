/** Scrubber and buttons: the ways through a match. */

import { useMemo } from "preact/hooks";
import { IconButton } from "../Icon.tsx";
import { type Player, SPEEDS } from "./player.ts";
import type { MatchEvent } from "./state.ts";
import { begins, neighbour, type Timeline, type Unit } from "./timeline.ts";

interface Props {
  readonly line: Timeline;
  readonly player: Player;
  readonly live: boolean;
  readonly send: (event: MatchEvent) => void;
}

export function Transport({ line, player, live, send }: Props) {
  const { at, playing, speed, following } = player;
  const last = line.length - 1;
  const go = (unit: Unit, direction: 1 | -1) => send({ kind: "walk", unit, direction });
  const playLabel = playing ? "Pause" : at === last && !live ? "Play from the start" : "Play";
  return (
    <section class="transport card" aria-label="Move through the match">
      <Scrubber line={line} at={at} send={send} />
      <div class="buttons">
        <IconButton
          icon="previousRound"
          label="Previous round"
          idle={at === 0}
          onClick={() => go("round", -1)}
        />
        <IconButton
          icon="previousTurn"
          label="Previous turn"
          idle={at === 0}
          onClick={() => go("turn", -1)}
        />
        <IconButton
          icon="previous"
          label="Previous step"
          idle={at === 0}
          onClick={() => go("step", -1)}
        />
        <IconButton
          icon={playing ? "pause" : "play"}
          label={playLabel}
          class="play"
          onClick={() => send({ kind: "toggle" })}
        />
        <IconButton
          icon="next"
          label="Next step"
          idle={at === last}
          onClick={() => go("step", 1)}
        />
        <IconButton
          icon="nextTurn"
          label="Next turn"
          idle={at === last}
          onClick={() => go("turn", 1)}
        />
        <IconButton
          icon="nextRound"
          label="Next round"
          idle={at === last}
          onClick={() => go("round", 1)}
        />
      </div>
      <div class="buttons">
        <Jump unit="scoring" {...{ line, at, send }} />
        <Jump unit="fault" {...{ line, at, send }} />
        {line.some(({ judged }) => judged) && <Jump unit="blunder" {...{ line, at, send }} />}
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
      <p class="keys">
        <kbd>←</kbd> <kbd>→</kbd> step, with <kbd>Shift</kbd> turn, <kbd>Space</kbd> play
      </p>
    </section>
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
