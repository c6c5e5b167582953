import { type Cipheriv, createCipheriv, createHash } from "node:crypto";

const BLOCK = Buffer.alloc(4096);

/** Random numbers that follow from a seed: the same seed gives the same numbers. */
export class Random {
  readonly #cipher: Cipheriv;
  #bytes = Buffer.alloc(0);
  #offset = 0;

  constructor(seed: Uint8Array) {
    const key = createHash("sha256").update(seed).digest();
    this.#cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  }

  /** Returns a number from 0 to 1, without 1, like `Math.random`. */
  next(): number {
    return (this.#word() * 2 ** 21 + (this.#word() >>> 11)) / 2 ** 53;
  }

  /** Returns an integer from 0 to `limit` - 1, all equally likely. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  #word(): number {
    if (this.#offset === this.#bytes.length) {
      this.#bytes = this.#cipher.update(BLOCK);
      this.#offset = 0;
    }
    const word = this.#bytes.readUInt32LE(this.#offset);
    this.#offset += 4;
    return word;
  }
}
