/**
 * A board in the page: draws scenes, and moves each piece from where it was to where it goes.
 *
 * It touches only pieces that change, and the browser moves them by a transition of their
 * `transform`, so that nothing runs while nothing moves.
 */

import type { Board, Piece } from "../api/model.ts";
import { colour, element, group, OWN_TEXT, setPalette, symbolDrawing } from "./drawing.ts";
import { painted, type Scene } from "./scene.ts";

/** Radius of the corners of a board, in its units. */
const CORNER = 10;

interface Drawn {
  readonly node: SVGGElement;
  readonly piece: Piece;
}

/** How a scene is shown: pieces jump to their places, or move there. */
export type Manner = "still" | "moving";

export class BoardView {
  readonly node: SVGSVGElement;
  readonly #symbols: Board["symbols"];
  readonly #layer = element("g");
  readonly #drawn = new Map<string, Drawn>();
  #scene: Scene = new Map();

  constructor(board: Board) {
    const { width, height, title, drawing, symbols, palette } = board;
    this.node = element("svg", {
      viewBox: `0 0 ${width} ${height}`,
      role: "group",
      "aria-label": title,
    });
    this.node.classList.add("board");
    setPalette(this.node, palette);
    const ground = element("rect", { width, height, rx: CORNER, fill: colour("ground") });
    this.node.append(ground, group(drawing, symbols), this.#layer);
    this.#symbols = symbols;
  }

  /** Show a scene instead of the one before, and mark the pieces that its step changed. */
  show(scene: Scene, changed: ReadonlySet<string>, manner: Manner): void {
    this.node.classList.toggle("still", manner === "still");
    if (scene !== this.#scene) this.#draw(scene, manner);
    for (const [id, { node }] of this.#drawn) node.classList.toggle("changed", changed.has(id));
  }

  #draw(scene: Scene, manner: Manner): void {
    for (const [id, { node }] of this.#drawn) if (!scene.has(id)) this.#remove(id, node, manner);
    for (const [id, piece] of scene) this.#place(id, piece, manner);
    this.#order(painted(scene));
    this.#scene = scene;
  }

  #place(id: string, piece: Piece, manner: Manner): void {
    const before = this.#drawn.get(id);
    if (before?.piece === piece) return;
    const node = before?.piece.symbol === piece.symbol ? before.node : this.#create(piece, before);
    fill(node, piece);
    this.#drawn.set(id, { node, piece });
    if (!before && manner === "moving") enter(node, piece);
  }

  /** A node for a piece; it takes the place of the one before, which had another symbol. */
  #create(piece: Piece, before: Drawn | undefined): SVGGElement {
    const node = element("g", { role: "img" });
    node.classList.add("piece");
    node.append(element("title"), symbolDrawing(piece.symbol, this.#symbols));
    if (before) before.node.replaceWith(node);
    else this.#layer.append(node);
    return node;
  }

  #remove(id: string, node: SVGGElement, manner: Manner): void {
    this.#drawn.delete(id);
    if (manner === "still" || calm()) {
      node.remove();
      return;
    }
    node.setAttribute("aria-hidden", "true");
    this.node.append(node);
    node.animate({ opacity: 0 }, 250).finished.then(() => node.remove());
  }

  /** Put the nodes in the order of painting; one that is in its place already is not touched. */
  #order(ids: readonly string[]): void {
    let next = this.#layer.firstElementChild;
    for (const id of ids) {
      const node = this.#drawn.get(id)?.node;
      if (node && node === next) next = next.nextElementSibling;
      else if (node) this.#layer.insertBefore(node, next);
    }
  }
}

/** Give a node the words, the place and the looks of its piece. */
function fill(node: SVGGElement, piece: Piece): void {
  const [title] = node.getElementsByTagName("title");
  if (title && title.textContent !== piece.words) title.textContent = piece.words;
  for (const text of node.getElementsByClassName(OWN_TEXT)) text.textContent = piece.text ?? "";
  node.style.color = colour(piece.tone ?? "ink");
  node.style.transform = transform(piece.x, piece.y, piece);
}

function transform(x: number, y: number, { rotate = 0, scale = 1 }: Piece): string {
  return `translate(${x}px, ${y}px) rotate(${rotate}deg) scale(${scale})`;
}

/** Let a new piece come from its start, or appear in its place. */
function enter(node: SVGGElement, piece: Piece): void {
  if (calm()) return;
  const [x, y] = piece.start ?? [piece.x, piece.y];
  const from = piece.start ? { transform: transform(x, y, piece) } : { opacity: 0 };
  node.animate([from, {}], { duration: 350, easing: "ease-out" });
}

/** Whether the reader has asked for less motion. */
function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
