import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, Position, Setup } from "../src/gen/tianming/games/dragon/v1/dragon.js";
import { Outcome } from "../src/gen/tianming/v1/match.js";
import { Capability, MatchEnded } from "../src/gen/tianming/v1/play.js";
import {
  Fault,
  type FaultNotice,
  type Match,
  type MatchResult,
  type Question,
} from "../src/index.js";
import { commitment } from "../src/seed.js";
import { matchStarted, meet, optionOf, playAt, question, scripted } from "./referee.js";

const first = () => 0;

test("a bot introduces itself with its token", async (t) => {
  const bot = {
    name: "ann's bot",
    version: "3",
    games: ["dragon", "ming"],
    maxMatches: 8,
    choose: first,
  };
  const lines = await meet(t, bot, async (stream) => {
    const hello = await stream.welcome();
    assert.deepEqual(stream.metadata?.get("authorization"), ["Bearer secret"]);
    assert.deepEqual(hello, {
      revisionMin: 1,
      revisionMax: 1,
      botName: "ann's bot",
      botVersion: "3",
      userAgent: "tianming-typescript/0.1.0",
      games: [
        { name: "dragon", rulesVersions: [] },
        { name: "ming", rulesVersions: [] },
      ],
      maxMatches: 8,
      resume: [],
      capabilities: [],
    });
  });
  assert.match(
    lines[0] ?? "",
    /^tianming: connected to 127\.0\.0\.1:\d+ as ann, games: dragon, ming$/,
  );
});

test("a bot with the method events asks for events", async (t) => {
  const bot = { choose: first, events: () => undefined };
  await meet(t, bot, async (stream) => {
    assert.deepEqual((await stream.welcome()).capabilities, [Capability.EVENTS]);
  });
});

test("a function is named after itself, and an object after its class", async (t) => {
  class Ann {
    choose = first;
  }
  for (const [bot, name] of [
    [first, "first"],
    [new Ann(), "Ann"],
    [{ choose: first }, "bot"],
  ] as const) {
    await meet(t, bot, async (stream) => {
      assert.equal((await stream.welcome()).botName, name);
    });
  }
});

test("a bot knows its match", async (t) => {
  let match: Match | undefined;
  const bot = { choose: first, start: (started: Match) => void (match = started) };
  await meet(t, bot, async (stream) => {
    await stream.welcome();
    stream.write(
      matchStarted("m1", {
        rulesVersion: 4,
        options: { wall: "yes" },
        seats: [
          { index: 0, bot: "ann" },
          { index: 1, bot: "bob" },
        ],
        seat: 1,
        strikes: 3,
        strikesLeft: 2,
        bank: { seconds: 9, nanos: 500_000_000 },
        clock: {
          decision: { seconds: 2, nanos: 0 },
          bank: { seconds: 60, nanos: 0 },
          increment: { seconds: 0, nanos: 1_000_000 },
          grace: undefined,
          first: undefined,
        },
      }),
      question(1, { seat: 1 }),
    );
    await stream.readAnswers();
  });
  assert(match);
  const { id, game, rulesVersion, options, bots, seat, strikes, strikesLeft, bank, clock } = match;
  assert.deepEqual(
    { id, game, rulesVersion, options, bots, seat, strikes, strikesLeft, bank },
    {
      id: "m1",
      game: "dragon",
      rulesVersion: 4,
      options: { wall: "yes" },
      bots: ["ann", "bob"],
      seat: 1,
      strikes: 3,
      strikesLeft: 2,
      bank: 9500,
    },
  );
  assert.deepEqual(clock, { decision: 2000, bank: 60_000, increment: 1, grace: 0, first: 0 });
  assert.equal(match.setup(Setup).seats, 3);
});

test("a question has its budget, its events and the position as the game's message", async (t) => {
  const seen: Question[] = [];
  const choose = (asked: Question) => {
    seen.push(asked);
    return 0;
  };
  const value = Position.encode(Position.fromPartial({ observation: { month: 3 } })).finish();
  const began = performance.now();
  await meet(t, choose, async (stream) => {
    await stream.welcome();
    stream.write(
      matchStarted(),
      question(7, {
        budget: { seconds: 1, nanos: 500_000_000 },
        position: { typeUrl: "type.googleapis.com/tianming.games.dragon.v1.Position", value },
        since: [
          {
            index: 4,
            seat: 2,
            notation: "pass",
            detail: Event.encode(
              Event.fromPartial({
                kind: { $case: "action", value: { kind: { $case: "passAction", value: {} } } },
              }),
            ).finish(),
          },
        ],
      }),
    );
    await stream.readAnswers();
  });
  const [asked] = seen;
  assert(asked);
  assert.deepEqual([asked.number, asked.seat, asked.optionCount, asked.budget], [7, 0, 4, 1500]);
  assert(asked.deadline > began + 1500 && asked.deadline < performance.now() + 1500);
  assert.equal(asked.position(Position).observation?.month, 3);
  assert.equal(asked.position(Position), asked.position(Position));
  assert.throws(() => asked.position(Setup), TypeError);
  const [event] = asked.since;
  assert.deepEqual([event?.index, event?.seat, event?.notation], [4, 2, "pass"]);
  assert.equal(event?.detail(Event).kind?.$case, "action");
});

