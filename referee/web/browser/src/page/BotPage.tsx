/** The page of a bot: its results, ratings, answer times, opponents and faults. */

import { useEffect } from "preact/hooks";
import { titleOf } from "../api/faces.ts";
import type { BotView, Meeting } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { Histogram } from "../chart/Histogram.tsx";
import { RatingPlot } from "../chart/RatingPlot.tsx";
import { count, decimal, duration, percent, usage } from "../format.ts";
import { Fact, Facts } from "./Facts.tsx";
import { Frame, Loaded, setTitle } from "./Frame.tsx";
import { BotLink, BotMark, Link } from "./Link.tsx";
import { MatchTable } from "./MatchTable.tsx";
import { Scroll } from "./Scroll.tsx";
import { HOUSE, meanPoints, Rating } from "./Standings.tsx";

export function BotPage({ name }: { readonly name: string }) {
  const bot = useResource<BotView>(`bots/${encodeURIComponent(name)}`);
  return (
    <Frame>
      <Loaded of={bot}>{(found) => <Bot bot={found} />}</Loaded>
    </Frame>
  );
}

function Bot({ bot }: { readonly bot: BotView }) {
  useEffect(() => setTitle(bot.name), [bot.name]);
  return (
    <>
      <Heading bot={bot} />
      {bot.ratings.length > 1 && (
        <section class="card">
          <h2>Rating by round</h2>
          <RatingPlot lines={[{ bot: bot.name, points: bot.ratings }]} intervals />
        </section>
      )}
      <div class="columns">
        <Places bot={bot} />
        <Times bot={bot} />
        <Usage bot={bot} />
        <Opponents meetings={bot.opponents} />
        <FaultsAndVersions bot={bot} />
      </div>
      <section class="card">
        <h2>Newest matches</h2>
        <MatchTable matches={bot.recent} />
        <p>
          <Link to="matches" query={`?bot=${encodeURIComponent(bot.name)}`}>
            All matches of this bot
          </Link>
        </p>
      </section>
    </>
  );
}

function Heading({ bot }: { readonly bot: BotView }) {
  const { name, benched, row } = bot;
  return (
    <div class="heading">
      <h1>
        <BotMark bot={name} /> <span class="name">{titleOf(name)}</span>
      </h1>
      {benched != null && (
        <p>
          <span class="badge">benched</span> <span class="name">{benched}</span>
        </p>
      )}
      {row ? (
        <Facts>
          {row.owner != null && <Fact name="Owner">{row.owner}</Fact>}
          <Fact name="Rank">{row.rank}</Fact>
          <Fact name="Rating">
            <Rating row={row} />
          </Fact>
          <Fact name="Wins">{percent(row.win_share)}</Fact>
          <Fact name="Mean place">{decimal(row.mean_place, 2)}</Fact>
          <Fact name="Mean points">{meanPoints(row)}</Fact>
          <Fact name="Matches">{row.matches.toLocaleString("en")}</Fact>
          {row.forfeits > 0 && <Fact name="Forfeits">{row.forfeits.toLocaleString("en")}</Fact>}
        </Facts>
      ) : (
        <p class="muted">No match of this bot is finished yet.</p>
      )}
    </div>
  );
}

function Places({ bot: { places, row } }: { readonly bot: BotView }) {
  const all = places.reduce((sum, one) => sum + one.count, 0);
  if (all === 0) return null;
  return (
    <section class="card">
      <h2>Places</h2>
      {row != null && row.forfeits > 0 && <p class="muted small">{HOUSE}</p>}
      <table class="share-bars">
        <tbody>
          {places.map(({ place, count: times }) => (
            <tr key={place}>
              <th scope="row">{`${place}.`}</th>
              <td>
                <div class="share-bar" style={{ width: percent(times / all).replace(" ", "") }} />
              </td>
              <td class="number">{percent(times / all)}</td>
              <td class="number">{times}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Times({ bot }: { readonly bot: BotView }) {
  const { answers, mean_seconds: mean, longest_seconds: longest, times } = bot;
  if (answers === 0) return null;
  const facts = [
    count(answers, "answer"),
    mean == null ? "" : `${duration(mean)} on average`,
    longest == null ? "" : `${duration(longest)} at most`,
  ];
  return (
    <section class="card">
      <h2>Time per answer</h2>
      <p class="muted">{facts.filter(Boolean).join(", ")}</p>
      <Histogram bins={times} />
    </section>
  );
}

/** What a bot of a language model declared over all its matches. */
function Usage({ bot }: { readonly bot: BotView }) {
  const { tokens_in: tokensIn = 0, tokens_out: tokensOut = 0, cost = 0, row } = bot;
  const all = usage(tokensIn, tokensOut, cost);
  if (!all) return null;
  const matches = row?.matches ?? 1;
  return (
    <section class="card">
      <h2>Tokens and cost</h2>
      <p class="muted">As the bot declared them. Nobody has checked them.</p>
      <Facts>
        <Fact name="All matches">{all}</Fact>
        <Fact name="A match">
          {usage(Math.round(tokensIn / matches), Math.round(tokensOut / matches), cost / matches)}
        </Fact>
      </Facts>
    </section>
  );
}

function Opponents({ meetings }: { readonly meetings: readonly Meeting[] }) {
  if (meetings.length === 0) return null;
  return (
    <section class="card">
      <h2>Opponents</h2>
      {meetings.some(({ forfeits = 0 }) => forfeits > 0) && (
        <p class="muted small">
          “Forfeits” counts the matches that one of the two or both forfeited.
        </p>
      )}
      <Scroll label="Opponents">
        <table>
          <thead>
            <tr>
              <th>Opponent</th>
              <th class="number">Ahead</th>
              <th class="number">Level</th>
              <th class="number">Behind</th>
              <th class="number">Forfeits</th>
              <th class="number">P(better)</th>
            </tr>
          </thead>
          <tbody>
            {meetings.map(
              ({ opponent, ahead = 0, level = 0, behind = 0, forfeits = 0, better }) => (
                <tr key={opponent}>
                  <th scope="row">
                    <BotLink bot={opponent} marked />
                  </th>
                  <td class="number">{ahead}</td>
                  <td class="number">{level}</td>
                  <td class="number">{behind}</td>
                  <td class="number">{forfeits}</td>
                  <td class="number">{better == null ? "" : percent(better)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function FaultsAndVersions({ bot: { faults, versions = [] } }: { readonly bot: BotView }) {
  const kinds = Object.entries(faults).filter(([, times]) => times > 0);
  return (
    <section class="card">
      <h2>Faults</h2>
      {kinds.length === 0 ? (
        <p class="muted">None.</p>
      ) : (
        <Facts>
          {kinds.map(([fault, times]) => (
            <Fact key={fault} name={fault}>
              {times}
            </Fact>
          ))}
        </Facts>
      )}
      {versions.length > 0 && (
        <>
          <h2>Versions</h2>
          <Facts>
            {versions.map(({ round, label }) => (
              <Fact key={round} name={`from round ${round}`}>
                <span class="name">{label}</span>
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </section>
  );
}
