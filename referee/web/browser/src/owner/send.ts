/** Requests that change something: each has the form token of the session that the page shows. */

import { useState } from "preact/hooks";
import { sentence } from "../api/problem.ts";
import { ApiError, answered, apiAddress, UNREACHED } from "../api/site.ts";

const FORM = "X-Tianming-Form";

/** Send a form, and return the answer. */
export function post<T>(path: string, form: string, body: unknown = {}): Promise<T> {
  return answered<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json", [FORM]: form },
    body: JSON.stringify(body),
  });
}

/** The path of a request about a bot. */
export function ofBot(bot: string, what: string): string {
  return `mine/bots/${encodeURIComponent(bot)}/${what}`;
}

/**
 * Send a file; `fetch` cannot say how much of it was sent.
 *
 * @param onSent - called with the share that was sent.
 */
export function upload<T>(
  path: string,
  form: string,
  file: Blob,
  onSent: (share: number) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", apiAddress(path));
    request.setRequestHeader(FORM, form);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 1);
    request.onerror = () => reject(new ApiError(0, UNREACHED));
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status === 200) resolve(body as T);
      else reject(new ApiError(request.status, sentence(body) ?? request.statusText));
    };
    request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface Action {
  readonly busy: boolean;
  /** The sentence of the last failure; empty without one. */
  readonly error: string;
  /** Do it, unless it is being done. */
  readonly run: (work: () => Promise<void>) => void;
}

/** Something that takes a while and may fail. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const run = (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError("");
    work()
      .catch((failure: unknown) => setError(failure instanceof Error ? failure.message : "Failed."))
      .finally(() => setBusy(false));
  };
  return { busy, error, run };
}
