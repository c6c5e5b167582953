import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { ServerCredentials } from "@grpc/grpc-js";
import { TianmingError } from "../src/index.js";
import { type Certificate, certificateFor, setEnvironment } from "./certificate.js";
import { playAt, type Referee, type Script, scripted } from "./referee.js";

const welcome: Script = async (stream) => {
  await stream.welcome();
};

/** A referee at an address with `https://`. */
async function secure(
  t: TestContext,
  own: Certificate,
  { clients, address = "127.0.0.1:0" }: { clients?: Certificate; address?: string } = {},
): Promise<Referee> {
  const pair = { private_key: own.key, cert_chain: own.certificate };
  const roots = clients?.certificate ?? null;
  const credentials = ServerCredentials.createSsl(roots, [pair], clients !== undefined);
  const referee = await scripted(t, [welcome], { address, credentials });
  return { ...referee, address: `https://${referee.address}` };
}

test("a bot plays over TLS with the authority of TIANMING_CA", async (t) => {
  const own = await certificateFor(t);
  setEnvironment(t, { TIANMING_CA: own.files.certificate });
  await playAt(await secure(t, own), () => 0);
});

test("a bot shows the certificate of TIANMING_CERTIFICATE", async (t) => {
  const [own, bots] = [await certificateFor(t), await certificateFor(t)];
  setEnvironment(t, {
    TIANMING_CA: own.files.certificate,
    TIANMING_CERTIFICATE: bots.files.certificate,
    TIANMING_KEY: bots.files.key,
  });
  await playAt(await secure(t, own, { clients: bots }), () => 0);
});

test("a certificate that nobody trusted has signed is not tried again", async (t) => {
  const referee = await secure(t, await certificateFor(t));
  await assert.rejects(
    playAt(referee, () => 0),
    {
      message:
        `the certificate of ${referee.address} is not trusted: name the file of its authority in ` +
        "TIANMING_CA (self-signed certificate)",
    },
  );
});

test("a certificate that has expired says when", async (t) => {
  const own = await certificateFor(t, new Date("2020-02-29T12:00:00Z"));
  setEnvironment(t, { TIANMING_CA: own.files.certificate });
  const referee = await secure(t, own);
  await assert.rejects(
    playAt(referee, () => 0),
    {
      message:
        `the certificate of ${referee.address} expired on 2020-02-29: renew it there ` +
        "(certificate has expired)",
    },
  );
});

test("a certificate for another host is not tried again", async (t) => {
  const own = await certificateFor(t);
  setEnvironment(t, { TIANMING_CA: own.files.certificate });
  const played = playAt(await secure(t, own, { address: "127.0.0.2:0" }), () => 0);
  await assert.rejects(
    played,
    /^TianmingError: the certificate of .* has another name: it is for .*127\.0\.0\.1, not for 127\.0\.0\.2; use .*altnames/,
  );
});

const wrong: [string, (own: Certificate) => Record<string, string>, RegExp][] = [
  [
    "half of a certificate",
    ({ files }) => ({ TIANMING_CERTIFICATE: files.certificate }),
    /^TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none$/,
  ],
  [
    "a file that is not there",
    () => ({ TIANMING_CA: "/nowhere.pem" }),
    /^TIANMING_CA is "\/nowhere.pem", which cannot be read: ENOENT: .*; name a PEM file$/,
  ],
  [
    "a key that is none",
    ({ files }) => ({ TIANMING_CERTIFICATE: files.certificate, TIANMING_KEY: files.certificate }),
    /^the files in TIANMING_CA, TIANMING_CERTIFICATE and TIANMING_KEY cannot be used: /,
  ],
];

for (const [name, variables, message] of wrong) {
  test(`${name} ends the run with a sentence`, async (t) => {
    const own = await certificateFor(t);
    setEnvironment(t, variables(own));
    await assert.rejects(
      playAt(await secure(t, own), () => 0),
      (error: TianmingError) => {
        assert(error instanceof TianmingError);
        assert.match(error.message, message);
        return true;
      },
    );
  });
}
