import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { status } from "@grpc/grpc-js";
import { matchStarted, question, type Script, scripted } from "./referee.js";

const SDK = new URL("../src/index.js", import.meta.url).href;

/** A bot in a process of its own. */
function start(choose: string, server: string, environment: Record<string, string> = {}) {
  const program = `import { run } from "${SDK}"; await run(${choose}, { name: "ann" });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, TIANMING_SERVER: server, TIANMING_TOKEN: "secret", ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = once(child, "exit") as Promise<[code: number | null, signal: string | null]>;
  return { child, ended: Promise.all([exit, text(child.stderr)]) };
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`${signal} makes the bot say goodbye, and the process exit with 0`, async (t) => {
    const kinds: string[] = [];
    const referee = await scripted(t, [
      async (stream) => {
        await stream.welcome();
        process.kill(bot.child.pid ?? NaN, signal);
        kinds.push(...(await stream.read()).map(({ $case }) => $case));
        assert.deepEqual(await stream.read(), []);
      },
    ]);
    const bot = start("() => 0", referee.address);
    const [[code], stderr] = await bot.ended;
    assert.deepEqual(kinds, ["goodbye"]);
    assert.equal(code, 0);
    assert.equal(stderr, `tianming: connected to ${referee.address} as ann, games: all\n`);
  });
}

test("a bot that throws ends the process with 1, its stack and no goodbye", async (t) => {
  const referee = await scripted(t, [
    async (stream) => {
      await stream.welcome();
      stream.write(matchStarted(), question(1));
      assert.deepEqual(await stream.read(), []);
    },
  ]);
  const bot = start('function choose() { throw new Error("oops"); }', referee.address);
  const [[code], stderr] = await bot.ended;
  assert.equal(code, 1);
  assert.match(stderr, /^Error: oops\n +at Object\.choose .*\nthe bot failed/m);
  assert.doesNotMatch(stderr, /src\/(answers|session)/);
  assert.match(stderr, /\nthe bot failed in choose: Error: oops\n$/);
  await referee.played;
});

test("a bot that is refused ends the process with 1 and the reason", async (t) => {
  const refuse: Script = async (stream) => {
    await stream.read();
    stream.refuse(status.UNAUTHENTICATED, "No bot has this token.");
  };
  const { address } = await scripted(t, [refuse]);
  const [[code], stderr] = await start("() => 0", address).ended;
  assert.equal(code, 1);
  assert.equal(stderr, "the referee refused the bot: No bot has this token. (UNAUTHENTICATED)\n");
});

test("a bot with a bad address, token or time to wait ends the process with 1", async () => {
  for (const [server, environment, message] of [
    ["here", {}, /^"here" is no address of a referee/],
    ["unix:/nowhere", { TIANMING_TOKEN: "two words" }, /^the token \(TIANMING_TOKEN\) has/],
    ["unix:/nowhere", { TIANMING_WAIT: "soon" }, /^TIANMING_WAIT is "soon"/],
    ["unix:/nowhere", { TIANMING_WAIT: "Infinity" }, /^TIANMING_WAIT is "Infinity"/],
    ["unix:/nowhere", { TIANMING_WAIT: "0" }, /^no referee at unix:\/nowhere for 0 s: /],
  ] as const) {
    const [[code], stderr] = await start("() => 0", server, environment).ended;
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /two words|    at /);
  }
});
