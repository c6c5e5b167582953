/** The colours of lines in a plot. */

/** How many colours the page has; all further lines have the last one. */
const COLOURS = 8;

export function seriesColour(index: number): string {
  return `var(--series-${Math.min(index, COLOURS - 1)})`;
}
