/** Why a file cannot be loaded, or the store cannot work: one error, and its messages by code. */

import { formatBytes, formatCount } from '../ui/words';
import { LIMITS } from './limits';
import type { PlaceKind, RejectCode } from './candidate-record';

/** Lines that belong together, with a sentence before them, such as "Reasons:". */
export interface MessageList {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A message with a list in it. */
interface ListedMessage {
  readonly found: string;
  readonly list: MessageList;
  readonly advice: string;
}

/** Rejects of one code, with the first of them. */
export interface RejectReason {
  readonly code: RejectCode;
  readonly count: number;
  readonly place: number;
  readonly message: string;
}

/** What does not fit, and what would. */
export interface Overflow {
  /** Size of the file, packed where it is packed. */
  readonly bytes: number;
  readonly packed: boolean;
  /** Memory that all sources may take, and what other sources take of it. */
  readonly capacity: number;
  readonly taken: number;
  /** Records of a sample that would fit; null if other sources leave no room. */
  readonly sample: number | null;
}

interface InFile {
  readonly file: string;
}

interface AllRejected extends InFile {
  readonly placeKind: PlaceKind;
  readonly read: number;
  /** Most frequent first. */
  readonly reasons: readonly RejectReason[];
}

interface Query {
  readonly reason: string;
  /** 1-based line and column in the query; null where DuckDB names none. */
  readonly place: { readonly line: number; readonly column: number } | null;
}

/** Fields that a message names. */
const SHOWN_FIELDS = 20;

/** Messages say what was found, what was expected and what to do. */
const MESSAGES = {
  /** No bytes, blank lines only, an empty array, a header without rows. */
  EmptyFileError: ({ file, found }: InFile & { readonly found: string }) =>
    `${file}: ${found}. Expected at least one record. Check that the file was written to the end.`,
  NotUtf8Error: ({ file }: InFile) =>
    `${file}: the first bytes are those of UTF-16 text. Expected UTF-8. Save the file as UTF-8 and load it again.`,
  /** A picture, a document, a sound: `what` has its article. */
  NotDataError: ({ file, what }: InFile & { readonly what: string }) =>
    `${file} is ${what}, not a file of records.`,
  /** `packing`: what it is packed with; `unpack`: the command that unpacks it. */
  OtherPackingError: ({
    file,
    packing,
    unpack,
  }: InFile & { readonly packing: string; readonly unpack: string }) =>
    `${file} is packed with ${packing}, which is not read here. Expected gzip, or a file that is not packed. Unpack it ` +
    `(${unpack}) and load it again.`,
  /** What git has where a file is stored elsewhere. */
  LfsPointerError: ({ file }: InFile) =>
    `${file}: this is a pointer of git-lfs, not the file. Fetch the file: git lfs pull.`,
  /** `expected`: one a line. */
  UnknownFormatError: ({
    file,
    found,
    expected,
    advice,
  }: InFile & { readonly found: string; readonly expected: readonly string[]; readonly advice: string }) => ({
    found: `${file}: ${found}`,
    list: { title: 'Expected one of these:', lines: expected },
    advice,
  }),
  FieldsUnclearError: ({
    file,
    fields,
  }: InFile & {
    readonly fields: readonly { readonly name: string; readonly samples: readonly string[] }[];
  }) => ({
    found: `${file}: which column is the query, the positive, the negative? ${
      fields.every(({ name }, i) => name === String(i + 1))
        ? 'The columns have no names'
        : 'Their names do not say'
    }.`,
    list: {
      title: 'Its columns:',
      lines: [
        ...fields
          .slice(0, SHOWN_FIELDS)
          .map(({ name, samples }) => `${name.slice(0, 60)}: ${(samples[0] ?? '(blank)').slice(0, 60)}`),
        ...(fields.length > SHOWN_FIELDS ? [`and ${fields.length - SHOWN_FIELDS} more`] : []),
      ],
    },
    advice: 'Say which is which.',
  }),
  /** `looksLike`: what the file looks like, in words. */
  /** Queries with what answers them. */
  PairsError: ({ file }: InFile) =>
    `${file}: this looks like pairs of a query and what answers it, without negatives. Mine negatives for them first.`,
  NotCandidatesError: ({ file, looksLike }: InFile & { readonly looksLike: string }) =>
    `${file}: this looks like ${looksLike}.`,
  MappingMissingError: ({ file, fields }: InFile & { readonly fields: readonly string[] }) =>
    `${file}: nothing says which column is which. Expected one for the query, one for the positive and at least ` +
    `one for negatives. Its fields are: ${fields.slice(0, SHOWN_FIELDS).join(', ')}.`,
  WrongLabelError: ({
    file,
    label,
    choices,
  }: InFile & { readonly label: string; readonly choices: readonly string[] }) =>
    `${file}: the source label cannot come from ${label}. Choose one of these and read the file again: ` +
    `${choices.join('; ')}.`,
  TooManyLabelsError: ({ file, most }: InFile & { readonly most: number }) =>
    `${file}: the source label has more than ${most} different values. Expected the name of a miner or a subset, ` +
    'not a text or an id. Choose another source label and read the file again.',
  NoUsablePairsError: (all: AllRejected) => allRejected(all, 'records', 'a query, a positive and a negative'),
  /** Of a companion file. */
  NoUsableEntriesError: (all: AllRejected) => allRejected(all, 'entries', 'an id and its text or grade'),
  DimensionMismatchError: ({
    file,
    dimension,
    source,
    sourceDimension,
  }: InFile & { readonly dimension: number; readonly source: string; readonly sourceDimension: number }) =>
    `${file}: its embeddings have ${dimension} numbers. Those of "${source}" have ${sourceDimension}. ` +
    `Expected one length for all sources. Encode both with the same model, or remove "${source}" first.`,
  /** A damaged gzip stream, a file that vanished, a line without end. */
  UnreadableFileError: ({
    file,
    reason,
    advice,
  }: InFile & { readonly reason: string; readonly advice: string }) => `${file}: ${reason}. ${advice}`,
  /** `most`: unpacked bytes that such a file may have. */
  UnpackedTooLargeError: ({ file, most }: InFile & { readonly most: number }) =>
    `${file}: it unpacks to more than ${formatBytes(most)}, the most that is read. Unpack it and load the files with ` +
    'records.',
  TooManyColumnsError: ({ file, found }: InFile & { readonly found: number }) =>
    `${file}: it has ${formatCount(found)} columns. Expected at most ${formatCount(LIMITS.columns)}. Keep only the ` +
    'columns of query, positive and negatives. Or write negatives and embeddings as lists, one column each.',
  FileTooLargeError: ({ file, overflow }: InFile & { readonly overflow: Overflow }) => {
    const { bytes, packed, capacity, taken, sample } = overflow;
    const others = taken > NOTABLE_BYTES ? ` Other files take ${formatBytes(taken)} of it.` : '';
    return (
      `${file}: its ${formatBytes(bytes)}${packed ? ' (packed)' : ''} do not fit into this tab, which has ` +
      `${formatBytes(capacity)} of memory for sources.${others} Nothing of the file is kept. ` +
      (sample === null
        ? 'Remove another source and load the file again.'
        : `${others === '' ? 'Use' : 'Remove other sources, or use'} a sample of ${formatCount(sample)} records.`)
    );
  },
  LoadCancelledError: ({ file }: InFile) =>
    `${file}: you stopped the reading, and nothing of it is kept. Press "Re-read the file" or drop the file again.`,
  /** `found`: what is wrong with a file of marks and what was expected, without the full stop at the end. */
  LabelFileError: ({ file, found }: InFile & { readonly found: string }) =>
    `${file}, ${found}. No label was taken from it: correct it and import it again.`,

  StoreFullError: () =>
    'The table store has no memory left. Remove a source, load smaller files, or ask for less at once.',
  StoreStartError: ({ reason }: { readonly reason: string }) =>
    `The table store (DuckDB) did not start: ${REFUSED_MEMORY.test(reason) ? 'the browser did not give it the memory that it needs' : reason}. ` +
    'Reload the page. If that does not help, check that the server serves its worker and its .wasm file beside the page.',
  /** DuckDB's worker died: its tables are lost, and nothing else. */
  StoreBrokenError: ({ reason }: { readonly reason: string }) =>
    `The table store (DuckDB) broke off: ${reason}. Ask again: it starts anew with all your files.`,
  /** DuckDB refused a statement or kept another number of rows than it was given: its tables are filled anew for the next question. */
  StoreInsertError: ({ table, reason }: { readonly table: string; readonly reason: string }) =>
    `The table store (DuckDB) failed at the table "${table}": ${reason}. Ask again: it starts anew with all your ` +
    'files. If it fails again, remove a source.',
  /** A source, or a text, that the store does not hold (any more). */
  UnknownSourceError: ({ what }: { readonly what: string }) =>
    `${what} is not loaded any more. Load the file again.`,

  /** The statement would change something, or it is several. */
  QueryRefusedError: ({ found }: { readonly found: string }) =>
    `${found}. Expected one query that reads: SELECT, WITH, FROM, VALUES, DESCRIBE, SHOW, SUMMARIZE or PIVOT. ` +
    'Nothing was run.',
  /** DuckDB cannot read a query, does not know a name in it, or fails at a value. */
  QuerySyntaxError: ({ reason, place }: Query) =>
    place === null ? reason : `Line ${place.line}, column ${place.column}: ${reason}`,
  /** By the user, or by the next query. */
  QueryCancelledError: () => 'The query was cancelled. Run it again for its answer.',

  /** `reason` and `advice` without the full stop at their ends. */
  ExportError: ({ file, reason, advice }: InFile & { readonly reason: string; readonly advice: string }) =>
    notWritten(file, reason, advice),
  ExportCancelledError: ({ file }: InFile) =>
    notWritten(file, 'the writing was cancelled', 'Nothing of it is kept. Export again'),
  /** `found`: what is not as it was, such as "line 3 holds no record now". */
  FileChangedError: ({ file, found }: InFile & { readonly found: string }) =>
    notWritten(
      file,
      `the file has changed since it was loaded (${found})`,
      'Load it again, rank it and export again',
    ),
} satisfies Readonly<Record<string, (details: never) => string | ListedMessage>>;

type Messages = typeof MESSAGES;

/** What went wrong, as the page and the reports name it. */
export type ErrorCode = keyof Messages;

/** What the message of a code is made of. */
type Details<Code extends ErrorCode> = Parameters<Messages[Code]>[0];

/** A file that cannot be loaded, or a store that cannot work. `name` is the code: it crosses between workers. */
export class CandidatesError<Code extends ErrorCode = ErrorCode> extends Error {
  /** The message without its list: what was found, and what to do. */
  readonly summary: string;
  readonly list: MessageList | null;

