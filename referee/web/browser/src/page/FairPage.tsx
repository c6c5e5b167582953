/** How these matches are fair, and how anybody can check it. */

import { useEffect } from "preact/hooks";
import type { Fairness } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { Frame, Loaded, setTitle } from "./Frame.tsx";

/** The page in general, and for a match if `id` names one. */
export function FairPage({ id }: { readonly id: string }) {
  useEffect(() => setTitle("Fairness"), []);
  return (
    <Frame current="fair">
      <div class="heading">
        <h1>How this is fair</h1>
        <p class="muted">You need not trust the referee: you can check it.</p>
      </div>
      {id && (
        <section class="card">
          <h2>{`Match ${id}`}</h2>
          <MatchFairness id={id} />
        </section>
      )}
      <ol class="columns">
        <Reason title="Draws are fixed before the first one">
          The referee draws a secret seed for each match, and every draw follows from it. Before the
          match begins, each bot receives a commitment, a hash of the seed. The seed is published
          after the match. If the seed does not give the commitment, the referee has cheated.
        </Reason>
        <Reason title="All bots have the same clock">
          A clock runs from the moment when the referee hands over a question until it reads the
          answer. If the referee's own machine stalls, it charges that time to nobody and records
          it.
        </Reason>
        <Reason title="Luck is shared out">
          In a league, bots meet in sets: the same draws are played again with the seats rotated.
          Ratings count sets rather than single matches.
        </Reason>
        <Reason title="Bots see what the rules show them">
          These pages show nothing that could help a bot in a match that is not over. Some matches
          appear here only after their end, or after the end of their set.
        </Reason>
        <Reason title="Everything is recorded">
          The record of a match holds every draw, every question and every choice with its times.
          Each entry holds a hash of the one before. One digest seals them all.
        </Reason>
      </ol>
      <section class="card">
        <h2>Check a match yourself</h2>
        <p>
          Ask the organiser for the record of the match, a file whose name ends in{" "}
          <code>.tianming</code>. This command plays it again by the rules, and checks every draw,
          option, hash and result:
        </p>
        <pre>referee verify RECORD.tianming</pre>
        <p>The page of each match shows its commitment, its seed and its digest.</p>
      </section>
    </Frame>
  );
}

function Reason({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <li class="card">
      <h2>{title}</h2>
      <p>{children}</p>
    </li>
  );
}

/** What a reader needs to check one match. */
export function MatchFairness({ id }: { readonly id: string }) {
  const fairness = useResource<Fairness>(`fair/${encodeURIComponent(id)}`);
  return <Loaded of={fairness}>{(found) => <Facts fairness={found} />}</Loaded>;
}

function Facts({ fairness }: { readonly fairness: Fairness }) {
  const facts = {
    Commitment: fairness.commitment,
    Seed: fairness.seed,
    Nonce: fairness.nonce,
    "Digest of the record": fairness.digest,
    "Organiser's public key": fairness.public_key,
    Record: fairness.record,
  };
  const known = Object.entries(facts).filter(([, value]) => value);
  return (
    <>
      <dl class="hashes">
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      {fairness.hidden && <p class="muted">{fairness.hidden}</p>}
      <p>This command plays the match again and checks all of it:</p>
      <pre>{fairness.verify}</pre>
    </>
  );
}
