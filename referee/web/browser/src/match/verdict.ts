/** What a search thinks of a choice, in words. */

import type { AnalysedChoice } from "../api/model.ts";
import { decimal } from "../format.ts";

/** Whether a choice loses something, and what would be better, as a sentence. */
export function verdict({ options, values, chosen, best, blunder, line }: AnalysedChoice): string {
  const lost = (values[best] ?? 0) - (values[chosen] ?? 0);
  if (chosen === best || lost < 0.005) return "The search chooses this, too.";
  const better = line?.length ? line.slice(0, 4).join(", ") : options[best];
  return `${blunder ? "Blunder" : "The choice"}: it loses ${decimal(lost, 2)}. Better: ${better}.`;
}
