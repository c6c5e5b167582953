import { readFileSync } from "node:fs";

/** Returns the test vectors of a subject; see `proto/vectors`. Tests run in the package's folder. */
export function vectors<T>(subject: string): T[] {
  return JSON.parse(readFileSync(`../../proto/vectors/${subject}.json`, "utf8")) as T[];
}

/** Returns the bytes of a hexadecimal text. */
export function hex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "hex"));
}
