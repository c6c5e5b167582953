/** Where things of a board lie on the page: as the board says, or by its parts on a narrow page. */

import type { Board, Piece } from "../api/model.ts";

type Part = NonNullable<Board["parts"]>[number];

/** A point of the page's drawing, and the scale of what lies there. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The arrangement of a board: wide as it is drawn, or tall. */
export class Arrangement {
  readonly width: number;
  readonly height: number;
  readonly #parts: readonly Part[];

  constructor(board: Board, tall: boolean) {
    const [width, height] = (tall && board.tall) || [board.width, board.height];
    this.width = width;
    this.height = height;
    this.#parts = tall ? (board.parts ?? []) : [];
  }

  /** Where a point of the board is. */
  at(x: number, y: number): Place {
    const part = this.#parts.find((one) => contains(one, x, y)) ?? this.#parts.at(-1);
    if (!part) return { x, y, scale: 1 };
    const [left, top] = part.box;
    const [toX, toY, scale] = part.tall;
    return { x: toX + (x - left) * scale, y: toY + (y - top) * scale, scale };
  }

  /** The transform of a part's fixed shapes. */
  static ofPart({ box: [left, top], tall: [x, y, scale] }: Part, tall: boolean): string {
    return tall ? `translate(${x} ${y}) scale(${scale}) translate(${-left} ${-top})` : "";
  }
}

/** Whether a board is larger in a frame if it is tall. */
export function isTallLarger(board: Board, width: number, height: number): boolean {
  const [wide, tall] = [false, true].map((stands) => {
    const place = new Arrangement(board, stands);
    return Math.min(width / place.width, height / place.height);
  });
  return (tall ?? 0) > (wide ?? 0);
}

function contains({ box: [left, top, width, height] }: Part, x: number, y: number): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

/** Where a piece comes from when it is new. */
export function start(piece: Piece): readonly [number, number] {
  return piece.start ?? [piece.x, piece.y];
}
