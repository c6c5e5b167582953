/** Enter the season: join with an invitation or sign in, then submit a bot. */

import { useEffect, useState } from "preact/hooks";
import type { EntryTerms, JoinedOwner, Mine } from "../api/model.ts";
import { useResource } from "../api/resource.ts";
import { bytes } from "../format.ts";
import { Fact, Facts } from "../page/Facts.tsx";
import { Frame, Loaded, setTitle } from "../page/Frame.tsx";
import { Link } from "../page/Link.tsx";
import { Announcements, Failure, Field, Secret, SubmitButton } from "./parts.tsx";
import { post, useAction } from "./send.ts";
import { Upload } from "./Upload.tsx";

export function EnterPage() {
  const [version, setVersion] = useState(0);
  const [joined, setJoined] = useState<JoinedOwner | null>(null);
  const terms = useResource<EntryTerms>("entry", { version });
  const again = () => setVersion((before) => before + 1);
  useEffect(() => setTitle("Enter"), []);
  const join = (owner: JoinedOwner) => {
    setJoined(owner);
    again();
  };
  return (
    <Frame current="enter">
      <Loaded of={terms}>
        {(found) => (
          <>
            <div class="heading">
              <h1>
                Enter <span class="name">{found.league}</span>
              </h1>
            </div>
            <Announcements of={found.announcements ?? []} />
            {joined && <Joined owner={joined} />}
            {found.signed_in ? (
              <Own terms={found} />
            ) : (
              <div class="columns">
                <Join form={found.form} onJoin={join} />
                <SignIn form={found.form} onSignIn={again} />
              </div>
            )}
            <Terms of={found} />
          </>
        )}
      </Loaded>
    </Frame>
  );
}

/** The submission of an owner who is signed in. */
function Own({ terms }: { readonly terms: EntryTerms }) {
  const [version, setVersion] = useState(0);
  const mine = useResource<Mine>("mine", { version });
  const entries = mine.state === "ready" ? (mine.value.entries ?? []) : [];
  const bots = entries.map(({ bot }) => bot);
  return (
    <>
      <Upload terms={terms} bots={bots} onChange={() => setVersion((before) => before + 1)} />
      <p>
        Your bots, submissions and matches are on the page <Link to="mine">My bots</Link>.
      </p>
    </>
  );
}

/** The code of an invitation, which is the part after `#`: no server sees it, and no log has it. */
function codeInAddress(): string {
  const code = location.hash.slice(1);
  if (code) history.replaceState(null, "", location.pathname);
  return code;
}

interface JoinProps {
  readonly form: string;
  readonly onJoin: (owner: JoinedOwner) => void;
}

function Join({ form, onJoin }: JoinProps) {
  const action = useAction();
  const [invitation, setInvitation] = useState(codeInAddress);
  const [owner, setOwner] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    action.run(async () => onJoin(await post("entry/join", form, { invitation, owner })));
  };
  return (
    <section class="card">
      <h2>Join</h2>
      <form class="owner-form" onSubmit={submit}>
        <Field label="Code of your invitation">
          {(id) => (
            <input
              id={id}
              type="text"
              required
              maxLength={100}
              autoComplete="off"
              spellcheck={false}
              value={invitation}
              onInput={({ currentTarget }) => setInvitation(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Your name, or that of your team (empty if the invitation has one)">
          {(id) => (
            <input
              id={id}
              type="text"
              maxLength={40}
              autoComplete="nickname"
              value={owner}
              onInput={({ currentTarget }) => setOwner(currentTarget.value)}
            />
          )}
        </Field>
        <SubmitButton action={action}>Join</SubmitButton>
        <Failure of={action} />
      </form>
    </section>
  );
}

interface SignInProps {
  readonly form: string;
  readonly onSignIn: () => void;
}

function SignIn({ form, onSignIn }: SignInProps) {
  const action = useAction();
  const [token, setToken] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    action.run(async () => {
      await post("entry/session", form, { token });
      onSignIn();
    });
  };
  return (
    <section class="card">
      <h2>Sign in</h2>
      <form class="owner-form" onSubmit={submit}>
        <Field label="Your token">
          {(id) => (
            <input
              id={id}
              type="password"
              required
              maxLength={100}
              autoComplete="current-password"
              value={token}
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
            />
          )}
        </Field>
        <SubmitButton action={action}>Sign in</SubmitButton>
        <Failure of={action} />
      </form>
    </section>
  );
}

function Joined({ owner: { owner, token } }: { readonly owner: JoinedOwner }) {
  return (
    <section class="card notice">
      <h2>
        Welcome, <span class="name">{owner}</span>
      </h2>
      <p>
        This is your token. It is shown only here, and nobody can read it again. Keep it: the
        command line needs it, and so do you when you sign in here again.
      </p>
      <Secret name="Your token" value={token} />
    </section>
  );
}

function Terms({ of }: { readonly of: EntryTerms }) {
  const yes = (value: boolean | undefined) => (value ? "yes" : "no");
  return (
    <section class="card">
      <h2>What the season takes</h2>
      <Facts>
        <Fact name="Game">{of.game}</Fact>
        <Fact name="Submissions">{of.frozen ? "frozen" : "open"}</Fact>
        <Fact name="Toolchains">{of.toolchains?.join(", ") || "none"}</Fact>
        <Fact name="Size of an archive">{`at most ${bytes(of.archive_bytes ?? 0)}`}</Fact>
        <Fact name="Submissions in 24 hours">{of.submissions_per_day ?? 0}</Fact>
        <Fact name="Submissions that wait">{of.waiting_submissions ?? 0}</Fact>
        <Fact name="Accepted by">{of.by_hand ? "the organiser" : "the check"}</Fact>
        <Fact name="Friendlies">{yes(of.friendlies)}</Fact>
        <Fact name="Bots that you run yourself">{yes(of.connected_bots)}</Fact>
      </Facts>
    </section>
  );
}
