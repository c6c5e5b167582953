/**
 * The story of a step: which pieces moved, from where to where.
 *
 * A step changes much that is no story: numbers, cards that close up, palaces that make room. The
 * pieces that are told are those of the seat that acted, and new ones before others.
 */

import type { Delta, Piece, Step } from "../api/model.ts";
import type { Scene } from "./scene.ts";

/** A piece that moved or came. */
export interface Move {
  readonly id: string;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** Points that a seat got in a step, and the place of the number that they were added to. */
export interface Gain {
  readonly at: readonly [number, number];
  readonly text: string;
  /** What they are for; empty if that is not known. */
  readonly reason: string;
}

/** What a board tells of a step. */
export interface Story {
  readonly moves: readonly Move[];
  readonly gains: readonly Gain[];
}

/** The story of a step in which nothing moved. */
export const QUIET: Story = { moves: [], gains: [] };

/** Pieces that are told of a step, at most: more are a deal, not a move. */
const MOST = 5;

/** A piece that moves by less only makes room. */
const LEAST = 40;

/** What moved in a step. `name` is the name of the seat that acted. */
export function moved(before: Scene, after: Scene, step: Step | undefined, name: string): Move[] {
  if (!step?.delta || step.seat == null) return [];
  const moves = Object.keys(step.delta.set).flatMap((id) => move(id, before, after));
  const own = moves.filter(({ id }) => after.get(id)?.words.includes(name));
  const told = preferNew(own.length > 0 ? own : moves, before);
  const linked = told.map((one) => withOrigin(one, after, step.delta, before));
  return linked.length > MOST ? [] : linked;
}

function move(id: string, before: Scene, after: Scene): Move[] {
  const [old, piece] = [before.get(id), after.get(id)];
  if (!piece) return [];
  const to = [piece.x, piece.y] as const;
  if (!old) return [{ id, from: piece.start ?? to, to }];
  const moved = Math.hypot(piece.x - old.x, piece.y - old.y);
  return moved < LEAST || old.scale !== piece.scale ? [] : [{ id, from: [old.x, old.y], to }];
}

/** New pieces, if there are any: the others make room for them. */
function preferNew(moves: Move[], before: Scene): Move[] {
  const fresh = moves.filter(({ id }) => !before.has(id));
  return fresh.length > 0 ? fresh : moves;
}

/** The move with the place of a piece that looked the same and is gone, if it came from nowhere. */
function withOrigin(one: Move, after: Scene, delta: Delta | null | undefined, before: Scene): Move {
  const piece = after.get(one.id);
  const gone = delta?.gone.map((id) => before.get(id)) ?? [];
  const origin = gone.find((old): old is Piece => old !== undefined && alike(old, piece));
  return origin ? { ...one, from: [origin.x, origin.y] } : one;
}

function alike(old: Piece, piece: Piece | undefined): boolean {
  return old.symbol === piece?.symbol && old.tone === piece.tone && old.text === piece.text;
}

/** Where the board shows the points of seats that changed. */
export function gained(
  after: Scene,
  names: readonly string[],
  changes: readonly number[],
  scores: readonly number[],
  reason = "",
): Gain[] {
  return changes.flatMap((change, seat) => {
    if (!change) return [];
    const number = [...after.values()].find(
      ({ text, words }) => text === String(scores[seat]) && words.includes(names[seat] ?? "\n"),
    );
    return number ? [{ at: [number.x, number.y], text: signed(change), reason }] : [];
  });
}

/** A number with its sign. */
export function signed(change: number): string {
  return change < 0 ? `−${-change}` : `+${change}`;
}
