/** The step on show: what happened, and what else the seat could have done. */

import type { Step } from "../api/model.ts";
import { count } from "../format.ts";
import type { Moment } from "./timeline.ts";

export function Now({ moment }: { readonly moment: Moment }) {
  const { step } = moment;
  return (
    <section class="now" aria-label="This step">
      <p class="words">{step?.words ?? "The start of the match."}</p>
      {step?.gains && <p class="gains">{step.gains}</p>}
      {step && <Origin step={step} />}
      {step?.options && step.options.length > 1 && !moment.judged && (
        <Options options={step.options} chosen={step.chosen ?? null} />
      )}
    </section>
  );
}

const ORIGINS: Readonly<Record<string, string>> = {
  substitute: "The referee chose in place of this answer.",
  house: "A substitute plays this seat, for its bot has forfeited.",
  forced: "The rules left one option, so nobody was asked.",
};

function Origin({ step }: { readonly step: Step }) {
  const words = ORIGINS[step.origin ?? "bot"];
  return words ? <p class="muted">{words}</p> : null;
}

function Options({
  options,
  chosen,
}: {
  readonly options: readonly string[];
  readonly chosen: number | null;
}) {
  return (
    <details>
      <summary>{`Chosen from ${count(options.length, "option")}, in the notation of the rules`}</summary>
      <ul class="options">
        {options.map((option, index) => (
          <li key={index} aria-current={index === chosen ? "true" : undefined}>
            {option}
          </li>
        ))}
      </ul>
    </details>
  );
}
