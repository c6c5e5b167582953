/** What is an owner's: bots, submissions and matches. */

import { useEffect, useState } from "preact/hooks";
import type { EntryTerms, Mine, SubmissionPage } from "../api/model.ts";
import { type Resource, useResource } from "../api/resource.ts";
import { href } from "../api/site.ts";
import { Frame, Loaded, setTitle } from "../page/Frame.tsx";
import { Link } from "../page/Link.tsx";
import { Connect, Entry } from "./Entries.tsx";
import { MatchesOfOwner } from "./OwnedMatches.tsx";
import { ActionButton, Announcements, Failure } from "./parts.tsx";
import { Submissions } from "./Submissions.tsx";
import { post, useAction } from "./send.ts";

/** Milliseconds after which the bots are read again. */
const PERIOD = 15_000;

export function MinePage() {
  const [version, setVersion] = useState(0);
  const terms = useResource<EntryTerms>("entry", { version });
  const mine = useResource<Mine>("mine", { version, isOpen: () => true, period: PERIOD });
  const submissions = useResource<SubmissionPage>("mine/submissions", {
    version,
    isOpen: ({ submissions: all = [] }) => all.some(({ state }) => state === "queued"),
  });
  useEffect(() => setTitle("My bots"), []);
  return (
    <Frame current="mine">
      {isSignedOut(mine) ? (
        <SignedOut />
      ) : (
        <Loaded of={terms}>
          {(found) => (
            <Loaded of={mine}>
              {(own) => (
                <Own
                  terms={found}
                  mine={own}
                  submissions={submissions}
                  onChange={() => setVersion((before) => before + 1)}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Frame>
  );
}

function isSignedOut(mine: Resource<Mine>): boolean {
  return mine.state === "failed" && mine.error.status === 401;
}

function SignedOut() {
  return (
    <div class="message">
      <h1>My bots</h1>
      <p>
        You are not signed in. Join or sign in on the page <Link to="enter">Enter</Link>.
      </p>
    </div>
  );
}

interface OwnProps {
  readonly terms: EntryTerms;
  readonly mine: Mine;
  readonly submissions: Resource<SubmissionPage>;
  readonly onChange: () => void;
}

function Own({ terms, mine: { owner, form, entries = [] }, submissions, onChange }: OwnProps) {
  const all = submissions.state === "ready" ? (submissions.value.submissions ?? []) : [];
  const bots = entries.map(({ bot }) => bot);
  return (
    <>
      <div class="heading compact">
        <h1>My bots</h1>
        <SignOut form={form} />
      </div>
      <p>You are signed in as {owner}.</p>
      <Announcements of={terms.announcements ?? []} />
      {entries.length === 0 && (
        <p class="message">
          You have no bots yet. Submit one on the page <Link to="enter">Enter</Link>.
        </p>
      )}
      <div class="columns">
        {entries.map((entry) => (
          <Entry
            key={entry.bot}
            entry={entry}
            terms={terms}
            form={form}
            versions={all.filter(({ bot, state }) => bot === entry.bot && state === "accepted")}
            others={bots}
            onChange={onChange}
          />
        ))}
      </div>
      {terms.connected_bots && <Connect form={form} onChange={onChange} />}
      <section class="card">
        <h2>Submissions</h2>
        <Loaded of={submissions}>
          {(page) => <Submissions submissions={page.submissions ?? []} onChange={onChange} />}
        </Loaded>
      </section>
      <section class="card">
        <h2>Matches</h2>
        <MatchesOfOwner bots={bots} />
      </section>
    </>
  );
}

function SignOut({ form }: { readonly form: string }) {
  const action = useAction();
  const leave = async () => {
    await post("entry/leave", form);
    location.assign(href("enter"));
  };
  return (
    <>
      <ActionButton action={action} onClick={leave}>
        Sign out
      </ActionButton>
      <Failure of={action} />
    </>
  );
}
