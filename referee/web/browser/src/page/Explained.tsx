/** A number that explains itself: to a mouse, to the keyboard, and to a finger. */

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  readonly words: string;
  readonly children: ComponentChildren;
}

/** The words are beside the number, and are shown while it has the pointer or the focus. */
export function Explained({ words, children }: Props) {
  const id = useId();
  return (
    <button type="button" class="explained" aria-describedby={id}>
      {children}
      <span class="words" role="tooltip" id={id}>
        {words}
      </span>
    </button>
  );
}
