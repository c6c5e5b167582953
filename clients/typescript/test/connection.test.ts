import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { status } from "@grpc/grpc-js";
import { play, type Question, RefusedError, TianmingError } from "../src/index.js";
import { fail, matchStarted, meet, playAt, question, type Script, scripted } from "./referee.js";

const first = () => 0;

/** An address at which nobody listens. */
async function nobody(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return `127.0.0.1:${typeof address === "object" && address ? address.port : fail("no port")}`;
}

test("a match survives a broken stream, and the bot says where it stood", async (t) => {
  const matches = new Set<unknown>();
  let starts = 0;
  const bot = {
    start: () => {
      starts++;
    },
    choose: ({ match }: Question) => {
      matches.add(match);
      return 0;
    },
  };
  const event = { index: 6, notation: "pass", detail: new Uint8Array() };
  await meet(
    t,
    bot,
    async (stream) => {
      await stream.welcome();
      stream.write(matchStarted(), question(1, { since: [event] }), matchStarted("m2"));
      await stream.readAnswers();
      stream.refuse(status.UNAVAILABLE, "The referee is stopping.");
    },
    async (stream) => {
      const { resume } = await stream.welcome();
      assert.deepEqual(resume, [
        { matchId: "m1", nextEvent: 7 },
        { matchId: "m2", nextEvent: 0 },
      ]);
      stream.write(
        { $case: "rejection", value: { matchId: "m2", reason: "unknown" } },
        matchStarted("m1", { strikesLeft: 1 }),
        question(1),
      );
      await stream.readAnswers();
      stream.refuse(status.UNAVAILABLE, "The referee is stopping.");
    },
    async (stream) => {
      const { resume } = await stream.welcome();
      assert.deepEqual(resume, [{ matchId: "m1", nextEvent: 7 }]);
    },
  );
  assert.equal(matches.size, 1);
  assert.equal(starts, 2);
});

test("a Hello has the points of the last 256 matches", async (t) => {
  await meet(
    t,
    first,
    async (stream) => {
      await stream.welcome();
      stream.write(...Array.from({ length: 300 }, (_, index) => matchStarted(`m${index}`)));
      stream.write({ $case: "ping", value: { id: 1 } });
      await stream.read();
    },
    async (stream) => {
      const { resume } = await stream.welcome();
      assert.equal(resume.length, 256);
      assert.equal(resume.at(-1)?.matchId, "m299");
    },
  );
});

test("a late answer of an old stream is not sent on the next", async (t) => {
  const settle: ((answer: number) => void)[] = [];
  const choose = () => new Promise<number>((resolve) => settle.push(resolve));
  const asked = async () => {
    while (settle.length === 0) await new Promise(setImmediate);
    return settle.shift() ?? fail("not asked");
  };
  let old: ((answer: number) => void) | undefined;
  await meet(
    t,
    choose,
    async (stream) => {
      await stream.welcome();
      stream.write(matchStarted(), question(1));
      old = await asked();
    },
    async (stream) => {
      await stream.welcome();
      stream.write(matchStarted(), question(1));
      const answer = await asked();
      old?.(3);
      answer(2);
      const [choice, ...others] = await stream.readAnswers();
      assert.equal(choice?.answer?.value, 2);
      assert.deepEqual(others, []);
    },
  );
});

for (const code of [
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "FAILED_PRECONDITION",
  "INVALID_ARGUMENT",
  "ABORTED",
  "UNIMPLEMENTED",
] as const) {
  test(`a bot that is refused with ${code} does not try again`, async (t) => {
    const refuse: Script = async (stream) => {
      await stream.read();
      stream.refuse(status[code], "The token is wrong.");
    };
    await assert.rejects(meet(t, first, refuse, refuse), (error: RefusedError) => {
      assert(error instanceof RefusedError);
      assert.equal(error.message, `the referee refused the bot: The token is wrong. (${code})`);
      assert.equal(error.code, code);
      return true;
    });
  });
}

