/** The bots of an owner: their state, and what the owner can do with each. */

import { useState } from "preact/hooks";
import type {
  BotToken,
  EntryLine,
  EntryTerms,
  FriendlyAsked,
  SubmissionLine,
} from "../api/model.ts";
import { dayAndTime } from "../format.ts";
import { Fact, Facts } from "../page/Facts.tsx";
import { BotLink } from "../page/Link.tsx";
import { ActionButton, Failure, Field, Secret, SubmitButton } from "./parts.tsx";
import { ofBot, post, useAction } from "./send.ts";

interface Props {
  readonly entry: EntryLine;
  readonly terms: EntryTerms;
  /** The form token of the session on show. */
  readonly form: string;
  /** The accepted submissions for this bot, the newest first. */
  readonly versions: readonly SubmissionLine[];
  /** Other bots of the owner. */
  readonly others: readonly string[];
  /** Called when something has changed. */
  readonly onChange: () => void;
}

export function Entry(props: Props) {
  const { entry, terms } = props;
  return (
    <section class="card entry">
      <h3>
        <BotLink bot={entry.bot} />
      </h3>
      <Facts>
        <Fact name="State">{stateOf(entry)}</Fact>
        <Fact name="Version that plays">{entry.playing ?? "none"}</Fact>
        <Fact name="Place">{entry.place ?? "none yet"}</Fact>
        <Fact name="Matches">{(entry.matches ?? 0).toLocaleString("en")}</Fact>
      </Facts>
      {entry.benched && <Notice title="Benched" words={entry.benched} />}
      {entry.rolled_back && <Notice title="Rolled back" words={entry.rolled_back} />}
      <div class="actions">
        <Versions {...props} />
        {terms.friendlies && <Friendlies {...props} />}
        {terms.connected_bots && <Token {...props} />}
        {!entry.withdrawn && <Withdraw {...props} />}
      </div>
      {terms.friendlies && !entry.withdrawn && <Challenge {...props} />}
    </section>
  );
}

function stateOf(entry: EntryLine): string {
  if (entry.withdrawn) return "withdrawn";
  if (entry.benched) return "benched";
  if (entry.connected) return "connected: you run it";
  return entry.playing == null ? "waits for its first version" : "in the season";
}

function Notice({ title, words }: { readonly title: string; readonly words: string }) {
  return (
    <div class="notice">
      <strong>{title}</strong>
      <p class="words">{words}</p>
    </div>
  );
}

