/** The time, as state of a component. */

import { useEffect, useState } from "preact/hooks";

/** Milliseconds since 1970, renewed every second. */
export function useNow(): number {
  const [now, set] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => set(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
