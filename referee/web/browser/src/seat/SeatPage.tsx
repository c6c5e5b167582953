/** The page of a person who plays: the board of the seat, the options, and what happened. */

import { useMemo, useRef } from "preact/hooks";
import type { SeatRule, SeatStart, SeatView } from "../api/model.ts";
import { answered } from "../api/site.ts";
import { Board } from "../board/Board.tsx";
import { sceneOf } from "../board/scene.ts";
import { QUIET } from "../board/story.ts";
import { SeatMark } from "../match/SeatMark.tsx";
import { Frame, Message, setTitle } from "../page/Frame.tsx";
import { Choice } from "./Choice.tsx";
import { Countdown } from "./Countdown.tsx";
import { type Draft, NOTHING, useDraft } from "./draft.ts";
import { Options } from "./Options.tsx";
import { matching, spots } from "./option.ts";
import { type Seat, useSeat } from "./useSeat.ts";

export function SeatPage({ token }: { readonly token: string }) {
  const seat = useSeat(token);
  const { start, view, trouble } = seat;
  setTitle(view?.question ? "Your turn" : "Your seat");
  return (
    <Frame>
      {start && view ? (
        <Play token={token} start={start} seat={seat} view={view} />
      ) : (
        <Message title="Your seat" words={trouble || WAITING} />
      )}
    </Frame>
  );
}

const WAITING = "The match begins as soon as everybody is there.";

interface Props {
  readonly token: string;
  readonly start: SeatStart;
  readonly seat: Seat;
  readonly view: SeatView;
}

function Play({ token, start, seat, view }: Props) {
  const { options = [], scene = {}, question = 0 } = view;
  const path = `seat/${encodeURIComponent(token)}`;
  const [draft, change] = useDraft(question);
  const { text, picked, pending } = draft;
  const sending = useRef(false);
  const found = useMemo(() => matching(options, text), [options, text]);
  const listed = picked ? found.filter((at) => picked.includes(at)) : found;
  const offers = useMemo(
    () =>
      spots(options, found).map(({ at, options: there }) => ({
        at,
        words: there.map((index) => options[index]?.words).join(" "),
        chosen: typeof pending === "number" && there.includes(pending),
        onPick: () => change(picking(there)),
      })),
    [options, found, pending],
  );
  const pieces = useMemo(() => sceneOf(scene), [scene]);

  const failed = (failure: unknown) =>
    change({ error: failure instanceof Error ? failure.message : String(failure) });
  const confirm = () => {
    if (sending.current || pending === null) return;
    sending.current = true;
    change({ error: "" });
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
    answered<SeatRule>(`${path}/rule?option=${option}`, {}).then(
      (rule) => change({ rule }),
      failed,
    );
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") change(draft.rule ? { rule: null } : NOTHING);
    else if (event.key === "Enter" && event.repeat) event.preventDefault();
  };

  return (
    <section class="viewer seat" aria-label="Your seat" onKeyDown={press}>
      <h1 class="hidden">{`Your seat in ${start.game}`}</h1>
      {start.board && (
        <div class="stage">
          <Board board={start.board} scene={pieces} story={QUIET} manner="moving" offers={offers} />
        </div>
      )}
      <div class="side">
        <p class="seat-now" aria-live="polite">
          {headline(view)} <Countdown deadline={seat.deadline} />
        </p>
        <p class="failure" role="alert">
          {draft.error || seat.trouble}
        </p>
        {question > 0 && <Choice {...{ view, draft, listed, change, confirm }} />}
        {draft.rule && <Rule rule={draft.rule} onClose={() => change({ rule: null })} />}
        {question > 0 && <Options {...{ view, draft, listed, change, explain }} />}
        <Standing start={start} view={view} />
        <News lines={view.news ?? []} />
      </div>
    </section>
  );
}

/** What a click on a place does: it chooses the only option there, or lists those that are there. */
function picking(there: readonly number[]): Partial<Draft> {
  const [only] = there;
  return there.length === 1 && only !== undefined
    ? { pending: only, picked: null }
    : { pending: null, picked: there };
}

function headline({ over, question, turn, options = [], title }: SeatView): string {
  if (over) return "The match is over. You may close this page.";
  if (question) return `${title}. Question ${turn} for you: choose 1 to ${options.length}.`;
  return title ? `${title}. The others play.` : WAITING;
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
    <ol class="seats" aria-label="Points">
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

/** Newest first. The list scrolls, so keys must reach it. */
function News({ lines }: { readonly lines: readonly string[] }) {
  return (
    <section aria-label="What happened" class="seat-happened">
      <h2>What happened</h2>
      <ol class="seat-news" reversed ref={(list) => list?.setAttribute("tabindex", "0")}>
        {[...lines].reverse().map((line, index) => (
          <li key={lines.length - index} class="name">
            {line}
          </li>
        ))}
      </ol>
    </section>
  );
}
