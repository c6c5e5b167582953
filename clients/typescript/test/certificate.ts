import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { generate } from "selfsigned";

/** A certificate for this machine, which is its own authority. */
export interface Certificate {
  readonly certificate: Buffer;
  readonly key: Buffer;
  /** The files of the certificate and of its key. */
  readonly files: { readonly certificate: string; readonly key: string };
}

/** Makes a certificate, and removes its files after the test. */
export async function certificateFor(t: TestContext, until?: Date): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    algorithm: "sha256",
    keyType: "ec",
    ...(until && { notBeforeDate: new Date(0), notAfterDate: until }),
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  const folder = await mkdtemp(join(tmpdir(), "tianming-"));
  t.after(() => rm(folder, { recursive: true }));
  const files = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  await writeFile(files.certificate, cert);
  await writeFile(files.key, key);
  return { certificate: Buffer.from(cert), key: Buffer.from(key), files };
}

/** Sets variables of the environment until the end of the test. */
export function setEnvironment(t: TestContext, variables: Record<string, string>): void {
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  Object.assign(process.env, variables);
}