  readonly details: Details<Code>;

  constructor(
    readonly code: Code,
    ...[details, options]: undefined extends Details<Code>
      ? [details?: Details<Code>, options?: ErrorOptions]
      : [details: Details<Code>, options?: ErrorOptions]
  ) {
    const message = (MESSAGES[code] as (details: unknown) => string | ListedMessage)(details);
    super(typeof message === 'string' ? message : inOne(message), options);
    this.name = code;
    this.details = details as Details<Code>;
    this.summary = typeof message === 'string' ? message : `${message.found} ${message.advice}`.trim();
    this.list = typeof message === 'string' ? null : message.list;
  }
}

/** Whether an error of this worker has one of some codes. */
export function isError<Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is CandidatesError<Code> {
  return error instanceof CandidatesError && (codes as readonly ErrorCode[]).includes(error.code);
}

/** Whether an error has one of some codes; also for one from another worker, which has only name and message left. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is Error {
  return error instanceof Error && (codes as readonly string[]).includes(error.name);
}

/** A listed message as one text, a line for each item. */
function inOne({ found, list, advice }: ListedMessage): string {
  const lines = list.lines.map((line) => `\n  ${line}`).join('');
  return `${found} ${list.title}${lines}\n${advice}`;
}

/** With the reasons of rejects, one a line. */
function allRejected(
  { file, placeKind, read, reasons }: AllRejected,
  what: string,
  expected: string,
): ListedMessage {
  const lines = reasons.map(
    ({ code, count, place, message }) => `${code}: ${count} (first at ${placeKind} ${place}: ${message})`,
  );
  return {
    found: `${file}: all ${formatCount(read)} ${what} were rejected. Expected at least one with ${expected}.`,
    list: { title: 'Reasons:', lines },
    advice: 'Correct the file and load it again.',
  };
}

function notWritten(file: string, reason: string, advice: string): string {
  return `${file}: the cleaned file was not written: ${reason}. ${advice}.`;
}

/** How a browser or DuckDB refuses memory. */
const REFUSED_MEMORY = /allocation failed|out of memory|bad_alloc/i;

/** Less memory than this is not mentioned. */
export const NOTABLE_BYTES = 1e6;
