/** What a bot told of how it came to a choice: its own words, and what it says that they cost. */

import { useState } from "preact/hooks";
import type { ReasoningText, Step, Thought } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { bytes, plain, usage } from "../format.ts";

interface Props {
  readonly match: string;
  readonly step: Step;
}

/** The reasoning of a step, which is got when somebody opens it. */
export function Reasoning({ match, step }: Props) {
  const [open, setOpen] = useState(false);
  const size = step.thought?.reasoning;
  if (!size) return null;
  return (
    <details class="reasoning" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`Reasoning, ${bytes(size)}`}</summary>
      {open && <Text match={match} n={step.n} />}
    </details>
  );
}

function Text({ match, n }: { readonly match: string; readonly n: number }) {
  const found = useResource<ReasoningText>(`matches/${encodeURIComponent(match)}/reasoning?n=${n}`);
  if (found.state === "loading") return <p class="muted">Loading …</p>;
  if (found.state === "failed") return <p class="muted">{found.error.message}</p>;
  return <pre dir="auto">{plain(found.value.text)}</pre>;
}

/** What the bot of a seat declared for all its choices. */
export function Declared({
  steps,
  seat,
}: {
  readonly steps: readonly Step[];
  readonly seat: number;
}) {
  const told = steps.filter((one) => one.seat === seat).map((one) => one.thought);
  const words = usage(sum(told, "tokens_in"), sum(told, "tokens_out"), sum(told, "cost"));
  if (!words) return null;
  return <span title="As the bot declared it. Nobody has checked it.">{words}</span>;
}

function sum(
  told: readonly (Thought | null | undefined)[],
  name: "tokens_in" | "tokens_out" | "cost",
): number {
  return told.reduce((all, one) => all + (one?.[name] ?? 0), 0);
}
