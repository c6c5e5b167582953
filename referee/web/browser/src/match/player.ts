/** Where a reader is in a match, and whether it plays by itself. */

/** Seconds between two steps at normal speed. */
const PACE = 1.2;

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

export interface Player {
  /** Index of the moment on show. */
  readonly at: number;
  readonly playing: boolean;
  readonly speed: number;
  /** Whether new steps of a live match are shown as they come. */
  readonly following: boolean;
  /** Whether the last move was by one step, which the board shows as a movement. */
  readonly gentle: boolean;
}

export type PlayerEvent =
  | { readonly kind: "go"; readonly to: number }
  | { readonly kind: "toggle" }
  | { readonly kind: "tick" }
  | { readonly kind: "speed"; readonly speed: number }
  | { readonly kind: "grew" };

/** The player after an event. `last` is the index of the newest moment, `live` whether more follow. */
export function advancePlayer(
  player: Player,
  event: PlayerEvent,
  last: number,
  live: boolean,
): Player {
  switch (event.kind) {
    case "go":
      return { ...moved(player, event.to, last, live), playing: false };
    case "toggle":
      return toggled(player, last, live);
    case "tick":
      return ticked(player, last, live);
    case "speed":
      return { ...player, speed: event.speed };
    case "grew":
      return player.following ? moved(player, last, last, live) : player;
  }
}

/** Seconds until the next tick of a player. */
export function pace(player: Player): number {
  return PACE / player.speed;
}

function moved(player: Player, to: number, last: number, live: boolean): Player {
  const at = Math.min(Math.max(to, 0), last);
  const gentle = at === player.at ? player.gentle : Math.abs(at - player.at) === 1;
  return { ...player, at, following: live && at === last, gentle };
}

/** Play or pause. At the end of a match that is over, play it again from its start. */
function toggled(player: Player, last: number, live: boolean): Player {
  if (player.playing) return { ...player, playing: false };
  if (player.at < last) return { ...player, playing: true, following: false };
  return live ? { ...player, following: true } : { ...moved(player, 0, last, live), playing: true };
}

/** One step further; at the end stop, and follow a live match. */
function ticked(player: Player, last: number, live: boolean): Player {
  const next = moved(player, player.at + 1, last, live);
  return { ...next, playing: next.at < last };
}
