/** After a live match the page goes on with the next one, if the reader wants that. */

import { useEffect, useState } from "preact/hooks";
import type { League, LiveLine } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { href } from "../api/site.ts";
import { following } from "./slides.ts";

/** Seconds for which a result stays. */
const STAY = 10;

/** The word of the address that keeps the wish from match to match. */
const WORD = "follow";

interface Props {
  /** The match on show. */
  readonly id: string;
  /** Whether nothing of it comes any more, or nothing of it is shown. */
  readonly isOver: boolean;
}

export function NextMatch({ id, isOver }: Props) {
  const [wanted, setWanted] = useState(() => new URLSearchParams(location.search).has(WORD));
  const want = (on: boolean) => {
    setWanted(on);
    history.replaceState(
      history.state,
      "",
      `${on ? `?${WORD}` : location.pathname}${location.hash}`,
    );
  };
  return (
    <p class="next-match">
      <label>
        <input
          type="checkbox"
          checked={wanted}
          onChange={({ currentTarget }) => want(currentTarget.checked)}
        />{" "}
        Go on with the next match
      </label>
      {wanted && isOver && <Coming id={id} />}
    </p>
  );
}

/** Where the page goes, and when. */
function Coming({ id }: { readonly id: string }) {
  const league = useResource<League>("league", { isOpen: () => true });
  const next = league.state === "ready" ? following(league.value.live, id) : undefined;
  return (
    <span role="status">
      {next ? <Countdown key={next.id} to={next} /> : "It begins by itself as soon as it is shown."}
    </span>
  );
}

function Countdown({ to }: { readonly to: LiveLine }) {
  const [left, setLeft] = useState(STAY);
  const address = `${href("match", to.id)}?${WORD}`;
  useEffect(() => {
    if (left <= 0) location.assign(address);
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <>
      <a href={address}>{to.seats.map(({ bot }) => bot).join(" – ")}</a>
      <span aria-hidden="true">{` in ${Math.max(0, left)} s`}</span>
    </>
  );
}
