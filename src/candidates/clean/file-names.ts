/** Names of the exported files. */

/** Behind the name of a cleaned file, once however often it is cleaned. */
const CLEANED = '.cleaned';

const GZIP = /\.gz$/i;
const DATA_EXTENSION = /\.(jsonl|ndjson|json|csv|tsv|tab|txt|parquet|arrow|feather|ipc|trec|run)$/i;

/** Characters that some file system refuses or reads as a path; leading dots lead upwards or hide the file. */
const UNSAFE = /[/\\<>:"|?*\p{Cc}\p{Bidi_Control}]|^\.+/gu;

/** Files of Arrow, of which the rows are written as JSON Lines. */
const ARROW_EXTENSION = /\.(arrow|feather|ipc)$/i;

/** `bm25.jsonl.gz` → `bm25.cleaned.jsonl.gz`; `bm25.arrow` → `bm25.cleaned.jsonl`. A name without an extension of a data file stays whole: `run.bm25.cleaned`. */
export function cleanedName(file: string): string {
  const { stem, extension, gzip } = parts(file);
  return `${stem}${CLEANED}${ARROW_EXTENSION.test(extension) ? '.jsonl' : extension}${gzip}`;
}

/** `bm25.jsonl.gz` → `bm25.cleaned.zip` */
export function zipName(file: string): string {
  return `${parts(file).stem}.cleaned.zip`;
}

function parts(file: string): { stem: string; extension: string; gzip: string } {
  const gzip = GZIP.exec(file)?.[0] ?? '';
  const plain = file.slice(0, file.length - gzip.length);
  const extension = DATA_EXTENSION.exec(plain)?.[0] ?? '';
  const named = plain.slice(0, plain.length - extension.length).replace(UNSAFE, '_');
  let stem = named;
  while (stem.endsWith(CLEANED)) stem = stem.slice(0, -CLEANED.length);
  return { stem: stem || 'source', extension, gzip };
}
