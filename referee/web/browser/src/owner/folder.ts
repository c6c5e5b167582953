/** A folder that a reader picks or drops, as a zip file. */

/** A file of the folder, with its path below it. */
export interface FolderFile {
  readonly path: string;
  readonly file: Blob;
}

/** Names that submissions leave out, wherever they are. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "__MACOSX",
  ".DS_Store",
  ".venv",
  "__pycache__",
  "node_modules",
  "target",
  ".gradle",
]);

/** Whether a submission has a file with this path. */
function isTaken(path: string): boolean {
  return !path.split("/").some((name) => LEFT_OUT.has(name));
}

/** The files of a folder that was picked. */
export function picked(files: Iterable<File>): FolderFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** The files below what was dropped. */
export async function dropped(entry: FileSystemEntry, path = entry.name): Promise<FolderFile[]> {
  if (LEFT_OUT.has(entry.name)) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FolderFile[] = [];
  // A browser returns about a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    for (const each of some) found.push(...(await dropped(each, `${path}/${each.name}`)));
  }
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const UTF8 = 0x0800;
const DEFLATE = 8;
/** 1980-01-01, the first day of a zip file: times do not count in a submission. */
const DAY = 0x0021;

/** Return the files as a zip file. */
export async function zipped(files: readonly FolderFile[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let at = 0;
  let count = 0;
  for (const { path, file } of files.filter(({ path }) => isTaken(path))) {
    const name = new TextEncoder().encode(path);
    const content = new Uint8Array(await file.arrayBuffer());
    const packed = await deflated(content);
    const sizes = [crc32(content), packed.length, content.length];
    const facts = [...shorts(20, UTF8, DEFLATE, 0, DAY), ...longs(...sizes)];
    const header = [...longs(LOCAL), ...facts, ...shorts(name.length, 0)];
    parts.push(new Uint8Array(header), name, packed);
    const line = [...longs(CENTRAL), ...shorts(20), ...facts, ...shorts(name.length, 0, 0, 0, 0)];
    directory.push(new Uint8Array([...line, ...longs(0, at)]), name);
    at += header.length + name.length + packed.length;
    count += 1;
  }
  const table = new Blob(directory);
  const end = [...longs(END), ...shorts(0, 0, count, count), ...longs(table.size, at), 0, 0];
  return new Blob([...parts, table, new Uint8Array(end)]);
}

async function deflated(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function shorts(...values: readonly number[]): number[] {
  return values.flatMap((value) => [value & 255, (value >>> 8) & 255]);
}

function longs(...values: readonly number[]): number[] {
  return values.flatMap((value) => shorts(value & 0xffff, value >>> 16));
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(content: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of content) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 255] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}
