/** Why a file cannot be loaded, or the store cannot work: each error says what was found, expected and to be done. */

import { countInWords, LIMITS, sizeInWords } from './limits';
import type { PlaceKind, RejectCode } from './candidate-record';

/**
 * A file that cannot be loaded, or a store that cannot work. Every message names the file, what was expected and
 * what to do. Names are written out because a minifier renames classes.
 */
export abstract class CandidatesError extends Error {
  abstract override readonly name: string;
  /** The message without its list: what was found, and what to do. */
  readonly summary: string;
  readonly list: MessageList | null;

  constructor(message: string | ListedMessage, options?: ErrorOptions) {
    super(typeof message === 'string' ? message : inOne(message), options);
    this.summary = typeof message === 'string' ? message : `${message.found} ${message.advice}`.trim();
    this.list = typeof message === 'string' ? null : message.list;
  }
}

/** Lines that belong together, with a sentence before them, such as "Reasons:". */
export interface MessageList {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A message with a list in it. */
export interface ListedMessage {
  readonly found: string;
  readonly list: MessageList;
  readonly advice: string;
}

/** A listed message as one text, a line for each item. */
function inOne({ found, list, advice }: ListedMessage): string {
  const lines = list.lines.map((line) => `\n  ${line}`).join('');
  return `${found} ${list.title}${lines}\n${advice}`;
}

/** The file holds no record at all: no bytes, blank lines only, an empty array, a header without rows. */
export class EmptyFileError extends CandidatesError {
  override readonly name = 'EmptyFileError';
  constructor(file: string, found: string) {
    super(`${file}: ${found}. Expected at least one record. Check that the file was written to the end.`);
  }
}

/** The file begins as UTF-16 does. */
export class NotUtf8Error extends CandidatesError {
  override readonly name = 'NotUtf8Error';
  constructor(file: string) {
    super(
      `${file}: the first bytes are those of UTF-16 text. Expected UTF-8. Save the file as UTF-8 and load it again.`,
    );
  }
}

/** The file is no text and no table: a picture, a document, a sound. */
export class NotDataError extends CandidatesError {
  override readonly name = 'NotDataError';
  /** @param what it is, with its article */
  constructor(file: string, what: string) {
    super(`${file} is ${what}, not a file of records.`);
  }
}

/** No record among the first ones, or no table header, has the fields of a known format. */
export class UnknownFormatError extends CandidatesError {
  override readonly name = 'UnknownFormatError';
  /** @param expected the known shapes, one a line; `advice` what to do, a whole sentence. */
  constructor(file: string, found: string, expected: readonly string[], advice: string) {
    super({
      found: `${file}: ${found}`,
      list: { title: 'Expected one of these shapes:', lines: expected },
      advice,
    });
  }
}

/** The names of a file's fields do not tell which is the query, the positive and the negatives: the user is asked. */
export class FieldsUnclearError extends CandidatesError {
  override readonly name = 'FieldsUnclearError';
  constructor(
    file: string,
    fields: readonly { readonly name: string; readonly samples: readonly string[] }[],
  ) {
    super({
      found: `${file}: the names of its fields do not tell which is the query, the positive and the negatives.`,
      list: {
        title: 'Its fields:',
        lines: fields.map(({ name, samples }) => `${name}: ${(samples[0] ?? '(blank)').slice(0, 60)}`),
      },
      advice: 'Say which is which; nothing is guessed.',
    });
  }
}

/** A file that holds no candidates. */
export class NotCandidatesError extends CandidatesError {
  override readonly name = 'NotCandidatesError';
  /** @param looksLike what it looks like, in words */
  constructor(file: string, looksLike: string) {
    super(`${file}: this looks like ${looksLike}.`);
  }
}

/** A file that is to be read as a mapping of columns, without the mapping. */
export class MappingMissingError extends CandidatesError {
  override readonly name = 'MappingMissingError';
  constructor(file: string, fields: readonly string[]) {
    super(
      `${file}: it is to be read as a mapping of columns, and nothing says which is which. Expected one column each ` +
        `for the query and the positive, and at least one for negatives. Its fields are: ${fields.join(', ')}.`,
    );
  }
}

/** The source label is to come from where the file's format has none. */
export class WrongLabelError extends CandidatesError {
  override readonly name = 'WrongLabelError';
  constructor(file: string, label: string, choices: readonly string[]) {
    super(
      `${file}: the source label cannot come from ${label}. Expected one of: ${choices.join('; ')}. Choose another ` +
        'source label and read the file again.',
    );
  }
}

/** A column of source labels has more values than there can be sources. */
export class TooManyLabelsError extends CandidatesError {
  override readonly name = 'TooManyLabelsError';
  constructor(file: string, most: number) {
    super(
      `${file}: the source label has more than ${most} different values. Expected the name of a miner or a subset, ` +
        'not a text or an id. Choose another source label and read the file again.',
    );
  }
}

/** Every record of the file was rejected. */
export class NoUsablePairsError extends CandidatesError {
  override readonly name = 'NoUsablePairsError';
  /** @param reasons counts by code with the first message of each, most frequent first. */
  constructor(file: string, placeKind: PlaceKind, read: number, reasons: readonly RejectReason[]) {
    super({
      found:
        `${file}: 0 usable pairs, all ${read} records were rejected. Expected at least one record with a query, a ` +
        'positive and a negative.',
      list: reasonList(placeKind, reasons),
      advice: CORRECT,
    });
  }
}

/** Every entry of a companion file was rejected. */
export class NoUsableEntriesError extends CandidatesError {
  override readonly name = 'NoUsableEntriesError';
  /** @param reasons counts by code with the first message of each, most frequent first. */
  constructor(file: string, placeKind: PlaceKind, read: number, reasons: readonly RejectReason[]) {
    super({
      found: `${file}: all ${read} entries were rejected. Expected at least one with an id and what it stands for.`,
      list: reasonList(placeKind, reasons),
      advice: CORRECT,
    });
  }
}

const CORRECT = 'Correct the file and load it again.';

/** The reasons of rejects, one a line. */
function reasonList(placeKind: PlaceKind, reasons: readonly RejectReason[]): MessageList {
  const lines = reasons.map(
    ({ code, count, place, message }) => `${code}: ${count} (first at ${placeKind} ${place}: ${message})`,
  );
  return { title: 'Reasons:', lines };
}

export interface RejectReason {
  readonly code: RejectCode;
  readonly count: number;
  readonly place: number;
  readonly message: string;
}

/** The file's embeddings have another length than those of a source that is loaded. */
export class DimensionMismatchError extends CandidatesError {
  override readonly name = 'DimensionMismatchError';
  constructor(file: string, dimension: number, source: string, sourceDimension: number) {
    super(
      `${file}: its embeddings have ${dimension} numbers, those of the source "${source}" have ${sourceDimension}. ` +
        `Expected one length for all sources. Encode both with the same model, or remove "${source}" first.`,
    );
  }
}

/** The file cannot be read to its end: a damaged gzip stream, a file that vanished, a line without end. */
export class UnreadableFileError extends CandidatesError {
  override readonly name = 'UnreadableFileError';
  constructor(file: string, reason: string, advice: string, options?: ErrorOptions) {
    super(`${file}: ${reason}. ${advice}`, options);
  }
}

/** A packed file comes to more than can be meant: a bomb, or something else than records. */
export class UnpackedTooLargeError extends CandidatesError {
  override readonly name = 'UnpackedTooLargeError';
  /**
   * @param packed bytes of the file that were read
   * @param unpacked bytes that came of them
   * @param most unpacked bytes that such a file may have
   */
  constructor(file: string, packed: number, unpacked: number, most: number) {
    const found =
      unpacked > most
        ? `it unpacks to more than ${sizeInWords(most)}`
        : `its first ${sizeInWords(packed)} unpack to ${sizeInWords(unpacked)}, more than ${LIMITS.unpackedRatio} times as much`;
    super(
      `${file}: ${found}. Expected at most ${sizeInWords(most)}, and ${LIMITS.unpackedRatio} bytes for each packed one, as no ` +
        'file of records has more. Nothing of it is kept: if it is one, unpack it and load it unpacked.',
    );
  }
}

/** A table or a Parquet file has more columns than a file of records can mean. */
export class TooManyColumnsError extends CandidatesError {
  override readonly name = 'TooManyColumnsError';
  constructor(file: string, found: number) {
    super(
      `${file}: it has ${countInWords(found)} columns. Expected at most ${countInWords(LIMITS.columns)}: write the columns ` +
        'of the query, the positive and the negatives alone, or negatives and embeddings as lists in one column each.',
    );
  }
}

/** A JSON file that is one object, which is parsed at once, is too large for that. */
export class ObjectTooLargeError extends CandidatesError {
  override readonly name = 'ObjectTooLargeError';
  constructor(file: string) {
    super(
      `${file}: it is one JSON object of more than ${sizeInWords(LIMITS.objectBytes)}, which is parsed at once. Expected less: ` +
        'write the hits as lines of columns (a TREC run), which may be of any length.',
    );
  }
}

/** A zip archive holds more files than are read at once. */
export class TooManyFilesError extends CandidatesError {
  override readonly name = 'TooManyFilesError';
  constructor(archive: string) {
    super(
      `${archive}: it holds more than ${countInWords(LIMITS.files)} files. Expected at most so many: unpack it and load ` +
        'the files that hold records.',
    );
  }
}

/** What does not fit, and what would. */
export interface Overflow {
  /** Size of the file, packed where it is packed. */
  readonly bytes: number;
  readonly packed: boolean;
  /** Memory that all sources may take, and what other sources take of it. */
  readonly capacity: number;
  readonly taken: number;
  /** Null where nothing was read. */
  readonly placeKind: PlaceKind | null;
  /** Size of the part that would fit, unpacked. */
  readonly fits: number;
  /** Lines, elements or rows in that part; an estimate where nothing was read. */
  readonly entries: number;
}

/** The file's records do not fit into the memory that a tab can give to sources. */
export class FileTooLargeError extends CandidatesError {
  override readonly name = 'FileTooLargeError';
  /** Records of a sample that would fit; null where other sources leave no room. */
  readonly sampleThatFits: number | null;

