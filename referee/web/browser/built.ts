/** Check that the committed files are what the sources build, and that the scripts are small. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Bytes of all scripts, compressed: more is a page that visitors with slow lines leave. */
const MOST = 60 * 1024;

/** Where the committed files are. */
const BUILT = "../static";

/** The files of a folder with their bytes, by their paths. */
function contents(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

/** The paths at which two folders differ. */
function differences(one: string, other: string): string[] {
  const [first, second] = [contents(one), contents(other)];
  const paths = new Set([...first.keys(), ...second.keys()]);
  return [...paths]
    .filter((path) => !second.get(path)?.equals(first.get(path) ?? Buffer.of()))
    .sort();
}

/** The size of all scripts of a folder as a server sends them. */
function size(folder: string): number {
  const scripts = [...contents(folder)].filter(([path]) => path.endsWith(".js"));
  return scripts.reduce((sum, [, bytes]) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}

/** Build again, and return the errors. */
function problems(work: string): string[] {
  const built = join(work, "static");
  execFileSync("npm", ["run", "--silent", "build", "--", "--outDir", built], { stdio: "inherit" });
  const bytes = size(built);
  process.stdout.write(
    `Scripts: ${(bytes / 1024).toFixed(1)} KB compressed, of ${MOST / 1024} KB.\n`,
  );
  const differing = differences(BUILT, built);
  const found = bytes > MOST ? ["The scripts are too large."] : [];
  return differing.length > 0
    ? [...found, `Run \`npm run build\`: ${differing.join(", ")}`]
    : found;
}

const work = mkdtempSync(join(tmpdir(), "tianming-pages-"));
try {
  for (const words of problems(work)) {
    process.stderr.write(`${words}\n`);
    process.exitCode = 1;
  }
} finally {
  rmSync(work, { recursive: true });
}
