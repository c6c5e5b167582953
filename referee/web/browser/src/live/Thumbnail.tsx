/** A small picture of a match that is being played. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board, LivePosition } from "../api/model.ts";
import { type Resource, useResource } from "../api/resource.ts";
import { type Scene, sceneOf } from "../board/scene.ts";
import { QUIET } from "../board/story.ts";
import { BoardView } from "../board/view.ts";

/** Milliseconds between two looks at a position. */
const PERIOD = 4000;

/** The newest position of a match. The board comes with the first answer, for it never changes. */
export function usePosition(id: string): LivePosition | undefined {
  const board = useRef<Board | null>(null);
  const query = board.current ? "" : "?board=1";
  const path = `matches/${encodeURIComponent(id)}/position${query}`;
  const found = useLast(useResource<LivePosition>(path, { isOpen: () => true, period: PERIOD }));
  if (found?.board) board.current = found.board;
  return found && { ...found, board: board.current };
}

/** The last answer, also while the next one fails. */
export function useLast<T>(resource: Resource<T>): T | undefined {
  const last = useRef<T | undefined>(undefined);
  if (resource.state === "ready") last.current = resource.value;
  return last.current;
}

export function Thumbnail({ position }: { readonly position: LivePosition | undefined }) {
  if (position?.board)
    return <Picture board={position.board} scene={sceneOf(position.scene ?? {})} />;
  return <div class="thumbnail">{position?.words}</div>;
}

/** A board that nobody can zoom, and that is drawn as on a wide page. */
function Picture({ board, scene }: { readonly board: Board; readonly scene: Scene }) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<BoardView>(null);
  const drawn = useRef<Board | null>(null);
  useLayoutEffect(() => {
    view.current = new BoardView(board);
    frame.current?.replaceChildren(view.current.node);
  }, [board]);
  useLayoutEffect(() => {
    view.current?.show(scene, QUIET, drawn.current === board ? "moving" : "still");
    drawn.current = board;
  }, [board, scene]);
  return <div class="thumbnail" aria-hidden="true" ref={frame} />;
}
