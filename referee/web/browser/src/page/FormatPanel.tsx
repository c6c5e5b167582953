/** What the format of a league has decided: a bracket, rounds with pairings, or a comparison. */

import type { Arrival, ComparisonView, Contest, FormatView } from "../api/model.ts";
import { count, decimal, hundredths } from "../format.ts";
import { Explained } from "./Explained.tsx";
import { BotLink, Link } from "./Link.tsx";
import { Scroll } from "./Scroll.tsx";

export function FormatPanel({ form }: { readonly form: FormatView }) {
  const { kind, about, champion, conclusion, contests = [], comparison, arrivals = [] } = form;
  if (!conclusion && !comparison && contests.length === 0 && arrivals.length === 0) return null;
  return (
    <section class="card format">
      <h2>{`${kind[0]?.toUpperCase()}${kind.slice(1)}`}</h2>
      <p class="muted small">{`${about[0]?.toUpperCase()}${about.slice(1)}.`}</p>
      {champion ? <Champion bot={champion} /> : conclusion && <p class="verdict">{conclusion}</p>}
      {comparison && <Comparison of={comparison} />}
      {contests.length > 0 && <Rounds contests={contests} isBracket={kind === "knock-out"} />}
      {arrivals.length > 0 && <Arrivals bots={arrivals} />}
    </section>
  );
}

function Champion({ bot }: { readonly bot: string }) {
  return (
    <p class="champion">
      <span class="muted">Champion</span> <BotLink bot={bot} />
    </p>
  );
}

interface RoundsProps {
  readonly contests: readonly Contest[];
  /** Whether who does not go on is out. */
  readonly isBracket: boolean;
}

/** A column for each round with its groups; in a bracket, those who are out are quiet. */
function Rounds({ contests, isBracket }: RoundsProps) {
  const rounds = [...new Set(contests.map(({ round }) => round))];
  return (
    <Scroll label="Rounds">
      <ol class={isBracket ? "rounds bracket" : "rounds"}>
        {rounds.map((round) => (
          <li key={round}>
            <h3>
              <Link to="matches" query={`?round=${round}`}>{`Round ${round}`}</Link>
            </h3>
            {contests
              .filter((contest) => contest.round === round)
              .map((contest, index) => (
                <Group key={index} contest={contest} isBracket={isBracket} />
              ))}
          </li>
        ))}
      </ol>
    </Scroll>
  );
}

function Group({ contest, isBracket }: { readonly contest: Contest; readonly isBracket: boolean }) {
  const { seats, is_over: isOver } = contest;
  return (
    <ol class="contest">
      {seats.map(({ bot, share, goes_on: goesOn = false }, index) => {
        const isOn = isBracket && isOver && (goesOn || index === 0);
        const words = share == null ? "no result yet" : `${hundredths(share)} of 100 points`;
        return (
          <li key={bot} class={isOn ? "on" : isBracket && isOver ? "out" : undefined}>
            <BotLink bot={bot} marked />
            <Explained words={words}>{share == null ? "–" : hundredths(share)}</Explained>
          </li>
        );
      })}
    </ol>
  );
}

/** The log-likelihood ratio between its bounds, the Elo difference, and the count of matches. */
function Comparison({ of }: { readonly of: ComparisonView }) {
  const { lower, upper, ratio, elo, elo_low: low, elo_high: high, sets, wins, draws, losses } = of;
  const share = ratio == null ? null : (ratio - lower) / (upper - lower);
  return (
    <div class="comparison">
      {share !== null && ratio != null && (
        <>
          <div
            class="llr"
            role="img"
            aria-label={`Log-likelihood ratio ${decimal(ratio, 2)}, between ${decimal(lower, 2)} and ${decimal(upper, 2)}`}
            style={{ "--at": Math.min(1, Math.max(0, share)) }}
          >
            <span />
          </div>
          <p class="llr-ends number">
            <span>{`${decimal(lower, 2)}: not better`}</span>
            <Explained words="The log-likelihood ratio: the test ends when it reaches a bound.">
              {`LLR ${decimal(ratio, 2)}`}
            </Explained>
            <span>{`better: ${decimal(upper, 2)}`}</span>
          </p>
        </>
      )}
      <p class="number">
        {elo != null && low != null && high != null && (
          <Explained words="The difference in Elo, with an interval of 95 % over sets.">
            {`${signed(elo)} Elo (${signed(low)} to ${signed(high)})`}
          </Explained>
        )}
        {` ${count(sets, "set")}: ${wins} won, ${draws} level, ${losses} lost by `}
        <BotLink bot={of.new} />
        {" against "}
        <BotLink bot={of.old} />
      </p>
    </div>
  );
}

function signed(elo: number): string {
  return `${elo > 0 ? "+" : ""}${decimal(elo)}`;
}

/** Bots that came after the first round. */
function Arrivals({ bots }: { readonly bots: readonly Arrival[] }) {
  return (
    <>
      <h3>Arrivals</h3>
      <ul class="arrivals">
        {bots.map(({ bot, round }) => (
          <li key={bot}>
            <BotLink bot={bot} /> <span class="muted">{`since round ${round}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
