/** A referee that follows a script: what a bot does with a stream, frame by frame. */
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type status,
} from "@grpc/grpc-js";
import {
  type BotMessage,
  type Choose,
  type Hello,
  MatchStarted,
  type PlayRequest,
  type PlayResponse,
  Question,
  type RefereeMessage,
  RefereeServiceService,
  Welcome,
} from "../src/gen/tianming/v1/play.js";
import { type Bot, play, type PlayOptions } from "../src/index.js";

type Kind = NonNullable<RefereeMessage["kind"]>;
type PlayStream = ServerDuplexStream<PlayRequest, PlayResponse>;

/** What a script needs of a stream of gRPC, on either side of a call. */
interface Frames extends NodeJS.ReadableStream {
  write(frame: { messages: RefereeMessage[] }): boolean;
  end(): unknown;
}

/** The referee's side of a stream. */
export class Stream {
  readonly #stream: Frames;
  readonly #frames: AsyncIterator<{ messages: BotMessage[] }, undefined>;

  /** @param metadata - What the bot sent with its call. */
  constructor(
    stream: Frames,
    readonly metadata?: Metadata,
  ) {
    this.#stream = stream;
    const frames = stream as unknown as AsyncIterable<{ messages: BotMessage[] }, undefined>;
    this.#frames = frames[Symbol.asyncIterator]();
  }

  /** Reads the messages of the next frame; none when the bot has ended its side or is gone. */
  async read(): Promise<NonNullable<BotMessage["kind"]>[]> {
    const next = await this.#frames.next().catch(() => undefined);
    return next?.value?.messages.map(({ kind }) => kind ?? fail("an empty message")) ?? [];
  }

  /** Reads a frame that has only answers. */
  async readAnswers(): Promise<Choose[]> {
    const kinds = await this.read();
    return kinds.map((kind) => (kind.$case === "choose" ? kind.value : fail(kind.$case)));
  }

  /** Reads `Hello`, and answers it. */
  async welcome(welcome: Partial<Welcome> = {}): Promise<Hello> {
    const [kind] = await this.read();
    this.write({ $case: "welcome", value: Welcome.create({ bot: "ann", ...welcome }) });
    return kind?.$case === "hello" ? kind.value : fail("no Hello");
  }

  /** Sends a frame; `undefined` is a message of a kind that nobody knows. */
  write(...kinds: (Kind | undefined)[]): void {
    this.#stream.write({ messages: kinds.map((kind) => ({ kind })) });
  }

  /** Ends the stream with an error. */
  refuse(code: status, details: string): void {
    this.#stream.emit("error", { code, details });
  }

  /** Ends the stream with OK. */
  end(): void {
    this.#stream.end();
  }
}

/** What a referee does with one stream. The stream ends with OK when the script returns. */
export type Script = (stream: Stream) => Promise<void>;

/** A referee on this machine. */
export interface Referee {
  readonly address: string;
  /** Resolves when the last script has returned, and rejects when one throws. */
  readonly played: Promise<void>;
}

/** Serves each stream by the next of the scripts. */
export async function scripted(
  t: TestContext,
  scripts: Script[],
  { address = "127.0.0.1:0", credentials = ServerCredentials.createInsecure() } = {},
): Promise<Referee> {
  const server = new Server();
  const waiting = [...scripts];
  const played = new Promise<void>((resolve, reject) => {
    const serve = async (stream: PlayStream) => {
      await waiting.shift()?.(new Stream(stream, stream.metadata));
      stream.end();
      if (waiting.length === 0) {
        resolve();
      }
    };
    server.addService(RefereeServiceService, {
      play: (stream: PlayStream) => {
        serve(stream).catch(reject);
      },
    });
  });
  const port = await promisify(server.bindAsync.bind(server))(address, credentials);
  t.after(() => {
    server.forceShutdown();
  });
  return { address: address.replace(/:0$/, `:${port}`), played };
}

/** Lets a bot play until the scripts have ended; returns what the SDK printed. */
export async function playAt(
  referee: Referee,
  bot: Bot,
  options: PlayOptions = {},
): Promise<string[]> {
  const lines: string[] = [];
  const stop = new AbortController();
  const playing = play(bot, {
    server: referee.address,
    token: "secret",
    log: (line) => lines.push(line),
    signal: stop.signal,
    ...options,
  });
  try {
    await Promise.race([referee.played, playing]);
  } finally {
    stop.abort();
  }
  await playing;
  return lines;
}

/** Lets a bot play through scripts; returns what the SDK printed. */
export async function meet(t: TestContext, bot: Bot, ...scripts: Script[]): Promise<string[]> {
  return playAt(await scripted(t, scripts), bot);
}

/** The announcement of a match of In the Year of the Dragon. */
export function matchStarted(matchId = "m1", more: Partial<MatchStarted> = {}): Kind {
  const setup = {
    typeUrl: "type.googleapis.com/tianming.games.dragon.v1.Setup",
    value: Uint8Array.of(0x08, 0x03), // three seats
  };
  const value = MatchStarted.create({ matchId, game: "dragon", setup, ...more });
  return { $case: "matchStarted", value };
}

/** A question with four options. */
export function question(number: number, more: Partial<Question> = {}): Kind {
  const value = Question.create({ matchId: "m1", number, optionCount: 4, ...more });
  return { $case: "question", value };
}

/** The index of the option that an answer takes. */
export function optionOf(choose: Choose | undefined): number {
  return choose?.answer?.value ?? fail("no option");
}

export function fail(message: string): never {
  throw new Error(message);
}
