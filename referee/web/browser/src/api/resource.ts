/** An answer of the API as the state of a component. */

import { useEffect, useState } from "preact/hooks";
import { ApiError, get } from "./site.ts";

export type Resource<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: ApiError }
  | { readonly state: "ready"; readonly value: T };

/** Get an answer, and again when its path changes; the last one stays until the next is there. */
export function useResource<T>(path: string): Resource<T> {
  const [resource, set] = useState<Resource<T>>({ state: "loading" });
  useEffect(() => {
    let wanted = true;
    get<T>(path).then(
      (value) => wanted && set({ state: "ready", value }),
      (error: unknown) => wanted && set({ state: "failed", error: asApiError(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [path]);
  return resource;
}

function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, String(error));
}
