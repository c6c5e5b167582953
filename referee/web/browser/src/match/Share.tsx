/** Ways to carry a match elsewhere: a link to the step, the code of a frame, and the record. */

import { useRef, useState } from "preact/hooks";
import { titleOf } from "../api/faces.ts";
import type { MatchView } from "../api/model.ts";
import { apiAddress, href, isAlone, isStatic } from "../api/site.ts";
import { embedCode, linkTo } from "./address.ts";

interface Props {
  readonly match: MatchView;
  /** Number of the step on show; negative before the first. */
  readonly step: number;
}

export function Share({ match, step }: Props) {
  if (isAlone || location.protocol === "file:") return null;
  const page = new URL(href("match", match.id), location.href).href;
  const frame = new URL(href("embed", match.id), location.href).href;
  const title = match.seats.map(({ bot }) => titleOf(bot)).join(" – ");
  return (
    <section class="card share">
      <h2>Share</h2>
      <Copied label="Link to this step" text={linkTo(page, step, isStatic)} />
      {!isStatic && <Copied label="Code for other sites" text={embedCode(frame, step, title)} />}
      {match.recorded && !isStatic && (
        <p>
          <a href={apiAddress(`matches/${encodeURIComponent(match.id)}/record`)} download>
            Download the record
          </a>
        </p>
      )}
    </section>
  );
}

/** A text that readers copy with a button. Where browsers forbid that, it is selected instead. */
function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState("");
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // Without TLS there is no clipboard; the text is selected for the keys of the reader.
    }
  };
  return (
    <div class="copied">
      <label>
        {label}
        <input ref={field} readOnly value={text} onFocus={() => field.current?.select()} />
      </label>
      <button type="button" onClick={copy} aria-label={`Copy: ${label}`}>
        {copied === text ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
