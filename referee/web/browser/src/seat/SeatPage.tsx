/** The page of a person who plays: the board of the seat, the options, and what happened. */

import { useMemo, useRef, useState } from "preact/hooks";
import type { SeatRule, SeatStart, SeatView } from "../api/model.ts";
import { answered } from "../api/site.ts";
import { Board } from "../board/Board.tsx";
import { sceneOf } from "../board/scene.ts";
import { QUIET } from "../board/story.ts";
import { SeatMark } from "../match/SeatMark.tsx";
import { Frame, Message, setTitle } from "../page/Frame.tsx";
import { Countdown } from "./Countdown.tsx";
import { matching, spots } from "./option.ts";
import { Question } from "./Question.tsx";
import { type Seat, useSeat } from "./useSeat.ts";

export function SeatPage({ token }: { readonly token: string }) {
  const seat = useSeat(token);
  const { start, view, trouble } = seat;
  setTitle(view?.question ? "Your turn" : "Your seat");
  return (
    <Frame>
      {trouble && <Message title="No connection" words={trouble} />}
      {start && view ? (
        <Play key={view.question} token={token} start={start} seat={seat} view={view} />
      ) : (
        !trouble && <p class="message">The match begins as soon as all bots are there.</p>
      )}
    </Frame>
  );
}

interface Props {
  readonly token: string;
  readonly start: SeatStart;
  readonly seat: Seat;
  readonly view: SeatView;
}

/** What is chosen, but not confirmed: an option, or to give up. */
export type Pending = number | "resign" | null;

function Play({ token, start, seat, view }: Props) {
  const { options = [], scene = {}, question = 0 } = view;
  const path = `seat/${encodeURIComponent(token)}`;
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<readonly number[] | null>(null);
  const [pending, setPending] = useState<Pending>(null);
  const [error, setError] = useState("");
  const [rule, setRule] = useState<SeatRule | null>(null);
  const sending = useRef(false);
  const listed = useMemo(() => {
    const found = matching(options, text);
    return picked ? found.filter((at) => picked.includes(at)) : found;
  }, [options, text, picked]);

  const offers = useMemo(
    () =>
      spots(options, matching(options, text)).map(({ at, options: there }) => ({
        at,
        words: there.map((index) => options[index]?.words).join(" "),
        chosen: typeof pending === "number" && there.includes(pending),
        onPick: () => {
          const [only] = there;
          if (there.length === 1 && only !== undefined) setPending(only);
          else setPicked(there);
        },
      })),
    [options, text, pending],
  );
  const pieces = useMemo(() => sceneOf(scene), [scene]);

  const takeBack = () => {
    setPending(null);
    setPicked(null);
    setText("");
    setError("");
  };
  const failed = (failure: unknown) =>
    setError(failure instanceof Error ? failure.message : String(failure));
  const confirm = () => {
    if (sending.current || pending === null) return;
    sending.current = true;
    const option = pending === "resign" ? null : pending;
    answered(`${path}/answer`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question, option }),
    })
      .catch(failed)
      .finally(() => {
        sending.current = false;
      });
  };
  const explain = (option: number) => {
    answered<SeatRule>(`${path}/rule?option=${option}`, {}).then(setRule, failed);
  };

  return (
    <div class="viewer">
      <div class="stage">
        {start.board && (
          <Board board={start.board} scene={pieces} story={QUIET} manner="moving" offers={offers} />
        )}
      </div>
      <div class="side">
        <p class="now" aria-live="polite">
          {headline(view)} <Countdown deadline={seat.deadline} />
        </p>
        {error && <p role="alert">{error}</p>}
        {question > 0 && (
          <Question
            {...{ view, listed, text, pending, setText, setPending, takeBack, confirm, explain }}
          />
        )}
        {rule && <Rule rule={rule} onClose={() => setRule(null)} />}
        <Standing start={start} view={view} />
        <News lines={view.news ?? []} />
      </div>
    </div>
  );
}

function headline({ over, question, turn, options = [], title }: SeatView): string {
  if (over) return "The match is over. You may close this page.";
  if (question) return `${title}. Question ${turn} for you: choose 1 to ${options.length}.`;
  return `${title}. The others play.`;
}

function Rule({ rule, onClose }: { readonly rule: SeatRule; readonly onClose: () => void }) {
  return (
    <section class="card rule-text" aria-label="Rule">
      <h2>{rule.heading}</h2>
      <pre>{rule.text}</pre>
      <button type="button" onClick={onClose}>
        Close the rule
      </button>
    </section>
  );
}

function Standing({ start, view }: { readonly start: SeatStart; readonly view: SeatView }) {
  return (
    <ol class="seats">
      {start.seats.map((name, seat) => (
        <li key={seat}>
          <SeatMark board={start.board} seat={seat} />
          <span class="name">{seat === start.seat ? `${name} (you)` : name}</span>
          <span class="points number">{view.points?.[seat]}</span>
        </li>
      ))}
    </ol>
  );
}

function News({ lines }: { readonly lines: readonly string[] }) {
  return (
    <section aria-label="What happened">
      <h2>What happened</h2>
      <ol class="seat-news" tabIndex={0} reversed>
        {[...lines].reverse().map((line, index) => (
          <li key={lines.length - index}>{line}</li>
        ))}
      </ol>
    </section>
  );
}