  constructor(file: string, overflow: Overflow, options?: ErrorOptions) {
    const { bytes, packed, capacity, taken } = overflow;
    const others = taken > NOTABLE ? `, of which ${sizeInWords(taken)} are taken` : '';
    super(
      `${file}: its ${sizeInWords(bytes)}${packed ? ' (packed)' : ''} do not fit into this tab, which has ` +
        `${sizeInWords(capacity)} of memory for sources${others}. Nothing of the file is kept. ${advice(overflow)}`,
      options,
    );
    this.sampleThatFits = isFull(overflow) ? null : Math.max(1, overflow.entries);
  }
}

/** Less memory than this is not worth a word. */
const NOTABLE = 1e6;

function isFull({ taken, fits }: Overflow): boolean {
  return taken > NOTABLE && fits < NOTABLE;
}

function advice(overflow: Overflow): string {
  if (isFull(overflow)) return 'Remove another source and load the file again.';
  const { packed, taken, placeKind, fits, entries } = overflow;
  const count = `${placeKind === null ? 'about ' : ''}${entries.toLocaleString('en')} records`;
  const part = `About ${sizeInWords(fits)} of it${packed ? ', unpacked,' : ''} would fit: ${count}.`;
  const first = taken > NOTABLE ? 'Remove other sources, or use' : 'Use';
  return `${part} ${first} a sample of ${Math.max(1, entries).toLocaleString('en')} records.`;
}

/** The user cancelled the reading. */
export class LoadCancelledError extends CandidatesError {
  override readonly name = 'LoadCancelledError';
  constructor(file: string) {
    super(
      `${file}: reading was cancelled. Nothing of it is kept; choose "Try again" or drop the file again to read it.`,
    );
  }
}

/** A file of marks has a fault; no mark of it was taken. */
export class MarkFileError extends CandidatesError {
  override readonly name = 'MarkFileError';
  /** @param found what is wrong and what was expected, without the full stop at the end */
  constructor(file: string, found: string, options?: ErrorOptions) {
    super(`${file}, ${found}. No mark was taken from it: correct it and import it again.`, options);
  }
}
