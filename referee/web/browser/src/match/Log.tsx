/** The events of a match as words; each is a link to its step. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Board, Step, Thought } from "../api/model.ts";
import { duration, usage } from "../format.ts";
import { formatAddress, parseAddress } from "./address.ts";
import { Reasoning } from "./Reasoning.tsx";
import { SeatMark } from "./SeatMark.tsx";
import { find, type Moment, type Timeline } from "./timeline.ts";

interface Props {
  readonly line: Timeline;
  readonly at: number;
  readonly seat: number | null;
  readonly board: Board | null | undefined;
  /** The name of the match, once its reasoning can be asked for. */
  readonly match: string | null;
  readonly onGo: (index: number) => void;
}

export function Log({ line, at, seat, board, match, onGo }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const entries = useMemo(
    () => line.slice(1).map((moment, index) => entry(moment, line[index], seat, board, match)),
    [line, seat, board, match],
  );
  useEffect(() => mark(list.current, line[at]?.step?.n), [line, at]);
  const go = (event: MouseEvent) => {
    const number = linkedStep(event);
    if (number !== null) onGo(find(line, number));
  };
  return (
    <>
      <h2 class="hidden">Events</h2>
      <ol class="log" ref={list} onKeyDown={walk} onClick={go}>
        {entries}
      </ol>
    </>
  );
}

function entry(
  moment: Moment,
  before: Moment | undefined,
  seat: number | null,
  board: Props["board"],
  match: string | null,
) {
  const { step, round, turn } = moment;
  if (!step) return null;
  const heading = before?.round !== round ? [round, turn] : before.turn !== turn ? [turn] : [];
  return (
    <li key={step.n} data-step={step.n} class={step.fault ? "fault" : undefined}>
      {heading.some(Boolean) && <h3>{heading.filter(Boolean).join(" · ")}</h3>}
      <a href={formatAddress({ step: step.n, seat })} tabIndex={-1}>
        {step.seat == null ? (
          <span class="seat-mark" />
        ) : (
          <SeatMark board={board} seat={step.seat} />
        )}
        <span class="words">{step.words}</span>
        {step.time != null && <span class="number muted">{duration(step.time)}</span>}
      </a>
      <Said step={step} match={match} />
    </li>
  );
}

/** What a bot said to its step, if the organiser shows it: text of somebody unknown. */
function Said({ step, match }: { readonly step: Step; readonly match: string | null }) {
  const { note, thought } = step;
  if (!note && !thought) return null;
  return (
    <blockquote class="said">
      {note && <p class="name">{note}</p>}
      {thought && <p class="muted name">{thinking(thought)}</p>}
      {match !== null && <Reasoning match={match} step={step} />}
    </blockquote>
  );
}

function thinking(thought: Thought): string {
  const { value, depth, nodes, line } = thought;
  const parts = [
    value != null && `expects ${value.toFixed(2)}`,
    depth ? `depth ${depth}` : "",
    nodes ? `${nodes.toLocaleString("en")} nodes` : "",
    line?.length ? line.join(", ") : "",
    usage(thought.tokens_in, thought.tokens_out, thought.cost),
  ];
  return parts.filter(Boolean).join(" · ");
}

/**
 * The step of the link that a click follows in this tab. The board shows it at once; the address,
 * which the browser changes, only follows.
 */
function linkedStep({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): number | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link && !(ctrlKey || metaKey || shiftKey) ? parseAddress(link.hash).step : null;
}

/** Go up and down in the list by the keys of a list, for only one of its links is in tab order. */
function walk(event: KeyboardEvent): void {
  const item = event.target instanceof Element ? event.target.closest("li") : null;
  const down = event.key === "ArrowDown" ? item?.nextElementSibling : null;
  const next = event.key === "ArrowUp" ? item?.previousElementSibling : down;
  if (!next) return;
  event.preventDefault();
  next.querySelector("a")?.focus();
}

/**
 * Mark the entry of the step on show, and scroll the list, not the page, to it. Its link is the
 * one in tab order, or that of the first step at the start.
 */
function mark(list: HTMLOListElement | null, number: number | undefined): void {
  if (!list) return;
  for (const link of list.querySelectorAll<HTMLElement>('[tabindex="0"]')) {
    link.tabIndex = -1;
    link.removeAttribute("aria-current");
  }
  const current = list.querySelector<HTMLElement>(`[data-step="${number}"]`);
  const link = (current ?? list).querySelector("a");
  if (link) link.tabIndex = 0;
  if (current) link?.setAttribute("aria-current", "step");
  list.scrollTop = current ? current.offsetTop - list.clientHeight / 3 : 0;
}
