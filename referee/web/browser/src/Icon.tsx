/** Icons of our own, and the button that holds one. */

import type { ComponentChildren } from "preact";

const PATHS = {
  play: "M8 5l11 7-11 7z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  next: "M9 5l8 7-8 7",
  previous: "M15 5l-8 7 8 7",
  nextTurn: "M5 5l7 7-7 7M12 5l7 7-7 7",
  previousTurn: "M19 5l-7 7 7 7M12 5l-7 7 7 7",
  nextRound: "M6 5l9 7-9 7M18 5v14",
  previousRound: "M18 5l-9 7 9 7M6 5v14",
  fault: "M12 4L3 20h18zM12 10v4.5M12 17.3v.2",
  scoring: "M12 4l2.5 5.2 5.5.8-4 4 1 5.7-5-2.7-5 2.7 1-5.7-4-4 5.5-.8z",
  theatre: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 1 1 0 16",
} as const;

export type IconName = keyof typeof PATHS;

const FILLED: ReadonlySet<IconName> = new Set(["play", "pause"]);

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} class={FILLED.has(name) ? "filled" : undefined} />
    </svg>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  /** A button that cannot do anything now stays where it is, and keeps the focus. */
  readonly idle?: boolean;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** A button with an icon; its label is for readers who do not know the icon. */
export function IconButton({
  icon,
  label,
  onClick,
  idle = false,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${rest.class ?? ""}`}
      title={label}
      aria-label={label}
      aria-disabled={idle ? "true" : undefined}
      onClick={() => idle || onClick()}
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}

/** The first character of the name Tianming, as a seal. */
export function Seal() {
  return (
    <svg class="seal" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="1" y="1" width="30" height="30" rx="5" />
      <path d="M9 9.5h14M6.5 15.5h19M16 9.5v6c-.6 4.6-3.4 7.9-8 10M16 15.5c.9 4.5 3.7 7.8 8 10" />
    </svg>
  );
}
