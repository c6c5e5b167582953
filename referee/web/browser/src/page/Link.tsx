/** Links to the other pages. */

import type { ComponentChildren } from "preact";
import { colourOf, initialOf, titleOf } from "../api/faces.ts";
import { href, isAlone, isSeat } from "../api/site.ts";

type Page = Parameters<typeof href>[0];

interface Props {
  readonly to: Page;
  /** Match or bot. */
  readonly of?: string;
  /** The other bot of a page of two. */
  readonly and?: string;
  readonly query?: string;
  readonly class?: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A link to a page; only its words where this page is a file of its own, or a seat. */
export function Link({ to, of = "", and = "", query = "", children, ...rest }: Props) {
  if (isAlone || isSeat) return <span {...rest}>{children}</span>;
  return (
    <a href={`${href(to, of, and)}${query}`} {...rest}>
      {children}
    </a>
  );
}

interface BotProps {
  readonly bot: string;
  /** Whether the mark of the bot stands before its name. */
  readonly marked?: boolean;
}

/** A bot's name, which leads to its page. */
export function BotLink({ bot, marked = false }: BotProps) {
  const title = titleOf(bot);
  return (
    <>
      {marked && <BotMark bot={bot} />}
      <Link to="bot" of={bot} class="name" {...(title === bot ? {} : { title: bot })}>
        {title}
      </Link>
    </>
  );
}

/** The mark of a bot: its letter on its colour. */
export function BotMark({ bot }: { readonly bot: string }) {
  return (
    <span class="bot-mark" style={{ background: colourOf(bot) }} aria-hidden="true">
      {initialOf(bot)}
    </span>
  );
}
