/** From values to places in a drawing. */

/** A function from a range of values to a range of places. */
export type Scale = (value: number) => number;

/** Evenly spaced values. A range of values without extent goes to the middle. */
export function linear(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  if (low === high) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/**
 * Round numbers inside a range, for the lines of an axis: about `wanted` of them, and fewer where
 * they would be closer than `least`.
 */
export function ticks(low: number, high: number, wanted: number, least = 0): number[] {
  if (!(high > low)) return [low];
  const rough = Math.max((high - low) / wanted, least);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const found: number[] = [];
  for (let tick = Math.ceil(low / step); tick * step <= high + step / 1e6; tick++) {
    found.push(Number((tick * step).toPrecision(12)));
  }
  return found;
}

/** The least and the greatest of some values; `[0, 1]` of none. */
export function extent(values: Iterable<number>): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > high ? [0, 1] : [low, high];
}

/** Move labels apart that lie closer than `gap`, in their order, inside a range. */
export function spread(
  places: readonly number[],
  gap: number,
  [from, to]: readonly [number, number],
): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spaced = [...places];
  let last = from - gap;
  for (const index of order) {
    last = Math.max(spaced[index] ?? 0, last + gap);
    spaced[index] = last;
  }
  let next = to + gap;
  for (const index of order.reverse()) {
    next = Math.min(spaced[index] ?? 0, next - gap);
    spaced[index] = next;
  }
  return spaced;
}
