import type { PlaceKind } from './types';

/**
 * A file that cannot be loaded, or a store that cannot work. Every message names the file, what was expected and
 * what to do. Names are written out because a minifier renames classes.
 */
export abstract class CandidatesError extends Error {
  abstract override readonly name: string;
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

/** No record among the first ones, or no table header, has the fields of a known format. */
export class UnknownFormatError extends CandidatesError {
  override readonly name = 'UnknownFormatError';
  /** @param expected the known shapes, one a line; `advice` what to do, a whole sentence. */
  constructor(file: string, found: string, expected: readonly string[], advice: string) {
    super(
      `${file}: ${found} Expected one of these shapes:\n${expected.map((shape) => `  ${shape}`).join('\n')}\n${advice}`,
    );
  }
}

/** Every record of the file was rejected. */
export class NoUsablePairsError extends CandidatesError {
  override readonly name = 'NoUsablePairsError';
  /** @param reasons counts by code with the first message of each, most frequent first. */
  constructor(file: string, placeKind: PlaceKind, read: number, reasons: readonly RejectReason[]) {
    const list = reasons.map(
      ({ code, count, place, message }) => `  ${code}: ${count} (first at ${placeKind} ${place}: ${message})`,
    );
    super(
      `${file}: 0 usable pairs, all ${read} records were rejected. Expected at least one record with a query, a ` +
        `positive and a negative. Reasons:\n${list.join('\n')}\nCorrect the file and load it again.`,
    );
  }
}

export interface RejectReason {
  readonly code: string;
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

/** The user cancelled the reading. */
export class LoadCancelledError extends CandidatesError {
  override readonly name = 'LoadCancelledError';
  constructor(file: string) {
    super(`${file}: reading was cancelled. Nothing of it is kept; drop the file again to read it.`);
  }
}

/** DuckDB did not start. */
export class StoreStartError extends CandidatesError {
  override readonly name = 'StoreStartError';
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The table store (DuckDB) did not start: ${reason}. Expected its worker and its .wasm file beside this page. ` +
        'Reload the page; if that does not help, check that the server serves both files.',
      options,
    );
  }
}

/** DuckDB refused a statement or kept another number of rows than it was given. */
export class StoreInsertError extends CandidatesError {
  override readonly name = 'StoreInsertError';
  constructor(table: string, reason: string, options?: ErrorOptions) {
    super(
      `The table store failed at the table "${table}": ${reason}. Nothing of the file is kept. Expected room for all ` +
        'rows: remove a source or load a smaller file; if the store has stopped, reload the page.',
      options,
    );
  }
}

/** A source id, or a text id, that the store does not hold (any more). */
export class UnknownSourceError extends CandidatesError {
  override readonly name = 'UnknownSourceError';
  constructor(what: string) {
    super(`${what} is not loaded. It may have been removed; load the file again.`);
  }
}
