/** An answer of the API as the state of a component. */

import { useEffect, useState } from "preact/hooks";
import { ApiError, get } from "./site.ts";

export type Resource<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: ApiError }
  | { readonly state: "ready"; readonly value: T };

interface Options<T> {
  /** Whether to get an answer again from time to time, while somebody looks at the page. */
  readonly isOpen?: (value: T) => boolean;
  /** Milliseconds after which it is got again. */
  readonly period?: number;
  /** The answer is got again when this changes. */
  readonly version?: unknown;
}

/** Get an answer, and again when its path changes; the last one stays until the next is there. */
export function useResource<T>(
  path: string,
  { isOpen, period = PERIOD, version }: Options<T> = {},
): Resource<T> {
  const [resource, set] = useState<Resource<T>>({ state: "loading" });
  const time = useTime(resource.state === "ready" && (isOpen?.(resource.value) ?? false), period);
  const busy = useTime(resource.state === "failed" && BUSY.includes(resource.error.status), PERIOD);
  useEffect(() => {
    let wanted = true;
    get<T>(path).then(
      (value) => wanted && set({ state: "ready", value }),
      (error: unknown) => wanted && set({ state: "failed", error: asApiError(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [path, time, busy, version]);
  return resource;
}

/** The statuses of answers that may come a little later; 0 is no answer. */
const BUSY: readonly number[] = [0, 429, 503];

/** Milliseconds after which an answer that may change is got again. */
const PERIOD = 5000;

/** A number that grows from time to time while it is wanted and the page is looked at. */
function useTime(wanted: boolean, period: number): number {
  const [time, set] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => document.hidden || set((before) => before + 1), period);
    return () => clearInterval(timer);
  }, [wanted, period]);
  return time;
}

function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, String(error));
}
