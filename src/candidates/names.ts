/** Names of files and sources, without characters that could harm whoever reads them. */

/**
 * Not allowed in names: control characters (terminals obey them, tables break at them), half surrogate pairs, and
 * characters that change the direction of the text behind them.
 */
const UNSHOWN = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** A text on one line; characters that would not show become squares. */
export function shownName(name: string): string {
  return name.replace(UNSHOWN, '□');
}

/**
 * Start of a text that a spreadsheet would run as a formula (OWASP, "CSV Injection"). Tables for spreadsheets put an
 * apostrophe before it; files that are read again as data (cleaned files, made files) never do.
 */
export const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const DATA_EXTENSION = /\.(gz|jsonl|ndjson|json|csv|tsv|tab|txt)$/i;
const OTHER_EXTENSION = /\.[a-z]\w{0,6}$/i;

/** Whether a file's name is that of a zip archive. */
export function isArchiveName(name: string): boolean {
  return /\.zip$/i.test(name);
}

/** How `datasets` names the files of a folder that it saves. */
const SHARD = /^data-\d{5}-of-(\d{5})\.arrow$/;

/**
 * A file's name without its extensions: `bm25.jsonl.gz` → `bm25`, `e5-v1.5.jsonl` → `e5-v1.5`. What `datasets` has saved is
 * named after its folder: `mined/data-00000-of-00001.arrow` → `mined`.
 * @param path of the file in what was dropped, or its name
 */
export function sourceName(file: string, path = file): string {
  const [, shards] = SHARD.exec(file) ?? [];
  const folder = shards === undefined ? undefined : path.split('/').at(-2);
  if (folder !== undefined) return sourceName(shards === '00001' ? folder : file.replace('data', folder));
  let name = file;
  while (DATA_EXTENSION.test(name)) name = name.replace(DATA_EXTENSION, '');
  if (name === file) name = name.replace(OTHER_EXTENSION, '');
  return shownName(name).trim() || 'source';
}

/** The name, with -2, -3 … if it is taken. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let n = 2; taken.has(unique); n += 1) unique = `${name}-${n}`;
  return unique;
}
