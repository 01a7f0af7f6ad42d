/** Names of sources, from the names of their files. */

const DATA_EXTENSION = /\.(gz|jsonl|ndjson|json|csv|tsv|tab|txt)$/i;
const OTHER_EXTENSION = /\.[a-z]\w{0,6}$/i;

/** Whether a file's name is that of a zip archive. */
export function isArchiveName(name: string): boolean {
  return /\.zip$/i.test(name);
}

/** A file's name without its extensions: `bm25.jsonl.gz` → `bm25`, `e5-v1.5.jsonl` → `e5-v1.5`. */
export function sourceName(file: string): string {
  let name = file;
  while (DATA_EXTENSION.test(name)) name = name.replace(DATA_EXTENSION, '');
  if (name === file) name = name.replace(OTHER_EXTENSION, '');
  return name.trim() || 'source';
}

/** The name, with -2, -3 … where it is taken. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let n = 2; taken.has(unique); n += 1) unique = `${name}-${n}`;
  return unique;
}
