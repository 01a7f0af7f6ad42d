/** Why a file cannot be loaded or written, or the store cannot work. */

/** What went wrong, as the page and the reports name it. */
export type ErrorCode =
  | 'EmptyFileError'
  | 'NotUtf8Error'
  | 'NotDataError'
  | 'OtherPackingError'
  | 'LfsPointerError'
  | 'UnknownFormatError'
  | 'FieldsUnclearError'
  | 'PairsError'
  | 'NotCandidatesError'
  | 'TooManyLabelsError'
  | 'NoUsablePairsError'
  | 'NoUsableEntriesError'
  | 'DimensionMismatchError'
  | 'UnreadableFileError'
  | 'UnpackedTooLargeError'
  | 'TooManyColumnsError'
  | 'FileTooLargeError'
  | 'LoadCancelledError'
  | 'LabelFileError'
  | 'StoreFullError'
  | 'StoreStartError'
  | 'StoreBrokenError'
  | 'StoreInsertError'
  | 'UnknownSourceError'
  | 'QueryRefusedError'
  | 'QuerySyntaxError'
  | 'QueryCancelledError'
  | 'ExportError'
  | 'ExportCancelledError'
  | 'FileChangedError';

/** Lines that belong together, with a sentence before them, such as "Reasons:". */
export interface MessageList {
  readonly title: string;
  readonly lines: readonly string[];
}

interface Told extends ErrorOptions {
  /** Stands behind the message. */
  readonly list?: MessageList;
  /** Stands behind the list. */
  readonly advice?: string;
}

/** A file that cannot be loaded, or a store that cannot work. `name` is the code: it crosses between workers. */
export class CandidatesError extends Error {
  /** The message without its list: what was found, and what to do. */
  readonly summary: string;
  readonly list: MessageList | null;

  /** @param found whole sentences: what was found, what was expected, and (unless as `advice`) what to do */
  constructor(
    readonly code: ErrorCode,
    found: string,
    { list, advice = '', ...options }: Told = {},
  ) {
    const lines = list?.lines.map((line) => `\n  ${line}`).join('');
    super(list === undefined ? found : `${found} ${list.title}${lines}\n${advice}`, options);
    this.name = code;
    this.summary = `${found} ${advice}`.trim();
    this.list = list ?? null;
  }
}

/** Whether an error has one of some codes; also for one from another worker, which has only name and message left. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is Error {
  return error instanceof Error && (codes as readonly string[]).includes(error.name);
}

export function cancelledLoad({ name }: Pick<File, 'name'>): CandidatesError {
  const advice = 'Press "Re-read the file" or drop the file again.';
  return new CandidatesError(
    'LoadCancelledError',
    `${name}: you stopped the reading, and nothing of it is kept. ${advice}`,
  );
}

/** A damaged gzip stream, a file that vanished, a line without end. @param advice whole sentences */
export function unreadable(file: string, reason: string, advice: string, cause?: unknown): CandidatesError {
  return new CandidatesError('UnreadableFileError', `${file}: ${reason}. ${advice}`, { cause });
}

/** @param looksLike what the file looks like, in words */
export function notCandidates(file: string, looksLike: string): CandidatesError {
  return new CandidatesError('NotCandidatesError', `${file}: this looks like ${looksLike}.`);
}

/** A cleaned file that was not written. @param reason, advice without the full stop at their ends */
export function notWritten(
  file: string,
  reason: string,
  advice: string,
  cause?: unknown,
  code: ErrorCode = 'ExportError',
): CandidatesError {
  const message = `${file}: the cleaned file was not written: ${reason}. ${advice}.`;
  return new CandidatesError(code, message, { cause });
}

export function cancelledExport(file: string): CandidatesError {
  return notWritten(
    file,
    'the writing was cancelled',
    'Nothing of it is kept. Export again',
    undefined,
    'ExportCancelledError',
  );
}

/** @param found what is not as it was, such as "line 3 holds no record now" */
export function changedFile(file: string, found: string, cause?: unknown): CandidatesError {
  const reason = `the file has changed since it was loaded (${found})`;
  return notWritten(file, reason, 'Load it again, rank it and export again', cause, 'FileChangedError');
}

/** By the user, or by the next query. */
export function cancelledQuery(): CandidatesError {
  return new CandidatesError('QueryCancelledError', 'The query was cancelled. Run it again for its answer.');
}

/** A source, or a text, that the store does not hold (any more). */
export function unknownSource(what: string): CandidatesError {
  return new CandidatesError('UnknownSourceError', `${what} is not loaded any more. Load the file again.`);
}
