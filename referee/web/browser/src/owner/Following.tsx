/** The progress of a submission: its state, and the output of build and check as it comes. */

import { useEffect, useState } from "preact/hooks";
import type { SubmissionLine, SubmissionProgress } from "../api/model.ts";
import { apiAddress } from "../api/site.ts";
import { BotLink } from "../page/Link.tsx";
import { OutputText } from "./parts.tsx";

/** Characters of output on show; older ones are left out. */
const MOST = 200_000;

/** Milliseconds after which a stream that was refused is asked for again. */
const PATIENCE = 3000;

const STAGES: Readonly<Record<string, string>> = {
  waiting: "waits for its turn",
  unpacking: "is being unpacked",
  building: "is being built",
  checking: "is being checked",
};

/** What is known of a submission that is followed. */
interface Followed {
  readonly progress: SubmissionProgress | null;
  readonly output: string;
}

const NOTHING: Followed = { progress: null, output: "" };

function useFollowed(number: number): Followed {
  const [followed, set] = useState(NOTHING);
  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(apiAddress(`mine/submissions/${number}/live`));
      // A new stream begins with all output so far.
      source.onopen = () => set(NOTHING);
      source.addEventListener("progress", ({ data }) => {
        const progress = JSON.parse(data) as SubmissionProgress;
        const more = progress.output ?? "";
        set(({ output }) => ({ progress, output: (output + more).slice(-MOST) }));
      });
      source.addEventListener("over", () => source?.close());
      source.onerror = () => {
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, PATIENCE);
      };
    };
    open();
    return () => {
      source?.close();
      clearTimeout(timer);
    };
  }, [number]);
  return followed;
}

interface Props {
  readonly number: number;
  /** Called when the submission is accepted or refused. */
  readonly onOver?: () => void;
}

export function Following({ number, onOver }: Props) {
  const { progress, output } = useFollowed(number);
  const state = progress?.submission.state ?? "queued";
  useEffect(() => {
    if (state !== "queued") onOver?.();
  }, [state]);
  return (
    <div class="following">
      <p role="status">
        <strong>{`Submission ${number}`}</strong> {words(progress)}
      </p>
      {progress && <Outcome submission={progress.submission} />}
      <OutputText label="Output of the build and the check" text={output} />
    </div>
  );
}

function words(progress: SubmissionProgress | null): string {
  switch (progress?.submission.state) {
    case undefined:
      return "is on the server.";
    case "accepted":
      return "is accepted: it plays from the next match on.";
    case "refused":
      return "is refused.";
    case "undecided":
      return "passed the check, and waits for the organiser's decision.";
    default:
      return `${STAGES[progress?.stage ?? ""] ?? STAGES.waiting}.`;
  }
}

function Outcome({ submission }: { readonly submission: SubmissionLine }) {
  if (submission.state === "refused") return <pre class="why">{submission.why}</pre>;
  if (submission.state !== "accepted") return null;
  return (
    <p>
      The page of <BotLink bot={submission.bot} /> has its results, once it has played.
    </p>
  );
}
