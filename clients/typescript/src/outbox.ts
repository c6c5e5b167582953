import type { ClientDuplexStream, ServerDuplexStream } from "@grpc/grpc-js";
import { type BotMessage, PlayRequest, type PlayResponse } from "./gen/tianming/v1/play.js";

/** A stream with a referee: one that the bot opened, or one that the referee opened. */
export type FrameStream =
  ClientDuplexStream<Uint8Array, PlayResponse> | ServerDuplexStream<PlayResponse, Uint8Array>;

/** One kind of message from a bot. */
export type BotMessageKind = NonNullable<BotMessage["kind"]>;

/** The messages that wait for the stream: all that wait when it is free leave in one frame. */
export class Outbox {
  /** Largest frame in bytes. */
  maxFrameBytes = 65_536;
  readonly #stream: FrameStream;
  #waiting: BotMessage[] = [];
  #isWriting = false;
  #isScheduled = false;

  constructor(stream: FrameStream) {
    this.#stream = stream;
  }

  /** Adds a message to the next frame. */
  add(kind: BotMessageKind): void {
    this.#waiting.push({ kind });
  }

  /** Sends what waits, when the stream is free. After its end, this does nothing. */
  flush(): void {
    if (!this.#isWriting) {
      this.#write();
    }
  }

  /** Sends what waits after the callbacks and promises that are ready now. */
  flushSoon(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        this.flush();
      });
    }
  }

  /** Sends what waits, and half-closes the stream. */
  end(): void {
    this.#write();
    this.#stream.end();
  }

  #write(): void {
    if (this.#waiting.length === 0 || !this.#stream.writable) {
      return;
    }
    const frames = encode(this.#waiting, this.maxFrameBytes);
    this.#waiting = [];
    this.#isWriting = true;
    for (const [index, frame] of frames.entries()) {
      this.#stream.write(frame, () => {
        this.#isWriting = index < frames.length - 1;
        this.flush();
      });
    }
  }
}

/** Returns the messages as one frame, or as several where one would be too large. */
function encode(messages: BotMessage[], maxBytes: number): Uint8Array[] {
  const frame = PlayRequest.encode({ messages }).finish();
  if (frame.length <= maxBytes || messages.length === 1) {
    return [frame];
  }
  const half = messages.length >> 1;
  return [...encode(messages.slice(0, half), maxBytes), ...encode(messages.slice(half), maxBytes)];
}
