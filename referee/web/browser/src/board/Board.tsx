/** The board as a component. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board as BoardData } from "../api/model.ts";
import type { Scene } from "./scene.ts";
import { BoardView, type Manner } from "./view.ts";

interface Props {
  readonly board: BoardData;
  readonly scene: Scene;
  /** Ids of the pieces that the step changed. */
  readonly changed: ReadonlySet<string>;
  readonly manner: Manner;
}

export function Board({ board, scene, changed, manner }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<BoardView>(null);
  useLayoutEffect(() => {
    view.current = new BoardView(board);
    frame.current?.replaceChildren(view.current.node);
  }, [board]);
  useLayoutEffect(
    () => view.current?.show(scene, changed, manner),
    [board, scene, changed, manner],
  );
  return <div class="board-frame" ref={frame} />;
}

/** The pieces as a list of their words, for readers who cannot point at them. */
export function PiecesInWords({ scene }: { readonly scene: Scene | undefined }) {
  return (
    <ul class="in-words">
      {[...(scene ?? [])].map(([id, piece]) => (
        <li key={id}>{piece.words}</li>
      ))}
    </ul>
  );
}