test("a bot that finds no referee in time says where it looked", async () => {
  const server = await nobody();
  const lines: string[] = [];
  const why = `connect ECONNREFUSED ${server}`;
  await assert.rejects(
    play(first, { server, wait: 300, log: (line) => lines.push(line) }),
    new TianmingError(
      `no referee at ${server} for 0.3 s: start the referee, or check TIANMING_SERVER (${why})`,
    ),
  );
  assert.deepEqual(lines, [`tianming: no referee at ${server}, trying again (${why})`]);
});

test("a bot leaves while it looks for a referee", async () => {
  const stop = new AbortController();
  const log = () => {
    stop.abort();
  };
  await play(first, { server: await nobody(), log, signal: stop.signal });
});

test("a bot that was stopped before it begins does not call", async () => {
  await play(first, { server: await nobody(), log: fail, signal: AbortSignal.abort() });
});

test("a bot that leaves sends its answers and a goodbye, and closes its side", async (t) => {
  const stop = new AbortController();
  const choose = () => {
    stop.abort();
    return 3;
  };
  const referee = await scripted(t, [
    async (stream) => {
      await stream.welcome();
      stream.write(matchStarted(), question(1));
      const kinds = [...(await stream.read()), ...(await stream.read())].map(({ $case }) => $case);
      assert.deepEqual(kinds.toSorted(), ["choose", "goodbye"]);
      assert.deepEqual(await stream.read(), []);
    },
  ]);
  await playAt(referee, choose, { signal: stop.signal });
});

test("a bot leaves within 2 seconds when the referee does not end the stream", async (t) => {
  const stop = new AbortController();
  const referee = await scripted(t, [
    async (stream) => {
      await stream.welcome();
      stop.abort();
      await new Promise(() => undefined);
    },
  ]);
  const began = performance.now();
  await playAt(referee, first, { signal: stop.signal });
  const seconds = (performance.now() - began) / 1000;
  assert(seconds > 1.9 && seconds < 4, `${seconds} s`);
});

test("a bot plays where it is invited, with the ticket, and stays at its lobby", async (t) => {
  const worker = await scripted(t, [
    async (stream) => {
      await stream.welcome();
      assert.deepEqual(stream.metadata?.get("authorization"), ["Bearer ticket"]);
      stream.write(matchStarted(), question(1));
      assert.equal((await stream.readAnswers()).length, 1);
    },
  ]);
  await meet(t, first, async (stream) => {
    await stream.welcome();
    const value = { address: `http://${worker.address}`, ticket: "ticket", validFor: undefined };
    stream.write({ $case: "invitation", value });
    await worker.played;
    stream.write({ $case: "ping", value: { id: 1 } });
    assert.equal((await stream.read())[0]?.$case, "pong");
  });
});

test("an invitation that fails ends nothing", async (t) => {
  const address = `http://${await nobody()}`;
  const lines = await meet(t, first, async (stream) => {
    await stream.welcome();
    stream.write({ $case: "invitation", value: { address, ticket: "t", validFor: undefined } });
    stream.write({
      $case: "invitation",
      value: { address: "?", ticket: "t", validFor: undefined },
    });
    stream.write(matchStarted(), question(1));
    assert.equal((await stream.readAnswers()).length, 1);
  });
  assert(lines.some((line) => line.startsWith("tianming: the invitation to ? failed: ")));
});

test("a bot that fails where it was invited ends the run", async (t) => {
  const worker = await scripted(t, [
    async (stream) => {
      await stream.welcome();
      stream.write(matchStarted(), question(1));
      assert.deepEqual(await stream.read(), []);
    },
  ]);
  const lobby = meet(
    t,
    () => 4,
    async (stream) => {
      await stream.welcome();
      const value = { address: `http://${worker.address}`, ticket: "ticket", validFor: undefined };
      stream.write({ $case: "invitation", value });
      assert.deepEqual(await stream.read(), []);
    },
  );
  await assert.rejects(lobby, { message: "choose gave 4 to question 1: give 0 to 3" });
});
