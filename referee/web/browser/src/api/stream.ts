/** The steps of a match that is being played, as the server sends them. */

import type { End, Question, Step } from "./model.ts";
import { apiAddress } from "./site.ts";

export interface Listener {
  step(step: Step): void;
  question(question: Question): void;
  end(end: End): void;
  /** The server gives no stream: the match has just ended, or too many people watch. */
  refused(): void;
}

/** Milliseconds after which a stream that was refused is asked for again. */
const PATIENCE = 3000;

/**
 * Follow a match: all its steps so far, and then each as it comes.
 *
 * The stream is closed while nobody looks at the tab: browsers have few connections to one
 * server, and a hidden page would hold one of them. When the tab is shown again, a new stream
 * begins, with all steps from the first.
 *
 * @param id - the match.
 * @returns what stops it.
 */
export function follow(id: string, listener: Listener): () => void {
  let source: EventSource | null = null;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    source?.close();
    source = null;
  };
  // A connection that breaks is opened again by the browser; one that was refused is not.
  const retryWhereRefused = () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    close();
    timer = setTimeout(() => {
      listener.refused();
      look();
    }, PATIENCE);
  };
  const open = () => {
    source = new EventSource(apiAddress(`matches/${encodeURIComponent(id)}/live`));
    source.onerror = retryWhereRefused;
    source.addEventListener("step", ({ data }) => listener.step(JSON.parse(data) as Step));
    source.addEventListener("asked", ({ data }) => listener.question(JSON.parse(data) as Question));
    source.addEventListener("end", ({ data }) => {
      over = true;
      close();
      listener.end(JSON.parse(data) as End);
    });
  };
  const look = () => {
    if (document.hidden) close();
    else if (!source && !over) open();
  };

  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    clearTimeout(timer);
    close();
  };
}
