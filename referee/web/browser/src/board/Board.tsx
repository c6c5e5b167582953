/** The board as a component. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board as BoardData } from "../api/model.ts";
import type { Offer } from "./offer.ts";
import { isTallLarger } from "./place.ts";
import type { Scene } from "./scene.ts";
import type { Story } from "./story.ts";
import { BoardView, type Manner } from "./view.ts";
import { zoomable } from "./zoom.ts";

const NONE: readonly Offer[] = [];

interface Props {
  readonly board: BoardData;
  readonly scene: Scene;
  /** What happened in the step. */
  readonly story: Story;
  readonly manner: Manner;
  /** Places that a person may choose. */
  readonly offers?: readonly Offer[];
}

export function Board({ board, scene, story, manner, offers = NONE }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<BoardView>(null);
  useLayoutEffect(() => {
    view.current = new BoardView(board);
    frame.current?.replaceChildren(view.current.node);
    if (!frame.current) return;
    const ends = [
      arranged(frame.current, board, view.current),
      zoomable(frame.current, view.current.node),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [board]);
  useLayoutEffect(() => view.current?.show(scene, story, manner), [board, scene, story, manner]);
  useLayoutEffect(() => view.current?.offer(offers), [board, offers]);
  return <div class="board-frame" ref={frame} />;
}

/** Width in pixels below which a board is tall: its type would be too small otherwise. */
const NARROW = 620;

/**
 * Arrange a board by its frame, now and whenever that changes: by the width, where the page can be
 * as high as the board, and else so that the board is larger.
 */
function arranged(frame: HTMLElement, board: BoardData, view: BoardView): () => void {
  const arrange = () => {
    const { clientWidth: width, clientHeight: height } = frame;
    const isBounded = frame.closest(".embed, .theatre") !== null;
    view.tall = isBounded ? isTallLarger(board, width, height) : width < NARROW;
  };
  arrange();
  const observer = new ResizeObserver(arrange);
  observer.observe(frame);
  return () => observer.disconnect();
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
