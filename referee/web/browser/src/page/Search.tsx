/** A search: a bot or a match by its name. */

import { titleOf } from "../api/faces.ts";
import { href, isStatic } from "../api/site.ts";

export function Search({ bots }: { readonly bots: readonly string[] }) {
  if (isStatic) return null;
  const go = (event: SubmitEvent) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget as HTMLFormElement).get("name");
    const name = String(words ?? "").trim();
    const bot = bots.find((one) => one === name || titleOf(one) === name);
    if (name) location.assign(bot ? href("bot", bot) : href("match", name));
  };
  return (
    <search>
      <form class="search" onSubmit={go}>
        <input name="name" list="bots" aria-label="Name of a bot or a match" autocomplete="off" />
        <datalist id="bots">
          {bots.map((bot) => (
            <option key={bot} value={titleOf(bot)} />
          ))}
        </datalist>
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
