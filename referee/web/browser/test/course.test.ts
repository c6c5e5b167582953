import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnalysedChoice, MatchAnalysis } from "../src/api/model.ts";
import { courseOf, valueAt } from "../src/chart/course.ts";
import { advanceMatch, begin } from "../src/match/state.ts";
import { neighbour, timeline, withAnalysis } from "../src/match/timeline.ts";
import { verdict } from "../src/match/verdict.ts";
import { match, STEPS } from "./match.ts";

const choice: AnalysedChoice = {
  n: 4,
  seat: 0,
  options: ["a", "b", "c"],
  values: [0.2, 0.6, null],
  chosen: 0,
  best: 1,
  blunder: true,
  line: ["b", "d"],
};
const analysis: MatchAnalysis = {
  id: "m",
  seconds: 1,
  choices: [choice, { ...choice, n: 12, seat: 1, chosen: 1, blunder: false, line: [] }],
};

test("the points of a seat change where the record says so, and last to the end", () => {
  const { points, range } = courseOf(timeline(match()));
  assert.deepEqual(points[0]?.points, [
    [0, 0],
    [3, 2],
    [6, 2],
  ]);
  assert.deepEqual(range, [0, 3]);
  assert.equal(points[1] && valueAt(points[1], 5), 0);
});

test("faults and scorings are marked at the points of their seats", () => {
  const { pointMarks } = courseOf(timeline(match()));
  assert.deepEqual(pointMarks, [
    { at: [3, 2], kind: "scoring" },
    { at: [4, 0], kind: "fault" },
    { at: [6, 3], kind: "scoring" },
  ]);
});

test("a match in which nobody says what they expect has no line of it", () => {
  assert.deepEqual(courseOf(timeline(match())).expected, []);
});

test("what a bot expects and what a search does are lines of the same graph", () => {
  const own = STEPS.map((one) => (one.n === 4 ? { ...one, thought: { value: 1.5 } } : one));
  const line = withAnalysis(timeline(match({ steps: own })), analysis);
  const { expected, blunders } = courseOf(line);
  assert.deepEqual(
    expected.map(({ seat, kind, points }) => [seat, kind, points]),
    [
      [0, "search", [[2, 0.2]]],
      [1, "search", [[6, 0.6]]],
      [0, "own", [[2, 1]]],
    ],
  );
  assert.deepEqual(blunders, [{ at: [2, 0.2], kind: "blunder" }]);
});

test("readers jump to blunders, and stay where there are none", () => {
  const line = timeline(match());
  assert.equal(neighbour(line, 0, "blunder", 1), 0);
  assert.equal(neighbour(withAnalysis(line, analysis), 0, "blunder", 1), 2);
});

test("an analysis stays when a reader takes the view of another seat", () => {
  const judged = advanceMatch(begin(match(), null), { kind: "analysed", analysis });
  const other = advanceMatch(judged, { kind: "loaded", steps: match({ seat: 1 }) });
  assert.deepEqual(other.line[2]?.judged, choice);
});

test("a choice is judged in a sentence", () => {
  assert.equal(verdict(choice), "Blunder: it loses 0.40. Better: b, d.");
  assert.equal(verdict({ ...choice, chosen: 1 }), "The search chooses this, too.");
  assert.equal(
    verdict({ ...choice, values: [0.55, 0.6, null], blunder: false, line: [] }),
    "The choice: it loses 0.05. Better: b.",
  );
});
