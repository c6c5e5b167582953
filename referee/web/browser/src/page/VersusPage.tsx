/** The page of two bots: how often which of them was ahead, and the matches in which they met. */

import { useEffect } from "preact/hooks";
import { titleOf } from "../api/faces.ts";
import type { BotView, MatchPage, Meeting } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { hundredths, percent } from "../format.ts";
import { Fact, Facts } from "./Facts.tsx";
import { Frame, Loaded, setTitle } from "./Frame.tsx";
import { BotLink, Link } from "./Link.tsx";
import { MatchTable } from "./MatchTable.tsx";

interface Props {
  readonly bot: string;
  readonly opponent: string;
}

export function VersusPage({ bot, opponent }: Props) {
  const view = useResource<BotView>(`bots/${encodeURIComponent(bot)}`);
  const query = new URLSearchParams({ bot, opponent });
  const matches = useResource<MatchPage>(`matches?${query}`);
  useEffect(() => setTitle(`${titleOf(bot)} – ${titleOf(opponent)}`), [bot, opponent, view]);
  return (
    <Frame>
      <div class="heading">
        <h1>
          <BotLink bot={bot} marked /> <span class="muted">against</span>{" "}
          <BotLink bot={opponent} marked />
        </h1>
        <p>
          <Link to="versus" of={opponent} and={bot}>
            From the other side
          </Link>
        </p>
      </div>
      <Loaded of={view}>
        {({ opponents }) => <Score meeting={opponents.find((one) => one.opponent === opponent)} />}
      </Loaded>
      <Loaded of={matches}>
        {(page) => (
          <section class="card">
            <h2>{page.total > page.size ? `Newest of ${page.total} matches` : "Matches"}</h2>
            <MatchTable matches={page.matches} />
          </section>
        )}
      </Loaded>
    </Frame>
  );
}

function Score({ meeting }: { readonly meeting: Meeting | undefined }) {
  if (!meeting) return <p class="message">They have not met yet.</p>;
  const { ahead = 0, level = 0, behind = 0, forfeits = 0, share, better } = meeting;
  return (
    <section class="card">
      <h2>Score</h2>
      {share != null && (
        <div class="llr" style={{ "--at": share }} aria-hidden="true">
          <span />
        </div>
      )}
      <Facts>
        <Fact name="points of 100">{share == null ? "–" : hundredths(share)}</Fact>
        <Fact name="ahead">{ahead}</Fact>
        <Fact name="level">{level}</Fact>
        <Fact name="behind">{behind}</Fact>
        <Fact name="forfeited by one or both">{forfeits}</Fact>
        {better != null && <Fact name="probability that it is better">{percent(better)}</Fact>}
      </Facts>
    </section>
  );
}
