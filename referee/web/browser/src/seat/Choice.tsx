/** What is chosen until it is confirmed. It is always there, so that nothing moves under a click. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { SeatView } from "../api/model.ts";
import { type Draft, NOTHING } from "./draft.ts";

interface Props {
  readonly view: SeatView;
  readonly draft: Draft;
  readonly listed: readonly number[];
  readonly change: (news: Partial<Draft>) => void;
  readonly confirm: () => void;
}

export function Choice({ view, draft, listed, change, confirm }: Props) {
  const sure = useRef<HTMLButtonElement>(null);
  const { pending } = draft;
  useLayoutEffect(() => {
    if (pending !== null) sure.current?.focus({ preventScroll: true });
  }, [pending]);
  // The second click of a double click on an option must not confirm it.
  const clicked = (event: MouseEvent) => {
    if (event.detail < 2) confirm();
  };
  return (
    <div class="seat-choice">
      <p aria-live="polite">{said(view, draft, listed)}</p>
      <div class="seat-ways">
        <button
          type="button"
          class="main-button"
          ref={sure}
          aria-disabled={pending === null}
          onClick={clicked}
        >
          Confirm
        </button>
        <button type="button" onClick={() => change(NOTHING)}>
          Take back
        </button>
        <button type="button" onClick={() => change({ pending: "resign" })}>
          Give up
        </button>
      </div>
    </div>
  );
}

function said({ options = [] }: SeatView, { pending }: Draft, listed: readonly number[]): string {
  if (pending === "resign") return "You give up the match.";
  if (pending !== null) return `Your choice: ${options[pending]?.words}`;
  if (listed.length === options.length) return "Choose an option, here or on the board.";
  return `${listed.length} of ${options.length} options. Take back shows all.`;
}
