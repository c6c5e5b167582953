// A bot that takes any option: it plays every game and knows none.
//
// It speaks the contract (proto/tianming/v1/play.proto) over the generated stubs alone.
import { randomInt } from "node:crypto";
import { credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import {
  type BotMessage,
  Choose,
  Hello,
  type PlayResponse,
  RefereeServiceClient,
} from "./gen/tianming/v1/play.js";

const REVISION = 1; // of the protocol

/** Answers every question on one stream, until the referee ends it. */
function play(server: string, token: string): void {
  const client = new RefereeServiceClient(server, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const stream = client.play(metadata);

  let welcome = false;
  stream.on("data", (frame: PlayResponse) => {
    welcome = true;
    const messages = answers(frame);
    if (messages.length > 0) stream.write({ messages });
  });
  stream.on("end", () => client.close()); // the referee has no more matches
  stream.on("error", (error: ServiceError) => {
    client.close();
    if (welcome && error.code === status.UNAVAILABLE) return; // the referee stops
    console.error(`the bot cannot play: ${error.message}`);
    process.exitCode = 1;
  });

  const hello = Hello.create({
    revisionMin: REVISION,
    revisionMax: REVISION,
    botName: "minimal",
  });
  stream.write({ messages: [{ kind: { $case: "hello", value: hello } }] });
}

/** What there is to say to a frame; what it does not know it leaves alone. */
function answers(frame: PlayResponse): BotMessage[] {
  const said: BotMessage[] = [];
  for (const { kind } of frame.messages) {
    if (kind?.$case === "question") {
      const { matchId, number, optionCount } = kind.value;
      const answer = { $case: "option", value: randomInt(optionCount) } as const;
      const choose = Choose.create({ matchId, number, answer });
      said.push({ kind: { $case: "choose", value: choose } });
    } else if (kind?.$case === "ping") {
      said.push({ kind: { $case: "pong", value: { id: kind.value.id } } });
    }
  }
  return said;
}

play(process.env.TIANMING_SERVER || "127.0.0.1:50051", process.env.TIANMING_TOKEN ?? "");
