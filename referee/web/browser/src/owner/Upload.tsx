/** Submit a bot: an archive or a folder, by a file picker or by dropping it. */

import { useState } from "preact/hooks";
import type { EntryTerms, SubmissionLine } from "../api/model.ts";
import { bytes, percent } from "../format.ts";
import { Following } from "./Following.tsx";
import { dropped, type FolderFile, picked, zipped } from "./folder.ts";
import { Failure, Field, SubmitButton } from "./parts.tsx";
import { ofBot, upload, useAction } from "./send.ts";

/** What is submitted, and what it is called. */
interface Choice {
  readonly name: string;
  readonly archive: () => Promise<Blob>;
}

interface Props {
  readonly terms: EntryTerms;
  /** Names of the owner's bots. */
  readonly bots: readonly string[];
  /** Called when the owner's submissions have changed. */
  readonly onChange: () => void;
}

export function Upload({ terms, bots, onChange }: Props) {
  const action = useAction();
  const [typed, setBot] = useState<string | null>(null);
  const bot = typed ?? (bots.length === 1 ? (bots[0] ?? "") : "");
  const [choice, setChoice] = useState<Choice | null>(null);
  const [sent, setSent] = useState(0);
  const [number, setNumber] = useState<number | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    action.run(async () => {
      if (!choice) throw new Error("Choose the archive or the folder of the bot first.");
      const archive = await choice.archive();
      checkSize(archive.size, terms.archive_bytes ?? 0);
      setSent(0);
      const path = ofBot(bot.trim(), "submit");
      const taken = await upload<SubmissionLine>(path, terms.form, archive, setSent);
      setNumber(taken.number);
      onChange();
    });
  };
  return (
    <section class="card">
      <h2>Submit a bot</h2>
      {terms.frozen && <p class="notice">The season is frozen: it takes no submissions now.</p>}
      <form class="owner-form" onSubmit={submit}>
        <Field label="Name of the bot">
          {(id) => (
            <input
              id={id}
              type="text"
              required
              maxLength={40}
              list="bots-of-owner"
              autoComplete="off"
              value={bot}
              onInput={({ currentTarget }) => setBot(currentTarget.value)}
            />
          )}
        </Field>
        <datalist id="bots-of-owner">
          {bots.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Drop choice={choice} onChoose={setChoice} />
        <div class="send">
          <SubmitButton action={action}>Submit</SubmitButton>
          <progress value={sent} max={1} aria-label="Sent" />
          <span class="number muted">{action.busy ? percent(sent) : ""}</span>
        </div>
        <Failure of={action} />
      </form>
      {number !== null && <Following key={number} number={number} onOver={onChange} />}
    </section>
  );
}

function checkSize(size: number, most: number): void {
  if (size > most) {
    throw new Error(
      `The archive has ${bytes(size)}, and may have ${bytes(most)}: leave out what is built.`,
    );
  }
}

interface DropProps {
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

function Drop({ choice, onChoose }: DropProps) {
  const [over, setOver] = useState(false);
  const take = (files: readonly File[]) => {
    const [first] = files;
    if (first) onChoose({ name: first.name, archive: async () => first });
  };
  const takeFolder = (name: string, files: () => Promise<FolderFile[]>) =>
    onChoose({ name: `the folder ${name}`, archive: async () => zipped(await files()) });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const entry = event.dataTransfer?.items[0]?.webkitGetAsEntry();
    if (entry?.isDirectory) takeFolder(entry.name, () => dropped(entry));
    else take([...(event.dataTransfer?.files ?? [])]);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <fieldset
      class={over ? "drop over" : "drop"}
      onDrop={drop}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
    >
      <legend>What to submit</legend>
      <Field label="Archive (zip or tar.gz)">
        {(id) => (
          <input
            id={id}
            type="file"
            accept=".zip,.gz,.tgz,.py"
            onChange={({ currentTarget }) => take([...(currentTarget.files ?? [])])}
          />
        )}
      </Field>
      <Field label="or folder">
        {(id) => (
          <input
            id={id}
            type="file"
            ref={asFolder}
            onChange={({ currentTarget }) => {
              const files = picked(currentTarget.files ?? []);
              const name = files[0]?.path.split("/")[0] ?? "";
              if (files.length > 0) takeFolder(name, async () => files);
            }}
          />
        )}
      </Field>
      <p class="muted" role="status">
        {choice ? `Chosen: ${choice.name}` : "or drop one of them here"}
      </p>
    </fieldset>
  );
}

/** Let a field take a folder; Preact knows no such property. */
function asFolder(input: HTMLInputElement | null): void {
  if (input) input.webkitdirectory = true;
}
