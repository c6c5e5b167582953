/** Zoom of a board: two fingers, or the wheel with Ctrl; one finger moves what is zoomed. */

/** How large a board can be, relative to its frame. */
const MOST = 5;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A zoom: the scale of the board, and where its top left corner is. */
export interface Zoom extends Point {
  readonly scale: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };

/** The zoom after a pinch from one middle to another, within a frame of a width and a height. */
export function pinched(
  zoom: Zoom,
  factor: number,
  from: Point,
  to: Point,
  [width, height]: readonly [number, number],
): Zoom {
  const scale = Math.min(MOST, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  const within = (at: number, size: number) => Math.min(0, Math.max(size - scale * size, at));
  return {
    scale,
    x: within(to.x - (from.x - zoom.x) * grown, width),
    y: within(to.y - (from.y - zoom.y) * grown, height),
  };
}

/** Let readers zoom a board in its frame; return what ends that. */
export function zoomable(frame: HTMLElement, board: SVGSVGElement): () => void {
  const fingers = new Map<number, Point>();
  let zoom = WHOLE;
  const show = (next: Zoom) => {
    zoom = next;
    const { scale, x, y } = zoom;
    board.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
    frame.classList.toggle("zoomed", scale > 1);
  };
  const size = () => [board.clientWidth, board.clientHeight] as const;
  const place = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = frame.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const down = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") fingers.set(event.pointerId, place(event));
  };
  const up = ({ pointerId }: PointerEvent) => fingers.delete(pointerId);
  const move = (event: PointerEvent) => {
    const before = [...fingers.values()];
    if (!fingers.has(event.pointerId) || (before.length < 2 && zoom.scale === 1)) return;
    fingers.set(event.pointerId, place(event));
    const after = [...fingers.values()];
    show(pinched(zoom, spread(after) / spread(before), middle(before), middle(after), size()));
  };
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = place(event);
    show(pinched(zoom, 2 ** (-event.deltaY / 200), at, at, size()));
  };
  const whole = () => show(WHOLE);
  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
  const end = new AbortController();
  const { signal } = end;
  for (const [name, listen] of Object.entries(listeners))
    frame.addEventListener(name, listen as EventListener, { signal });
  frame.addEventListener("wheel", wheel, { signal, passive: false });
  frame.addEventListener("dblclick", whole, { signal });
  return () => end.abort();
}

function middle(points: readonly Point[]): Point {
  const sum = (of: (point: Point) => number) => points.reduce((all, point) => all + of(point), 0);
  return { x: sum(({ x }) => x) / points.length, y: sum(({ y }) => y) / points.length };
}

/** The distance of the first two fingers; 1 for one finger. */
function spread([one, other]: readonly Point[]): number {
  return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
}
