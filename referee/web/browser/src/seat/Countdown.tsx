/** The time that is left for an answer. */

import { useEffect, useState } from "preact/hooks";
import { clockTime } from "../format.ts";

export function Countdown({ deadline }: { readonly deadline: number | undefined }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (deadline === undefined) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === undefined) return null;
  const left = Math.max(0, deadline - now) / 1000;
  return (
    <time aria-live="off" title="Time for this answer">
      {`${clockTime(left)} left`}
    </time>
  );
}
