/** How long a match has been played, and how long it may take. */

/** What a reader is told of the time of a match. */
export interface Outlook {
  /** The part that is over, if it takes as long as others; null where that is unknown. */
  readonly share: number | null;
  readonly words: string;
}

/** A match that takes longer than others is never shown as over. */
const MOST = 0.98;

/**
 * The outlook of a match that is being played.
 *
 * @param started - when it began.
 * @param typical - seconds that such matches took; absent if none is over.
 * @param now - the time in milliseconds since 1970.
 */
export function outlook(started: string, typical: number | null | undefined, now: number): Outlook {
  const seconds = Math.max(0, (now - Date.parse(started)) / 1000);
  const words = `In play for ${span(seconds)}`;
  if (typical == null) return { share: null, words };
  const share = typical > 0 ? Math.min(MOST, seconds / typical) : MOST;
  const rest = seconds < typical ? "usually" : "longer than the usual";
  return { share, words: `${words}, ${rest} ${span(typical)}` };
}

/** A time in minutes and seconds, or with hours: `0:07`, `12:30`, `1:02:03`. */
export function span(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** The time until a moment, in words: days where it is far. */
export function until(moment: string, now: number): string {
  const seconds = (Date.parse(moment) - now) / 1000;
  if (seconds <= 0) return "now";
  const days = Math.floor(seconds / 86_400);
  return days ? `in ${days} d ${span(seconds % 86_400)}` : `in ${span(seconds)}`;
}
