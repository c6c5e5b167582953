/** Links to the other pages. */

import type { ComponentChildren } from "preact";
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

/** A bot's name, which leads to its page. */
export function BotLink({ bot }: { readonly bot: string }) {
  return (
    <Link to="bot" of={bot} class="name">
      {bot}
    </Link>
  );
}