test("a bot hears of its faults, of events and of the end", async (t) => {
  const seed = Buffer.alloc(32, 1);
  const seedNonce = Buffer.alloc(32, 2);
  const heard: [string, ...unknown[]][] = [];
  const bot = {
    choose: first,
    start: (match: Match) => {
      heard.push(["start", match.strikesLeft]);
    },
    events: (_: Match, events: readonly { notation: string }[]) => {
      heard.push(["events", ...events.map((event) => event.notation)]);
    },
    fault: ({ match, fault, number }: FaultNotice) => {
      heard.push(["fault", fault, number, match.strikesLeft]);
    },
    end: ({ place, isFair, since }: MatchResult) => {
      heard.push(["end", place, isFair, since.length]);
    },
  };
  const results = [{ seat: 0, place: 2, score: 7, strikes: 1, forfeited: false }];
  await meet(t, bot, async (stream) => {
    await stream.welcome();
    stream.write(
      matchStarted("m1", { strikesLeft: 3, seedCommitment: commitment(seed, seedNonce) }),
      {
        $case: "matchEvents",
        value: { matchId: "m1", events: [{ index: 0, notation: "deal", detail: seed }] },
      },
      {
        $case: "faultNotice",
        value: {
          matchId: "m1",
          seat: 0,
          number: 5,
          fault: Fault.LATE,
          substituted: true,
          strikesLeft: 2,
          reason: "late",
        },
      },
      {
        $case: "matchEnded",
        value: MatchEnded.fromPartial({
          matchId: "m1",
          outcome: { termination: 1, results },
          seed,
          seedNonce,
          since: [{ index: 1 }],
        }),
      },
      matchStarted("m2"),
      {
        $case: "matchEnded",
        value: MatchEnded.fromPartial({
          matchId: "m2",
          outcome: Outcome.create(),
          seed,
          seedNonce,
        }),
      },
      { $case: "ping", value: { id: 1 } },
    );
    await stream.read();
  });
  assert.deepEqual(heard, [
    ["start", 3],
    ["events", "deal"],
    ["fault", Fault.LATE, 5, 2],
    ["end", 2, true, 1],
    ["start", 0],
    ["end", undefined, false, 0],
  ]);
});

test("what a bot does not know, it ignores", async (t) => {
  await meet(t, first, async (stream) => {
    await stream.welcome();
    stream.write(undefined, { $case: "draining", value: { grace: undefined } });
    stream.write(question(1, { matchId: "another" }), matchStarted(), question(2));
    assert.deepEqual(
      (await stream.readAnswers()).map((answer) => answer.number),
      [2],
    );
  });
});

test("many matches share a stream, and each question belongs to its own", async (t) => {
  t.mock.method(performance, "now", () => 0); // a busy machine splits no frame
  const seats = new Map<string, number>();
  const choose = ({ match, seat }: Question) => {
    seats.set(`${match.id} ${seat}`, match.seat);
    return seat;
  };
  await meet(t, choose, async (stream) => {
    await stream.welcome();
    const ids = Array.from({ length: 64 }, (_, index) => `m${index}`);
    stream.write(...ids.flatMap((id) => [matchStarted(id), matchStarted(id, { seat: 3 })]));
    stream.write(
      ...ids.flatMap((id) => [question(1, { matchId: id }), question(2, { matchId: id, seat: 3 })]),
    );
    const answers = await stream.readAnswers();
    assert.deepEqual(
      answers.map(({ matchId, number }) => `${matchId} ${number}`),
      ids.flatMap((id) => [`${id} 1`, `${id} 2`]),
    );
    assert.deepEqual(
      answers.map(optionOf),
      ids.flatMap(() => [0, 3]),
    );
  });
  assert.equal(seats.size, 128);
});

test("a bot plays over a Unix socket", async (t) => {
  const address = `unix:${process.cwd()}/build/${process.pid}.sock`;
  const script = async (stream: Parameters<Parameters<typeof scripted>[1][number]>[0]) => {
    await stream.welcome();
  };
  await playAt(await scripted(t, [script], { address }), first);
});
