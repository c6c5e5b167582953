/**
 * A board in the page: draws scenes, and moves each piece from where it was to where it goes.
 *
 * It touches only pieces that change, and the browser moves them by a transition of their
 * `transform`, so that nothing runs while nothing moves.
 */

import type { Board, Piece } from "../api/model.ts";
import { colour, element, group, OWN_TEXT, setPalette, symbolDrawing } from "./drawing.ts";
import { type Offer, offered } from "./offer.ts";
import { Arrangement, start } from "./place.ts";
import { painted, type Scene } from "./scene.ts";
import { QUIET, type Story } from "./story.ts";
import { badges, trails } from "./trail.ts";

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
  readonly #board: Board;
  readonly #ground = element("rect", { rx: CORNER, fill: colour("ground") });
  readonly #parts: SVGGElement[];
  readonly #layer = element("g");
  readonly #trails = element("g", { "aria-hidden": "true" });
  readonly #badges = element("g", { "aria-hidden": "true" });
  readonly #choices = element("g", { "aria-hidden": "true" });
  readonly #drawn = new Map<string, Drawn>();
  #scene: Scene = new Map();
  #story: Story = QUIET;
  #offers: readonly Offer[] = [];
  #tall = false;
  #places: Arrangement;

  constructor(board: Board) {
    const { title, drawing, symbols, palette, parts = [] } = board;
    this.#board = board;
    this.#places = new Arrangement(board, false);
    this.node = element("svg", { role: "group", "aria-label": title });
    this.node.classList.add("board");
    setPalette(this.node, palette);
    this.#parts = parts.map((part) => group(part.drawing, symbols));
    this.node.append(this.#ground, group(drawing, symbols), ...this.#parts);
    this.node.append(this.#trails, this.#layer, this.#badges, this.#choices);
    this.#arrange();
  }

  /** Put the parts of the board side by side, or below each other where the page is narrow. */
  set tall(tall: boolean) {
    if (tall === this.#tall) return;
    this.#tall = tall;
    this.#places = new Arrangement(this.#board, tall);
    this.#arrange();
    this.node.classList.add("still");
    for (const { node, piece } of this.#drawn.values()) this.#fill(node, piece);
    this.#tell(this.#story);
    this.offer(this.#offers);
  }

  /** Light up the places that may be chosen. */
  offer(offers: readonly Offer[]): void {
    this.#offers = offers;
    this.#choices.replaceChildren(...offered(offers, this.#places));
  }

  /** Show a scene instead of the one before, and tell what happened. */
  show(scene: Scene, story: Story, manner: Manner): void {
    this.node.classList.toggle("still", manner === "still");
    if (scene !== this.#scene) this.#draw(scene, manner);
    this.#tell(story);
  }

  #arrange(): void {
    const { width, height } = this.#places;
    this.node.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#ground.setAttribute("width", String(width));
    this.#ground.setAttribute("height", String(height));
    for (const [index, part] of (this.#board.parts ?? []).entries())
      this.#parts[index]?.setAttribute("transform", Arrangement.ofPart(part, this.#tall));
  }

  #tell(story: Story): void {
    this.#story = story;
    this.#trails.replaceChildren(...trails(story.moves, this.#places));
    this.#badges.replaceChildren(...badges(story.gains, this.#places));
    const told = new Set(story.moves.map(({ id }) => id));
    for (const [id, { node }] of this.#drawn) node.classList.toggle("changed", told.has(id));
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
    this.#fill(node, piece);
    this.#drawn.set(id, { node, piece });
    if (!before && manner === "moving") this.#enter(node, piece);
  }

  /** A node for a piece; it takes the place of the one before, which had another symbol. */
  #create(piece: Piece, before: Drawn | undefined): SVGGElement {
    const node = element("g", { role: "img" });
    node.classList.add("piece");
    node.append(element("title"), symbolDrawing(piece.symbol, this.#board.symbols));
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

  /** Give a node the words, the place and the looks of its piece. */
  #fill(node: SVGGElement, piece: Piece): void {
    const [title] = node.getElementsByTagName("title");
    if (title && title.textContent !== piece.words) title.textContent = piece.words;
    for (const text of node.getElementsByClassName(OWN_TEXT)) text.textContent = piece.text ?? "";
    node.style.color = colour(piece.tone ?? "ink");
    node.style.transform = this.#transform(piece.x, piece.y, piece);
  }

  #transform(x: number, y: number, { rotate = 0, scale = 1 }: Piece): string {
    const place = this.#places.at(x, y);
    const size = round(scale * place.scale);
    return `translate(${round(place.x)}px, ${round(place.y)}px) rotate(${rotate}deg) scale(${size})`;
  }

  /** Let a new piece come from its start, or appear in its place. */
  #enter(node: SVGGElement, piece: Piece): void {
    if (calm()) return;
    const from = piece.start
      ? { transform: this.#transform(...start(piece), piece) }
      : { opacity: 0 };
    node.animate([from, {}], { duration: 250, easing: "ease-out" });
  }
}

/** A length of the drawing with two decimals. */
function round(length: number): number {
  return Math.round(100 * length) / 100;
}

/** Whether the reader has asked for less motion. */
function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
