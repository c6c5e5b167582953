/** Shapes as SVG elements. Attributes and text only: nothing here parses markup. */

import type { Board } from "../api/model.ts";

/** A shape: its tag, and its attributes by the names of SVG with underscores. */
type Primitive = Board["drawing"][number];
type Use = Extract<Primitive, { tag: "use" }>;
type Symbols = Board["symbols"];

const SVG = "http://www.w3.org/2000/svg";

/** Attributes that name a colour by its token in the palette. */
const PAINTS: ReadonlySet<string> = new Set(["fill", "stroke"]);

/** Class of a text that shows the text of its piece. */
export const OWN_TEXT = "own-text";

/** An SVG element with attributes. */
export function element<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** A group of shapes, in the order in which they are painted. */
export function group(shapes: readonly Primitive[], symbols: Symbols): SVGGElement {
  const made = element("g");
  made.append(
    ...shapes.map((shape) => (shape.tag === "use" ? used(shape, symbols) : drawn(shape))),
  );
  return made;
}

/** The drawing of a symbol; empty where the board has none of that name. */
export function symbolDrawing(name: string, symbols: Symbols): SVGGElement {
  return group(symbols[name] ?? [], symbols);
}

/** The property that holds a colour of the palette, for light and dark pages. */
export function colourProperty(token: string): string {
  return `--tone-${token}`;
}

/** Put a palette on an element, for it and what is inside. */
export function setPalette(target: SVGElement, palette: Board["palette"]): void {
  for (const [token, [light, dark]] of Object.entries(palette)) {
    target.style.setProperty(colourProperty(token), `light-dark(${light}, ${dark})`);
  }
}

function used({ symbol, x, y, scale = 1, tone }: Use, symbols: Symbols): SVGElement {
  const made = symbolDrawing(symbol, symbols);
  made.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  if (tone) made.style.color = colour(tone);
  return made;
}

function drawn({ tag, ...attributes }: Exclude<Primitive, Use>): SVGElement {
  const made = element(tag);
  for (const [name, value] of Object.entries(attributes)) {
    const written = PAINTS.has(name) ? colour(String(value)) : String(value);
    if (name === "text") made.textContent = written;
    else made.setAttribute(name.replaceAll("_", "-"), written);
  }
  if (tag === "text" && !("text" in attributes)) made.classList.add(OWN_TEXT);
  return made;
}

/** The colour of a token. `none` and `currentColor` are no tokens. */
export function colour(token: string): string {
  return token === "none" || token === "currentColor" ? token : `var(${colourProperty(token)})`;
}
