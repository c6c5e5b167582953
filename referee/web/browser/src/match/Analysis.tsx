/** What a search thinks of the choice on show: the options with their values. */

import { useEffect, useState } from "preact/hooks";
import type { AnalysedChoice, MatchAnalysis, MatchView } from "../api/model.ts";
import { get } from "../api/site.ts";
import { count, decimal } from "../format.ts";
import type { MatchEvent } from "./state.ts";
import type { Moment } from "./timeline.ts";
import { verdict } from "./verdict.ts";

interface Props {
  readonly match: MatchView;
  readonly moment: Moment;
  readonly send: (event: MatchEvent) => void;
}

/** Options that are shown at once; the others wait behind a button. */
const SHOWN = 4;

export function Analysis({ match, moment, send }: Props) {
  const problem = useAnalysis(match, send);
  if (!match.analysed) return null;
  const { judged } = moment;
  return (
    <section class="analysis" aria-label="Analysis of this step">
      {problem && <p class="muted">{problem}</p>}
      {!problem && <p>{judged ? verdict(judged) : "The search judges choices only."}</p>}
      {judged && <Values judged={judged} />}
    </section>
  );
}

/** Load the analysis of a match; return why it cannot be shown. */
function useAnalysis({ id, analysed }: MatchView, send: Props["send"]): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!analysed) return;
    get<MatchAnalysis>(`matches/${encodeURIComponent(id)}/analysis`).then(
      (analysis) => send({ kind: "analysed", analysis }),
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [id, analysed]);
  return problem;
}

function Values({ judged }: { readonly judged: AnalysedChoice }) {
  const { options, values, chosen } = judged;
  const order = options.map((_, index) => index);
  order.sort((a, b) => (values[b] ?? -1) - (values[a] ?? -1));
  const first = order.slice(0, SHOWN);
  if (!first.includes(chosen)) first[SHOWN - 1] = chosen;
  const rest = order.filter((index) => !first.includes(index));
  return (
    <>
      <OptionTable judged={judged} order={first} />
      {rest.length > 0 && (
        <details>
          <summary>{count(rest.length, "more option")}</summary>
          <OptionTable judged={judged} order={rest} />
        </details>
      )}
    </>
  );
}

function OptionTable({
  judged: { options, values, chosen, best },
  order,
}: {
  readonly judged: AnalysedChoice;
  readonly order: readonly number[];
}) {
  return (
    <table class="values">
      <caption class="hidden">Options with their expected results</caption>
      <thead class="hidden">
        <tr>
          <th>Option</th>
          <th>Expected result</th>
        </tr>
      </thead>
      <tbody>
        {order.map((index) => (
          <tr key={index} class={index === best ? "best" : undefined}>
            <th scope="row" aria-current={index === chosen ? "true" : undefined}>
              {options[index]}
              {index === chosen && <span class="mark"> chosen</span>}
              {index === best && <span class="mark"> best</span>}
            </th>
            <td class="number">
              <Value value={values[index] ?? null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value as a number and as a bar. */
function Value({ value }: { readonly value: number | null }) {
  if (value === null) return <span class="muted">not tried</span>;
  return (
    <>
      <span class="share-bar room" aria-hidden="true">
        <span class="share-bar" style={{ width: `${100 * value}%` }} />
      </span>{" "}
      {decimal(value, 2)}
    </>
  );
}
