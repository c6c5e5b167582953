import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const SOURCES = new URL("../../src/", import.meta.url);
const TABLE = new URL("../../../surface.json", import.meta.url);

interface Table {
  readonly rows: readonly { readonly typescript: string | null }[];
}

const { rows } = JSON.parse(readFileSync(TABLE, "utf8")) as Table;
const NAMES = rows.map((row) => row.typescript).filter((name) => name !== null);

/** The sources of the SDK, without comments. */
const CODE = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readFileSync(new URL(file, SOURCES), "utf8"))
  .join("\n")
  .replaceAll(/\/\*[^]*?\*\//g, "");

/** The names that a bot can import. */
function exported(): Set<string> {
  const lines = readFileSync(new URL("index.ts", SOURCES), "utf8");
  const lists = [...lines.matchAll(/export (?:type )?\{([^}]*)\}/g)].map(([, list]) => list ?? "");
  const names = lists.join(",").split(",");
  return new Set(names.map((name) => name.trim().replace(/^type /, "")).filter(Boolean));
}

/** Whether an interface or a class has a member. */
function has(owner: string, member: string): boolean {
  const start = new RegExp(`(?:interface|class) ${owner}\\b[^{]*\\{`).exec(CODE);
  const body = start && CODE.slice(start.index).split("\n}")[0];
  return new RegExp(`^ {2}(?:readonly )?${member}\\b`, "m").test(body ?? "");
}

for (const name of NAMES) {
  test(`the name ${name} of the table is in the SDK`, () => {
    const [owner = "", member] = name.split(".");
    assert(exported().has(owner));
    assert(member === undefined || has(owner, member));
  });
}

test("the table has all exported names", () => {
  const owners = new Set(NAMES.map((name) => name.split(".")[0]));
  assert.deepEqual(
    [...exported()].filter((name) => !owners.has(name)),
    [],
  );
});
