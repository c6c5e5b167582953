/** The options of the open question in words, and the line that finds them. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { SeatView } from "../api/model.ts";
import type { Draft } from "./draft.ts";

interface Props {
  readonly view: SeatView;
  readonly draft: Draft;
  readonly listed: readonly number[];
  readonly change: (news: Partial<Draft>) => void;
  readonly explain: (option: number) => void;
}

export function Options(props: Props) {
  const { view, draft, change } = props;
  const line = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const { question, pending, picked, rule, text } = draft;
  useLayoutEffect(() => {
    const hasKeys = !matchMedia("(pointer: coarse)").matches;
    if (pending === null && hasKeys) line.current?.focus({ preventScroll: true });
  }, [question, pending, rule]);
  useLayoutEffect(() => {
    if (picked) list.current?.querySelector(".seat-option")?.scrollIntoView({ block: "nearest" });
  }, [picked]);
  return (
    <section class="seat-asked" aria-label="Options" onKeyDown={(event) => pressed(event, props)}>
      {view.advice?.map((one, index) => (
        <p key={index} class="muted">
          {one}
        </p>
      ))}
      <input
        ref={line}
        type="text"
        value={text}
        aria-label="Number or words of an option; ? shows its rule"
        placeholder="number or words; ? shows the rule"
        autocomplete="off"
        onInput={({ currentTarget }) => change({ text: currentTarget.value, pending: null })}
      />
      <ol class="seat-options" ref={list}>
        <List {...props} />
      </ol>
    </section>
  );
}

function List({ view: { options = [] }, draft, listed, change, explain }: Props) {
  return (
    <>
      {listed.map((index) => (
        <li key={index}>
          <button
            type="button"
            class="seat-option"
            data-option={index}
            aria-pressed={draft.pending === index}
            onClick={() => change({ pending: index })}
          >
            <span class="number muted">{index + 1}</span> {options[index]?.words}
          </button>
          {options[index]?.has_rule && (
            <button
              type="button"
              class="seat-why"
              aria-label={`Rule behind option ${index + 1}`}
              onClick={() => explain(index)}
            >
              ?
            </button>
          )}
        </li>
      ))}
    </>
  );
}

/** Keys of the line and of the list: Enter takes the only option, arrows go through them. */
function pressed(event: KeyboardEvent, { listed, change, explain }: Props): void {
  const target = event.target as HTMLElement;
  const section = event.currentTarget as HTMLElement;
  const isLine = target instanceof HTMLInputElement;
  const [first] = listed;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    move(section, target, step);
  } else if (event.key === "?") {
    const option = target.dataset.option === undefined ? first : Number(target.dataset.option);
    if (option !== undefined) explain(option);
  } else if (event.key === "Enter" && isLine && first !== undefined) {
    if (listed.length === 1) change({ pending: first });
    else move(section, target, 1);
  } else return;
  event.preventDefault();
}

/** Move the focus to the next or the previous option; above the first one is the line. */
function move(section: HTMLElement, from: HTMLElement, step: number): void {
  const stops = [...section.querySelectorAll<HTMLElement>("input, .seat-option")];
  const at = stops.indexOf(from);
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
}
