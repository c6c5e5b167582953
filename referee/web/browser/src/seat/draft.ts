/** What a person has typed and chosen, but not confirmed. */

import { useState } from "preact/hooks";
import type { SeatRule } from "../api/model.ts";

/** What is chosen: an option, or to give up. */
export type Pending = number | "resign" | null;

/** The answer to a question before it is confirmed. */
export interface Draft {
  readonly question: number;
  readonly text: string;
  /** The options at a place of the board that the person has clicked. */
  readonly picked: readonly number[] | null;
  readonly pending: Pending;
  readonly error: string;
  /** The rule that the person reads. */
  readonly rule: SeatRule | null;
}

const EMPTY = { text: "", picked: null, pending: null, error: "", rule: null } as const;

/** The draft of a question, and what changes it. Each question begins with an empty one. */
export function useDraft(question: number): [Draft, (news: Partial<Draft>) => void] {
  const [draft, set] = useState<Draft>({ question, ...EMPTY });
  const of = (before: Draft) => (before.question === question ? before : { question, ...EMPTY });
  return [of(draft), (news) => set((before) => ({ ...of(before), ...news }))];
}

/** The draft without a choice. */
export const NOTHING = EMPTY;
