/** What all pages share: the bar on top, the main part, and messages where data are missing. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Resource } from "../api/resource.ts";
import { hasEntries, href, isAlone, isSeat } from "../api/site.ts";
import { IconButton, Seal } from "../Icon.tsx";
import { changeTheme, isDark } from "../theme.ts";
import { Link } from "./Link.tsx";

const LINKS = [
  { page: "league", words: "League" },
  { page: "matches", words: "Matches" },
  { page: "fair", words: "Fairness" },
  { page: "enter", words: "Enter" },
  { page: "mine", words: "My bots" },
] as const;

const SHOWN = LINKS.filter(({ page }) => hasEntries || (page !== "enter" && page !== "mine"));

interface Props {
  /** The link of the bar that this page belongs to. */
  readonly current?: (typeof LINKS)[number]["page"];
  readonly children: ComponentChildren;
}

export function Frame({ current, children }: Props) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="bar">
        <Link to="league" class="home">
          <Seal />
          <span>Tianming</span>
        </Link>
        {!isAlone && !isSeat && (
          <nav aria-label="Pages" class={hasEntries ? "many" : undefined}>
            {SHOWN.map(({ page, words }) => (
              <a key={page} href={href(page)} aria-current={page === current ? "page" : undefined}>
                {words}
              </a>
            ))}
          </nav>
        )}
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function ThemeButton() {
  const [dark, setDark] = useState(isDark);
  const change = () => {
    changeTheme(dark ? "light" : "dark");
    setDark(!dark);
  };
  return (
    <IconButton
      icon="theme"
      class="theme"
      label={`Switch to ${dark ? "light" : "dark"} colours`}
      onClick={change}
    />
  );
}

interface LoadedProps<T> {
  readonly of: Resource<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** What is made of an answer; a message while there is none, and where there will be none. */
export function Loaded<T>({ of, children }: LoadedProps<T>) {
  if (of.state === "ready") return <>{children(of.value)}</>;
  if (of.state === "loading") return <p class="message loading">Loading …</p>;
  const title = of.error.status === 404 ? "Not found" : "Not available";
  return <Message title={title} words={of.error.message} />;
}

export function Message({ title, words }: { readonly title: string; readonly words: string }) {
  return (
    <div class="message" role="alert">
      <h1>{title}</h1>
      <p>{words}</p>
    </div>
  );
}

/** Name the tab. */
export function setTitle(...parts: readonly string[]): void {
  document.title = [...parts, "Tianming"].join(" · ");
}
