/** What the seat sees, as the server sends it. Each view is whole, so that no tab misses anything. */

import { useEffect, useState } from "preact/hooks";
import type { SeatStart, SeatView } from "../api/model.ts";
import { sentence } from "../api/problem.ts";
import { ApiError, apiAddress } from "../api/site.ts";

/** Milliseconds after which a stream that was refused is asked for again. */
const PATIENCE = 3000;

export interface Seat {
  readonly start?: SeatStart;
  readonly view?: SeatView;
  /** When the time for the answer is over, on the clock of the page. */
  readonly deadline?: number | undefined;
  /** Why the seat cannot be reached; empty if it can. */
  readonly trouble: string;
}

export function useSeat(token: string): Seat {
  const [seat, set] = useState<Seat>({ trouble: "" });
  useEffect(() => {
    const add = (news: Partial<Seat>) => set((before) => ({ ...before, ...news }));
    return followed(token, add);
  }, [token]);
  return seat;
}

/** Follow a seat until its match is over; return what stops that. */
function followed(token: string, add: (news: Partial<Seat>) => void): () => void {
  const path = `seat/${encodeURIComponent(token)}/live`;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  const open = () => {
    source = new EventSource(apiAddress(path));
    source.addEventListener("open", () => add({ trouble: "" }));
    source.addEventListener("start", ({ data }) => add({ start: JSON.parse(data) as SeatStart }));
    source.addEventListener("view", ({ data }) => {
      const view = JSON.parse(data) as SeatView;
      const deadline = view.left == null ? undefined : performance.now() + 1000 * view.left;
      if (view.over) source.close();
      add({ view, deadline });
    });
    source.onerror = () => {
      add({ trouble: AWAY });
      if (source.readyState === EventSource.CLOSED) why(path).then(refused);
    };
  };
  const refused = (error: ApiError) => {
    add({ trouble: error.message });
    if (error.status !== 404) timer = setTimeout(open, PATIENCE);
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

const AWAY =
  "The referee cannot be reached. Nothing is lost: this page tries again by itself, and shows what is asked.";

/** The reason why a stream is refused. */
async function why(path: string): Promise<ApiError> {
  const end = new AbortController();
  try {
    const answer = await fetch(apiAddress(path), { signal: end.signal });
    if (answer.ok) return new ApiError(0, AWAY);
    return new ApiError(answer.status, sentence(await answer.json()) ?? AWAY);
  } catch {
    return new ApiError(0, AWAY);
  } finally {
    end.abort();
  }
}
