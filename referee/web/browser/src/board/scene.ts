/** Scenes: what lies on a board at one step of a match. See `tianming_games/scene.py`. */

import type { Delta, Piece } from "../api/model.ts";

/** The pieces on the board by id. */
export type Scene = ReadonlyMap<string, Piece>;

/** The scene that an answer of the API holds. */
export function sceneOf(pieces: Readonly<Record<string, Piece>>): Scene {
  return new Map(Object.entries(pieces));
}

/** The scene after a step. */
export function advance(scene: Scene, delta: Delta | null | undefined): Scene {
  if (!delta) return scene;
  const next = new Map(scene);
  for (const id of delta.gone) next.delete(id);
  for (const [id, changes] of Object.entries(delta.set)) {
    const fields = Object.entries({ ...next.get(id), ...changes });
    const given = fields.filter(([, value]) => value !== null);
    next.set(id, Object.fromEntries(given) as unknown as Piece);
  }
  return next;
}

/** The ids of a scene in the order in which pieces are painted: by `z`, then by id. */
export function painted(scene: Scene): string[] {
  const height = (id: string) => scene.get(id)?.z ?? 0;
  return [...scene.keys()].sort((a, b) => height(a) - height(b) || (a < b ? -1 : 1));
}
