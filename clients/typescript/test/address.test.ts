import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAddress, parseToken } from "../src/address.js";
import { TianmingError } from "../src/index.js";
import { vectors } from "./vectors.js";

interface AddressVector {
  readonly address: string;
  readonly valid: boolean;
  readonly target?: string;
  readonly tls?: boolean;
}

for (const { address, valid, target, tls } of vectors<AddressVector>("addresses")) {
  if (valid) {
    test(`"${address}" leads to its target, ${tls ? "with" : "without"} TLS`, () => {
      assert.deepEqual(parseAddress(address), { target, usesTls: tls });
    });
  } else {
    test(`"${address}" is no address`, () => {
      assert.throws(
        () => parseAddress(address),
        new TianmingError(
          `"${address}" is no address of a referee (TIANMING_SERVER): give host:port, ` +
            "https://host:port or http://host:port, or unix:/path",
        ),
      );
    });
  }
}

test("white space around a token does no harm", () => {
  assert.equal(parseToken(" secret\n"), "secret");
});

for (const token of ["two words", "two\nlines", "sécret"]) {
  test(`a token with other characters is refused without repeating it: ${JSON.stringify(token)}`, () => {
    assert.throws(
      () => parseToken(token),
      (error: TianmingError) =>
        error.message.includes("no token has") && !error.message.includes(token),
    );
  });
}
