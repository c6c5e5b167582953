import assert from "node:assert/strict";
import { test } from "node:test";
import { type Limits } from "../src/gen/tianming/v1/play.js";
import { type Answer, type Bot, BotError, type Question } from "../src/index.js";
import { matchStarted, meet, optionOf, question } from "./referee.js";

const QUESTIONS = Array.from({ length: 200 }, (_, index) => question(index + 1));
const NUMBERS = QUESTIONS.map((_, index) => index + 1);

const bots: Record<string, Bot> = {
  "a function": () => 1,
  "an async function": () => Promise.resolve(1),
  "a batch": { chooseBatch: (questions: readonly Question[]) => questions.map(() => 1) },
  "an async batch": {
    chooseBatch: (questions: readonly Question[]) => Promise.resolve(questions.map(() => 1)),
  },
};

for (const [name, bot] of Object.entries(bots)) {
  test(`${name} that is quick answers a frame of questions with one frame`, async (t) => {
    t.mock.method(performance, "now", () => 0); // a busy machine splits no frame
    await meet(t, bot, async (stream) => {
      await stream.welcome();
      stream.write(matchStarted(), ...QUESTIONS);
      const answers = await stream.readAnswers();
      assert.deepEqual(
        answers.map((answer) => answer.number),
        NUMBERS,
      );
      assert(answers.every((answer) => optionOf(answer) === 1));
    });
  });
}

test("answers leave while the bot thinks about the next question", async (t) => {
  const choose = ({ number }: Question) => {
    const end = performance.now() + (number === 1 ? 5 : 300);
    while (performance.now() < end);
    return 0;
  };
  await meet(t, choose, async (stream) => {
    await stream.welcome();
    stream.write(matchStarted(), question(1), question(2));
    assert.deepEqual(
      (await stream.readAnswers()).map(({ number }) => number),
      [1],
    );
    assert.deepEqual(
      (await stream.readAnswers()).map(({ number }) => number),
      [2],
    );
  });
});

test("async choices run concurrently, and a ping is answered meanwhile", async (t) => {
  const waiting = new Map<number, (answer: Answer) => void>();
  const choose = ({ number }: Question) =>
    new Promise<Answer>((resolve) => waiting.set(number, resolve));
  await meet(t, choose, async (stream) => {
    await stream.welcome();
    stream.write(matchStarted(), question(1), question(2));
    stream.write({ $case: "ping", value: { id: 4_294_967_295 } });
    assert.deepEqual(await stream.read(), [{ $case: "pong", value: { id: 4_294_967_295 } }]);
    waiting.get(2)?.(3);
    assert.deepEqual((await stream.readAnswers()).map(optionOf), [3]);
    waiting.get(1)?.(2);
    assert.deepEqual((await stream.readAnswers()).map(optionOf), [2]);
  });
});

test("a frame stays within the limit of the referee", async (t) => {
  t.mock.method(performance, "now", () => 0); // a busy machine splits no frame further
  const limits = { maxFrameBytes: 100 } as Limits;
  await meet(
    t,
    () => 0,
    async (stream) => {
      await stream.welcome({ limits });
      stream.write(matchStarted(), ...QUESTIONS);
      const numbers: number[] = [];
      while (numbers.length < QUESTIONS.length) {
        const answers = await stream.readAnswers();
        assert(answers.length > 1 && answers.length < 12);
        numbers.push(...answers.map((answer) => answer.number));
      }
      assert.deepEqual(numbers, NUMBERS);
    },
  );
});

test("a choice has a note and a thought, without characters that cost a strike", async (t) => {
  const thought = {
    value: 0.5,
    nodes: 9,
    depth: 2,
    principalLine: ["pa\u0007ss"],
    reasoning: `\u001b[1m${"é".repeat(13)}`,
    tokensIn: 1200,
    tokensOut: 80,
    cost: 0.0031,
  };
  await meet(
    t,
    () => ({ option: 2, note: "\u{1f409}\u0000\tlong", thought }),
    async (stream) => {
      await stream.welcome({ limits: { maxNoteCharacters: 3, maxReasoningBytes: 24 } as Limits });
      stream.write(matchStarted(), question(1));
      const [answer] = await stream.readAnswers();
      assert.equal(optionOf(answer), 2);
      assert.equal(answer?.note, "\u{1f409}\tl");
      assert.deepEqual(answer.thought, {
        value: 0.5,
        nodes: 9,
        depth: 2,
        principalLine: ["pass"],
        reasoning: `[1m${"é".repeat(7)}\n[cut]`,
        tokensIn: 1200,
        tokensOut: 80,
        costMicros: 3100,
      });
    },
  );
});

test("a bot resigns a match", async (t) => {
  await meet(
    t,
    () => "resign",
    async (stream) => {
      await stream.welcome();
      stream.write(matchStarted(), question(1));
      assert.deepEqual(await stream.read(), [{ $case: "resign", value: { matchId: "m1" } }]);
    },
  );
});

const wrong: [string, Bot, string][] = [
  ["an index out of range", () => 4, "choose gave 4 to question 3: give 0 to 3"],
  ["a negative index", () => -1, "choose gave -1 to question 3: give 0 to 3"],
  ["nothing", () => undefined as never, "choose gave undefined to question 3: give 0 to 3"],
  ["null", () => null as never, "choose gave null to question 3: give 0 to 3"],
  ["a fraction", () => 0.5, "choose gave 0.5 to question 3: give 0 to 3"],
  [
    "an index out of range, later",
    () => Promise.resolve(4),
    "choose gave 4 to question 3: give 0 to 3",
  ],
  [
    "too few answers",
    { chooseBatch: () => [] },
    "chooseBatch got 1 questions and gave 0 answers: give one answer to each question",
  ],
  [
    "an error",
    () => {
      throw new Error("oops");
    },
    "the bot failed in choose: Error: oops",
  ],
  [
    "an error, later",
    () => Promise.reject(new Error("oops")),
    "the bot failed in choose: Error: oops",
  ],
  [
    "an error in start",
    {
      choose: () => 0,
      start: () => {
        throw new Error("oops");
      },
    },
    "the bot failed in start: Error: oops",
  ],
];

for (const [name, bot, message] of wrong) {
  test(`${name} ends the run without a goodbye: ${message}`, async (t) => {
    let last: unknown[] = [];
    const played = meet(t, bot, async (stream) => {
      await stream.welcome();
      stream.write(matchStarted(), question(3));
      last = await stream.read();
    });
    await assert.rejects(played, (error: BotError) => {
      assert(error instanceof BotError);
      assert.equal(error.message, message);
      assert(
        !message.includes("failed") ||
          (error.cause instanceof Error && error.cause.message === "oops"),
      );
      return true;
    });
    assert.deepEqual(last, []);
  });
}
