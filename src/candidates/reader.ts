import { EmbeddingChecker, type EmbeddingRules } from './embeddings';
import type { Entry } from './entries/entries';
import { DimensionMismatchError, EmptyFileError, NoUsablePairsError, UnreadableFileError } from './errors';
import { excerptOf, Fault } from './fault';
import type { Draft, Format } from './formats/format';
import { fileKind, headIsEnough, type FileKind } from './entries/head';
import { toRecord } from './record';
import { RowGroups } from './row-groups';
import { Tally } from './tally';
import { createTextHash } from './store/text-hash';
import type { CandidateRecord, FileCounts, PlaceKind, Reject } from './types';
import { noFormat } from './unknown-format';
import { PieceTooLongError } from './entries/utf8';

/** Records that are looked at to find the format of a file. */
const FORMAT_LOOKAHEAD = 100;

const BATCH_RECORDS = 5_000;
const BATCH_BYTES = 8 * 1024 * 1024;

export interface Batch {
  readonly records: readonly CandidateRecord[];
  readonly rejects: readonly Reject[];
}

export interface ReadingOptions extends EmbeddingRules {
  readonly file: string;
  /** A loaded source with embeddings, whose length this file's must have. */
  readonly other: { readonly name: string; readonly dimension: number } | null;
}

export interface FileSummary {
  readonly format: string;
  readonly placeKind: PlaceKind;
  readonly counts: FileCounts;
  readonly medianK: number;
  readonly dimension: number | null;
}

/**
 * Reads one file, once: bytes → entries → drafts → records and rejects. Knows nothing of where they go.
 * The first record that fits a format, among the first 100, decides the format of all.
 */
export class FileReading {
  readonly tally = new Tally();
  readonly #checker: EmbeddingChecker;
  #groups: RowGroups | null = null;
  #kind: FileKind | null = null;
  #format: Format | null = null;
  /** Entries read before the format is known. */
  #undecided: Entry[] = [];
  #records: CandidateRecord[] = [];
  #rejects: Reject[] = [];
  #batchBytes = 0;

  constructor(private readonly options: ReadingOptions) {
    this.#checker = new EmbeddingChecker(options);
  }