/** Go back to an earlier version, or forward again. */
function Versions({ entry, form, versions, onChange }: Props) {
  const action = useAction();
  const [number, setNumber] = useState("");
  const others = versions.filter((one) => one.number !== entry.playing || entry.withdrawn);
  if (others.length === 0) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    action.run(async () => {
      await post(ofBot(entry.bot, "use"), form, { number: Number(number) });
      setNumber("");
      onChange();
    });
  };
  return (
    <form class="row" onSubmit={submit}>
      <Field label="Another version">
        {(id) => (
          <select
            id={id}
            required
            value={number}
            onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          >
            <option value="">choose one</option>
            {others.map((one) => (
              <option key={one.number} value={String(one.number)}>
                {`${one.number}, of ${dayAndTime(one.taken)}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <SubmitButton action={action}>Use it</SubmitButton>
      <Failure of={action} />
    </form>
  );
}

function Friendlies({ entry, form, onChange }: Props) {
  const action = useAction();
  const change = async () => {
    await post(ofBot(entry.bot, "friendlies"), form, { allowed: !entry.friendlies });
    onChange();
  };
  return (
    <div class="row">
      <ActionButton action={action} onClick={change} pressed={entry.friendlies ?? false}>
        Others may challenge it
      </ActionButton>
      <Failure of={action} />
    </div>
  );
}

/** A token for a bot that its owner runs. */
function Token({ entry, form, onChange }: Props) {
  const action = useAction();
  const [made, setMade] = useState<BotToken | null>(null);
  const make = async () => {
    setMade(await post<BotToken>(ofBot(entry.bot, "token"), form));
    onChange();
  };
  return (
    <div class="row">
      <ActionButton action={action} onClick={make}>
        Make a token to connect it
      </ActionButton>
      <span class="muted small">An earlier token ends.</span>
      {made && <Made token={made} />}
      <Failure of={action} />
    </div>
  );
}

function Made({ token: { token, address } }: { readonly token: BotToken }) {
  return (
    <div role="status">
      <p>The token is shown only here. The bot needs both as its environment:</p>
      <Secret name="Token of the bot" value={`TIANMING_TOKEN=${token}`} />
      <Secret name="Address for the bot" value={`TIANMING_SERVER=${address}`} />
    </div>
  );
}

/** Enter a bot that its owner runs, without a submission. */
export function Connect({ form, onChange }: Pick<Props, "form" | "onChange">) {
  const action = useAction();
  const [bot, setBot] = useState("");
  const [made, setMade] = useState<BotToken | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    action.run(async () => {
      setMade(await post<BotToken>(ofBot(bot.trim(), "token"), form));
      onChange();
    });
  };
  return (
    <section class="card">
      <h2>Connect a bot that you run yourself</h2>
      <form class="owner-form" onSubmit={submit}>
        <Field label="Name of the bot">
          {(id) => (
            <input
              id={id}
              type="text"
              required
              maxLength={40}
              autoComplete="off"
              value={bot}
              onInput={({ currentTarget }) => setBot(currentTarget.value)}
            />
          )}
        </Field>
        <SubmitButton action={action}>Make a token</SubmitButton>
        {made && <Made token={made} />}
        <Failure of={action} />
      </form>
    </section>
  );
}

/** Leave the season, after a second press. */
function Withdraw({ entry, form, onChange }: Props) {
  const action = useAction();
  const [sure, setSure] = useState(false);
  const press = async () => {
    if (!sure) return setSure(true);
    await post(ofBot(entry.bot, "withdraw"), form);
    setSure(false);
    onChange();
  };
  return (
    <div class="row">
      <ActionButton action={action} onClick={press}>
        {sure ? "Yes, withdraw it from the season" : "Withdraw"}
      </ActionButton>
      {sure && (
        <button type="button" onClick={() => setSure(false)}>
          Keep it
        </button>
      )}
      <Failure of={action} />
    </div>
  );
}

function Challenge({ entry, form, terms, others }: Props) {
  const action = useAction();
  const [opponents, setOpponents] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState("");
  const bots = [...new Set([...(terms.open_to_friendlies ?? []), ...others])].filter(
    (bot) => bot !== entry.bot,
  );
  if (bots.length === 0) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked("");
    action.run(async () => {
      const answer = await post<FriendlyAsked>(ofBot(entry.bot, "challenge"), form, { opponents });
      setAsked(
        `The friendly ${answer.match} waits. It is played when no match of the season waits.`,
      );
    });
  };
  const change = (bot: string, wanted: boolean) =>
    setOpponents(wanted ? [...opponents, bot] : opponents.filter((one) => one !== bot));
  return (
    <details>
      <summary>Challenge to a friendly</summary>
      <form class="owner-form" onSubmit={submit}>
        <fieldset class="choices">
          <legend>Opponents, one less than the seats of a match</legend>
          {bots.map((bot) => (
            <label key={bot}>
              <input
                type="checkbox"
                checked={opponents.includes(bot)}
                onChange={({ currentTarget }) => change(bot, currentTarget.checked)}
              />
              <span class="name">{bot}</span>
            </label>
          ))}
        </fieldset>
        <SubmitButton action={action}>Challenge</SubmitButton>
        <p role="status">{asked}</p>
        <Failure of={action} />
      </form>
    </details>
  );
}
