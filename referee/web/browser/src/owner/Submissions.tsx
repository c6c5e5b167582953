/** The submissions of an owner, with why each was refused, and the output of those in work. */

import { useState } from "preact/hooks";
import type { SubmissionLine } from "../api/model.ts";
import { bytes, count, dayAndTime } from "../format.ts";
import { Scroll } from "../page/Scroll.tsx";
import { Following } from "./Following.tsx";

interface Props {
  readonly submissions: readonly SubmissionLine[];
  readonly onChange: () => void;
}

export function Submissions({ submissions, onChange }: Props) {
  const [followed, setFollowed] = useState<number | null>(null);
  if (submissions.length === 0) return <p class="message">No submissions.</p>;
  return (
    <>
      <Scroll label="Submissions">
        <table>
          <caption>{count(submissions.length, "submission")}, the newest first</caption>
          <thead>
            <tr>
              <th class="number">Number</th>
              <th>Bot</th>
              <th>State</th>
              <th>Taken</th>
              <th class="number">Size</th>
              <th>Output</th>
            </tr>
          </thead>
          <tbody>
            {submissions.map((one) => (
              <tr key={one.number}>
                <th scope="row" class="number">
                  {one.number}
                </th>
                <td class="name">{one.bot}</td>
                <td>
                  <span class="badge">{one.state}</span>
                </td>
                <td>
                  <time dateTime={one.taken}>{dayAndTime(one.taken)}</time>
                </td>
                <td class="number">{bytes(one.archive_bytes ?? 0)}</td>
                <td>
                  <button
                    type="button"
                    aria-pressed={followed === one.number}
                    aria-label={`Show the output of submission ${one.number}`}
                    onClick={() => setFollowed(followed === one.number ? null : one.number)}
                  >
                    Show
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {followed !== null && <Following key={followed} number={followed} onOver={onChange} />}
    </>
  );
}
