/** What a projector shows, one after another, and which match comes next. */

import type { League, LiveLine } from "../api/model.ts";

export type Slide =
  | { readonly kind: "match"; readonly key: string }
  | { readonly kind: "hidden" | "table" | "next"; readonly key: string };

/** Matches that a projector shows, at most: the others would wait too long. */
const MOST = 6;

/** Seconds for which each kind of slide is shown. */
const SECONDS = { match: 30, hidden: 12, table: 15, next: 10 } as const;

/** The slides of a season now: its live matches, then its table and what comes next. */
export function slidesOf(league: League): Slide[] {
  const shown = league.live.filter(isShown).slice(0, MOST);
  const isHidden = league.live.length > league.live.filter(isShown).length;
  const hasNext = league.next.length > 0 || league.next_round != null;
  return [
    ...shown.map(({ id }) => ({ kind: "match", key: `match ${id}` }) as const),
    ...(isHidden ? [fixed("hidden")] : []),
    fixed("table"),
    ...(hasNext ? [fixed("next")] : []),
  ];
}

function fixed(kind: "hidden" | "table" | "next"): Slide {
  return { kind, key: kind };
}

/** The name of the match that a slide shows. */
export function matchOf({ key }: Slide): string {
  return key.slice("match ".length);
}

/** The slide after another one, or before it; one that is gone makes room for the first. */
export function neighbourOf(slides: readonly Slide[], key: string, direction: 1 | -1): Slide {
  const at = slides.findIndex((slide) => slide.key === key);
  const count = slides.length;
  const next = at < 0 ? 0 : (at + direction + count) % count;
  return slides[next] ?? fixed("table");
}

/** The slide to show: the one that was chosen. A match that is over keeps its result on show. */
export function current(slides: readonly Slide[], chosen: Slide | null): Slide {
  const same = slides.find(({ key }) => key === chosen?.key);
  return same ?? (chosen?.kind === "match" ? chosen : neighbourOf(slides, "", 1));
}

/** Milliseconds for which a slide is shown. */
export function restOf({ kind }: Slide): number {
  return 1000 * SECONDS[kind];
}

/** Whether the play of a match is shown. */
export function isShown({ hidden }: LiveLine): boolean {
  return hidden == null;
}

/** The match to go on with after another one: the newest that is shown. */
export function following(live: readonly LiveLine[], id: string): LiveLine | undefined {
  const others = live.filter((line) => isShown(line) && line.id !== id);
  return others.toSorted((a, b) => (b.started ?? "").localeCompare(a.started ?? ""))[0];
}
