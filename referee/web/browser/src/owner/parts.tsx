/** What the pages of owners share: buttons that may fail, secrets, and words of the organiser. */

import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Announced } from "../api/model.ts";
import { dayAndTime } from "../format.ts";
import type { Action } from "./send.ts";

interface SubmitProps {
  readonly action: Action;
  readonly children: ComponentChildren;
}

/** The button of a form; it keeps its place and the focus while the form is sent. */
export function SubmitButton({ action, children }: SubmitProps) {
  return (
    <button type="submit" class="main-button" aria-disabled={action.busy ? "true" : undefined}>
      {children}
    </button>
  );
}

interface ActionButtonProps extends SubmitProps {
  readonly onClick: () => Promise<void>;
  readonly pressed?: boolean;
}

export function ActionButton({ action, onClick, pressed, children }: ActionButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={action.busy ? "true" : undefined}
      aria-pressed={pressed}
      onClick={() => action.run(onClick)}
    >
      {children}
    </button>
  );
}

/** Why something failed. The line is always there, so that nothing moves. */
export function Failure({ of }: { readonly of: Action }) {
  return (
    <p class="failure" role="alert">
      {of.error}
    </p>
  );
}

interface FieldProps {
  readonly label: string;
  /** The control; it has the id. */
  readonly children: (id: string) => ComponentChildren;
}

/** A field of a form under its name. */
export function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** A secret that the server sends once. */
export function Secret({ name, value }: { readonly name: string; readonly value: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div class="secret">
      <span class="hidden">{name}</span>
      <code>{value}</code>
      <button type="button" aria-label={`${copied ? "Copied" : "Copy"}: ${name}`} onClick={copy}>
        {copied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}

/** Output of a program. It is a field, so that keys can scroll it, and its end is on show. */
export function OutputText({ label, text }: { readonly label: string; readonly text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current) field.current.scrollTop = field.current.scrollHeight;
  }, [text]);
  return <textarea class="log-of-build" ref={field} readOnly aria-label={label} value={text} />;
}

export function Announcements({ of }: { readonly of: readonly Announced[] }) {
  if (of.length === 0) return null;
  return (
    <section class="card notice">
      <h2>From the organiser</h2>
      <ul class="announcements">
        {of.map(({ made, text }) => (
          <li key={`${made} ${text}`}>
            <time class="muted small" dateTime={made}>
              {dayAndTime(made)}
            </time>
            <p class="words">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
