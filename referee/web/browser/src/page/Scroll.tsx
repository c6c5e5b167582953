/** A frame for what may be wider than the page. Where it is, the keyboard can scroll it. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useWidth } from "../chart/useWidth.ts";

interface Props {
  /** What is inside, for people who cannot see it. */
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Scroll({ label, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useWidth(frame);
  useLayoutEffect(() => {
    const node = frame.current;
    if (!node) return;
    const attributes = { tabindex: "0", role: "group", "aria-label": label };
    for (const [name, value] of Object.entries(attributes)) {
      if (node.scrollWidth > node.clientWidth) node.setAttribute(name, value);
      else node.removeAttribute(name);
    }
  });
  return (
    <div class="scroll" ref={frame}>
      {children}
    </div>
  );
}
