/** The open question: its options in words, and what is chosen until it is confirmed. */

import { useEffect, useRef } from "preact/hooks";
import type { SeatView } from "../api/model.ts";
import type { Pending } from "./SeatPage.tsx";

interface Props {
  readonly view: SeatView;
  readonly listed: readonly number[];
  readonly text: string;
  readonly pending: Pending;
  readonly setText: (text: string) => void;
  readonly setPending: (pending: Pending) => void;
  readonly takeBack: () => void;
  readonly confirm: () => void;
  readonly explain: (option: number) => void;
}

export function Question(props: Props) {
  const { view, text, pending, setPending, takeBack, confirm } = props;
  const line = useRef<HTMLInputElement>(null);
  const sure = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (pending !== null) sure.current?.focus();
    else if (!matchMedia("(pointer: coarse)").matches) line.current?.focus();
  }, [pending]);
  const words =
    pending === "resign" ? "You give up the match." : view.options?.[pending ?? -1]?.words;
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") takeBack();
    else pressed(event, props);
  };
  return (
    <section class="asked-now" aria-label="Your choice" onKeyDown={press}>
      {view.advice?.map((one, index) => (
        <p key={index} class="muted">
          {one}
        </p>
      ))}
      {pending !== null && (
        <div class="pending">
          <p>{`Your choice: ${words}`}</p>
          <div class="seat-ways">
            <button type="button" ref={sure} onClick={confirm}>
              Confirm
            </button>
            <button type="button" onClick={takeBack}>
              Take back
            </button>
          </div>
        </div>
      )}
      <input
        ref={line}
        type="text"
        value={text}
        aria-label="Number or words of an option; ? shows its rule"
        placeholder="number or words; ? shows the rule"
        autocomplete="off"
        onInput={({ currentTarget }) => props.setText(currentTarget.value)}
      />
      <Choices {...props} />
      <div class="seat-ways">
        <button type="button" onClick={takeBack}>
          All options
        </button>
        <button type="button" onClick={() => setPending("resign")}>
          Give up
        </button>
      </div>
    </section>
  );
}

function Choices({ view, listed, pending, setPending, explain }: Props) {
  return (
    <ol class="choices" aria-label="Options">
      {listed.map((index) => {
        const option = view.options?.[index];
        return (
          <li key={index}>
            <button
              type="button"
              class="choice"
              data-option={index}
              aria-pressed={pending === index}
              onClick={() => setPending(index)}
            >
              {`${index + 1} ${option?.words}`}
            </button>
            {option?.has_rule && (
              <button
                type="button"
                class="why"
                aria-label={`Rule behind option ${index + 1}`}
                onClick={() => explain(index)}
              >
                ?
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Keys of the line and of the list: Enter takes the only option, arrows go through them. */
function pressed(event: KeyboardEvent, { listed, setPending, explain }: Props): void {
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
    if (listed.length === 1) setPending(first);
    else move(section, target, 1);
  } else return;
  event.preventDefault();
}

/** Move the focus to the next or the previous option; above the first one is the line. */
function move(section: HTMLElement, from: HTMLElement, step: number): void {
  const stops = [...section.querySelectorAll<HTMLElement>("input, .choice")];
  const at = stops.indexOf(from);
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
}