  /**
   * Records and rejects in batches of about 5,000 records or 8 MiB of text and embeddings. Errors: those of
   * `errors.ts` that refuse a file; `EmbeddingsFoundLate` where the file must be read again with `required`. The
   * rejects found until then are left to `takeRejects`.
   */
  async *batches(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Batch> {
    this.#groups = new RowGroups(await createTextHash());
    try {
      for await (const entries of this.#chunks(bytes)) {
        for (const entry of entries) {
          this.#take(entry);
          if (this.#batchIsFull()) yield this.#takeBatch();
        }
      }
      this.tally.blankLines = this.#knownKind().reader.blankLines;
      if (this.#undecided.length > 0) throw this.#unknownFormat();
      for (const { place, text, draft } of this.#knownGroups().take()) {
        this.#finish(place, text, draft);
        if (this.#batchIsFull()) yield this.#takeBatch();
      }
    } catch (error) {
      if (!(error instanceof PieceTooLongError)) throw error;
      const advice = 'Write one record a line, or a JSON array of records.';
      throw new UnreadableFileError(this.options.file, error.message, advice, { cause: error });
    }
    if (this.tally.read === 0) throw this.#empty();
    if (this.tally.records === 0) throw this.#noUsablePairs();
    yield this.#takeBatch();
  }

  /** Rejects that no batch has taken along. */
  takeRejects(): readonly Reject[] {
    return this.#takeBatch().rejects;
  }

  /** Memory of the records that wait for the end of the file; 0 where each is given when it was read. */
  get heldBytes(): number {
    return this.#format?.joinsRows === true ? (this.#groups?.bytes ?? 0) : 0;
  }

  /** Null until the first bytes have told it. */
  get placeKind(): PlaceKind | null {
    return this.#kind?.reader.placeKind ?? null;
  }

  /** What was read; to be asked for when `batches` has come to its end. */
  summary(): FileSummary {
    const { reader, container } = this.#knownKind();
    return {
      format: `${this.#format?.name ?? ''} ${container}`.trim(),
      placeKind: reader.placeKind,
      counts: this.tally.counts(),
      medianK: this.tally.medianK(),
      dimension: this.#checker.dimension,
    };
  }

  /** The entries of each chunk. The first bytes are held back until they tell what the file is. */
  async *#chunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Iterable<Entry>> {
    let head: Uint8Array = new Uint8Array(0);
    for await (const chunk of bytes) {
      if (this.#kind !== null) {
        yield this.#kind.reader.push(chunk);
        continue;
      }
      head = concat(head, chunk);
      if (headIsEnough(head)) yield this.#open(head);
    }
    if (this.#kind === null) yield this.#open(head);
    yield this.#knownKind().reader.finish();
  }

  #open(head: Uint8Array): Iterable<Entry> {
    this.#kind = fileKind(this.options.file, head);
    return this.#kind.reader.push(head.subarray(this.#kind.skip));
  }

  #knownKind(): FileKind {
    if (this.#kind === null) throw new Error('asked for a summary before the file was read');
    return this.#kind;
  }

  #knownGroups(): RowGroups {
    if (this.#groups === null) throw new Error('asked to join rows before the file was read');
    return this.#groups;
  }

  #take(entry: Entry): void {
    const { formats } = this.#knownKind();
    this.tally.read += 1;
    if (this.#format !== null) {
      this.#use(entry, this.#format);
      return;
    }
    this.#undecided.push(entry);
    const { value } = entry;
    const format = value instanceof Fault ? undefined : formats.find((each) => each.matches(value));
    if (format !== undefined) {
      this.#format = format;
      for (const waiting of this.#undecided) this.#use(waiting, format);
      this.#undecided = [];
    } else if (this.#undecided.length === FORMAT_LOOKAHEAD) {
      throw this.#unknownFormat();
    }
  }

  #use({ place, text, value }: Entry, format: Format): void {
    const draft = value instanceof Fault ? value : format.read(value);
    if (draft instanceof Fault) {
      this.#reject(place, text, draft);
    } else if (format.joinsRows) {
      const outcome = this.#knownGroups().add(place, text, draft);
      if (outcome instanceof Fault) this.#reject(place, text, outcome);
      else if (outcome === 'joined') this.tally.merged += 1;
    } else {
      this.#finish(place, text, draft);
    }
  }

  #finish(place: number, text: string, draft: Draft): void {
    const normalised = toRecord(draft, place, this.#checker);
    if (normalised instanceof Fault) {
      this.#reject(place, text, normalised);
      return;
    }
    const { file, other } = this.options;
    const dimension = this.#checker.dimension;
    if (other !== null && dimension !== null && dimension !== other.dimension) {
      throw new DimensionMismatchError(file, dimension, other.name, other.dimension);
    }
    this.tally.addRecord(normalised);
    this.#records.push(normalised.record);
    this.#batchBytes += sizeOf(normalised.record);
  }

  #reject(place: number, text: string, { code, field, message }: Fault): void {
    const { placeKind } = this.#knownKind().reader;
    const reject = {
      file: this.options.file,
      placeKind,
      place,
      code,
      field,
      message,
      excerpt: excerptOf(text),
    };
    this.tally.addReject(reject);
    this.#rejects.push(reject);
  }

  #batchIsFull(): boolean {
    const entries = this.#records.length + this.#rejects.length;
    return entries >= BATCH_RECORDS || this.#batchBytes >= BATCH_BYTES;
  }

  #takeBatch(): Batch {
    const batch = { records: this.#records, rejects: this.#rejects };
    this.#records = [];
    this.#rejects = [];
    this.#batchBytes = 0;
    return batch;
  }

  #unknownFormat(): Error {
    const { reader, formats } = this.#knownKind();
    const { error, faults } = noFormat(this.options.file, reader.placeKind, this.#undecided, formats);
    for (const [index, { place, text }] of this.#undecided.entries()) {
      this.#reject(place, text, faults[index] as Fault);
    }
    this.#undecided = [];
    return error;
  }

  #empty(): EmptyFileError {
    const found = {
      line: this.tally.blankLines > 0 ? 'The file holds only blank lines' : 'The file is empty',
      element: 'The array is empty',
      row: 'The file has a header and no rows',
    };
    return new EmptyFileError(this.options.file, found[this.#knownKind().reader.placeKind]);
  }

  #noUsablePairs(): NoUsablePairsError {
    const { placeKind } = this.#knownKind().reader;
    return new NoUsablePairsError(this.options.file, placeKind, this.tally.read, this.tally.reasons());
  }
}

/** Characters and bytes that a record holds, roughly. */
function sizeOf({ query, positive, negatives, embeddings }: CandidateRecord): number {
  const characters = negatives.reduce((sum, text) => sum + text.length, query.length + positive.length);
  return characters + (embeddings === null ? 0 : embeddings.query.byteLength * (negatives.length + 2));
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
