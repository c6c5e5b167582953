import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { credentials, Client, Metadata, status } from "@grpc/grpc-js";
import { BotServiceClient, BotServiceService } from "../src/gen/tianming/v1/play.js";
import { type Bot, play, type PlayOptions } from "../src/index.js";
import { certificateFor, setEnvironment } from "./certificate.js";
import { fail, matchStarted, question, Stream } from "./referee.js";

/** A listening bot. */
interface Listening {
  readonly address: string;
  readonly played: Promise<void>;
  readonly stop: AbortController;
}

async function listening(t: TestContext, bot: Bot, options: PlayOptions = {}): Promise<Listening> {
  const stop = new AbortController();
  t.after(() => {
    stop.abort();
  });
  return new Promise((resolve, reject) => {
    const log = (line: string) => {
      const address = /^tianming: listening on (127\.0\.0\.1:\d+)$/.exec(line)?.[1];
      if (address) {
        resolve({ address, played, stop });
      }
    };
    const listen = "127.0.0.1:0";
    const played = play(bot, { listen, token: "secret", log, signal: stop.signal, ...options });
    played.catch(reject);
  });
}

/** Calls a bot; the stream has what the referee does with it. */
function call(
  t: TestContext,
  address: string,
  { token = "secret", channel = credentials.createInsecure() } = {},
) {
  const client = new BotServiceClient(address, channel);
  t.after(() => {
    client.close();
  });
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const stream = client.serve(metadata);
  stream.on("error", () => undefined);
  const ended = new Promise<status>((resolve) => {
    stream.on("status", ({ code }) => {
      resolve(code);
    });
  });
  return { stream: new Stream(stream), ended };
}

test("a listening bot plays with the referee that calls it", async (t) => {
  const bot = await listening(t, () => 2);
  const { stream, ended } = call(t, bot.address);
  const hello = await stream.welcome();
  assert.equal(hello.userAgent, "tianming-typescript/0.1.0");
  stream.write(matchStarted(), question(1));
  assert.equal((await stream.readAnswers()).length, 1);
  stream.end();
  assert.equal(await ended, status.OK);
});

test("a listening bot says where it stood on the next stream", async (t) => {
  const bot = await listening(t, () => 2);
  const first = call(t, bot.address);
  await first.stream.welcome();
  first.stream.write(matchStarted(), question(1));
  await first.stream.readAnswers();
  first.stream.end();
  await first.ended;
  const { resume } = await call(t, bot.address).stream.welcome();
  assert.deepEqual(resume, [{ matchId: "m1", nextEvent: 0 }]);
});

test("a listening bot refuses a call without its token", async (t) => {
  const bot = await listening(t, () => 0);
  for (const token of ["", "secreT", "another"]) {
    assert.equal(await call(t, bot.address, { token }).ended, status.UNAUTHENTICATED);
  }
});

test("a bot without a token takes every call", async (t) => {
  const bot = await listening(t, () => 0, { token: "" });
  await call(t, bot.address, { token: "any" }).stream.welcome();
});

test("a listening bot says goodbye and ends its streams with OK", async (t) => {
  const bot = await listening(t, () => 0);
  const { stream, ended } = call(t, bot.address);
  await stream.welcome();
  bot.stop.abort();
  assert.equal((await stream.read())[0]?.$case, "goodbye");
  assert.deepEqual(await stream.read(), []);
  assert.equal(await ended, status.OK);
  await bot.played;
});

test("a bot that fails while it listens ends the run", async (t) => {
  const bot = await listening(t, () => 9);
  const { stream } = call(t, bot.address);
  await stream.welcome();
  stream.write(matchStarted(), question(1));
  await assert.rejects(bot.played, { message: "choose gave 9 to question 1: give 0 to 3" });
});

test("a listening bot is healthy", async (t) => {
  const bot = await listening(t, () => 0);
  const client = new Client(bot.address, credentials.createInsecure());
  t.after(() => {
    client.close();
  });
  const check = promisify<Uint8Array>((done) => {
    client.makeUnaryRequest(
      "/grpc.health.v1.Health/Check",
      (request: Buffer) => request,
      (response) => response,
      Buffer.alloc(0),
      (error, response) => {
        done(error, response ?? fail("no response"));
      },
    );
  });
  assert.deepEqual(await check(), Buffer.of(0x08, 0x01)); // status: SERVING
});

test("a listening bot survives a broken stream, and bytes that are no frame", async (t) => {
  const bot = await listening(t, () => 0);
  const client = new Client(bot.address, credentials.createInsecure());
  t.after(() => {
    client.close();
  });
  const metadata = new Metadata();
  metadata.set("authorization", "Bearer secret");
  for (const spoil of ["garbage", "break"]) {
    const stream = client.makeBidiStreamRequest(
      BotServiceService.serve.path,
      (bytes: Buffer) => bytes,
      (bytes: Buffer) => bytes,
      metadata,
    );
    const ended = once(stream, "error");
    await once(stream, "data");
    if (spoil === "garbage") {
      stream.write(Buffer.of(0xff));
    } else {
      stream.cancel();
    }
    await ended;
  }
  const { stream } = call(t, bot.address);
  await stream.welcome();
  stream.write(matchStarted(), question(1));
  assert.equal((await stream.readAnswers()).length, 1);
});

test("a bot that has a certificate listens with TLS", async (t) => {
  const { files } = await certificateFor(t);
  setEnvironment(t, { TIANMING_CERTIFICATE: files.certificate, TIANMING_KEY: files.key });
  const bot = await listening(t, () => 0);
  const channel = credentials.createSsl(readFileSync(files.certificate));
  await call(t, bot.address, { channel }).stream.welcome();
});

test("a bot that cannot listen says where", async (t) => {
  const bot = await listening(t, () => 0);
  await assert.rejects(
    play(() => 0, { listen: bot.address }),
    {
      message: new RegExp(`^the bot cannot listen on ${bot.address} \\(TIANMING_LISTEN\\): `),
    },
  );
});
