/** Names of the files that an export gives. */

const GZIP = /\.gz$/i;
const DATA_EXTENSION = /\.(jsonl|ndjson|json|csv|tsv|tab|txt|parquet|trec|run)$/i;

/** What some file system takes for something else, or refuses; dots at the beginning lead upwards or hide. */
const UNSAFE = /[/\\<>:"|?*\p{Cc}\p{Bidi_Control}]|^\.+/gu;

/** How the cleaned file is written: as the file came, or as JSON lines. */
export type CleanedAs = 'same' | 'jsonl';

/**
 * `bm25.jsonl.gz` → `bm25.cleaned.jsonl.gz`; written as JSON lines, `bm25.csv` → `bm25.cleaned.jsonl`. A name without
 * an extension of a data file is left whole: `run.bm25` → `run.bm25.cleaned`.
 */
export function cleanedName(file: string, as: CleanedAs): string {
  const { stem, extension, gzip } = parts(file);
  return `${stem}.cleaned${as === 'jsonl' ? '.jsonl' : extension}${gzip}`;
}

/** `bm25.jsonl.gz` → `bm25.removed.csv`. */
export function reasonsName(file: string): string {
  return `${parts(file).stem}.removed.csv`;
}

/** `bm25.jsonl.gz` → `bm25.cleaned.zip`, which holds the other two. */
export function zipName(file: string): string {
  return `${parts(file).stem}.cleaned.zip`;
}

function parts(file: string): { stem: string; extension: string; gzip: string } {
  const gzip = GZIP.exec(file)?.[0] ?? '';
  const plain = file.slice(0, file.length - gzip.length);
  const extension = DATA_EXTENSION.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length).replace(UNSAFE, '_');
  return { stem: stem || 'source', extension, gzip };
}
