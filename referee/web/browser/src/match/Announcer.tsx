/** Tells screen readers what happens. */

import { useEffect, useState } from "preact/hooks";
import type { MatchState } from "./state.ts";
import type { Moment } from "./timeline.ts";
import { verdict } from "./verdict.ts";

/** Milliseconds for which a step must stay on show before it is read out. */
const PATIENCE = 700;

/** A live region that has the words of the step, unless the next one is about to come. */
export function Announcer({ state: { line, player } }: { readonly state: MatchState }) {
  const words = spoken(line[player.at]);
  const [said, say] = useState("");
  useEffect(() => {
    if (player.playing && player.speed > 1) return;
    const timer = setTimeout(() => say(words), PATIENCE);
    return () => clearTimeout(timer);
  }, [words, player.playing, player.speed]);
  return (
    <p class="hidden" aria-live="polite">
      {said}
    </p>
  );
}

/** What is read out of a moment: its step, and a blunder. */
function spoken(moment: Moment | undefined): string {
  const words = moment?.step?.words ?? "";
  return moment?.judged?.blunder ? `${words} ${verdict(moment.judged)}` : words;
}
