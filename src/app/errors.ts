/** Errors of the page itself, and how errors are shown: ours as they are, those of a browser or library in words of ours. */

import { named } from '../named-error';
import { listInWords } from '../ui/words';

export interface Notice {
  readonly name: string;
  /** Our own sentences: what happened, and what to do. */
  readonly message: string;
  /** What the browser or a library said, folded, for a bug report. */
  readonly details?: string;
}

/** Names of errors made by browsers or WebAssembly; all others are ours and say what to do. */
export const FOREIGN =
  /^(Error|EvalError|RangeError|ReferenceError|SyntaxError|TypeError|URIError|AggregateError|InternalError|CompileError|LinkError|RuntimeError|DOMException|GPU\w+)$/;

/** Names of DOM errors that mean the same wherever they come from. */
const OF_THE_DOM: Readonly<Record<string, string>> = {
  QuotaExceededError:
    'The browser gives this page no more storage. Forget what is kept from earlier sessions, or free space on the disk, and try again.',
  NotReadableError:
    'A file could not be read: it may have been moved or changed since it was chosen. Choose it again.',
  NotFoundError:
    'A file is no longer there: it may have been moved or removed since it was chosen. Choose it again.',
};

/** How V8, SpiderMonkey, JavaScriptCore, WebAssembly, ONNX Runtime and DuckDB say that memory ran out. */
const OUT_OF_MEMORY =
  /out of memory|bad_alloc|allocation failed|allocation size overflow|failed to allocate|could not allocate|cannot allocate|invalid (typed )?array (buffer )?length|array buffer length|invalid string length|string longer than|length too large|cannot enlarge memory|exceeds maximum (array|string)|maximum memory/i;

const MEMORY_IN_WORDS =
  'The browser did not give the memory that this needs. Close other tabs, remove a source or take a sample of the records, and try again.';

const UNKNOWN_IN_WORDS =
  'Something failed that should not have: a fault of this page, not of your files. Try again; if it comes back, reload the page, and report it with the details.';

/** An error thrown here or in a worker, as the page shows it. */
export function noticeOf(error: unknown): Notice {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  const own: unknown = Reflect.get(Object(error) as object, 'details');
  if (typeof own === 'string') return { name, message, details: own };
  const details = `${name}: ${message}`;
  const isForeign = FOREIGN.test(name);
  if (isForeign && OUT_OF_MEMORY.test(message))
    return { name: 'OutOfMemoryError', message: MEMORY_IN_WORDS, details };
  const dom = Object.hasOwn(OF_THE_DOM, name) ? OF_THE_DOM[name] : undefined;
  if (dom !== undefined) return { name, message: dom, details };
  return isForeign ? { name, message: UNKNOWN_IN_WORDS, details } : { name, message };
}

/** A worker did not answer when it was started. */
export class WorkerStartError extends named(
  'WorkerStartError',
  (worker: string, detail: string) =>
    `The ${worker} worker did not start: ${detail} Press "Start again". If that does not help, reload the ` +
    'page, and check that the server sends every file of the build, scripts as JavaScript, with the headers that its ' +
    'file _headers lists.',
) {}

/** A worker broke off; its data is lost. */
export class WorkerCrashedError extends Error {
  override readonly name = 'WorkerCrashedError';
  /**
   * @param reason a sentence without its subject
   * @param details what the browser said, shown folded; null if it said nothing
   */
  constructor(
    readonly worker: string,
    reason: string,
    readonly details: string | null = null,
  ) {
    const why =
      details !== null && OUT_OF_MEMORY.test(details) ? 'the browser gave it no more memory.' : reason;
    super(
      `The ${worker} worker broke off: ${why} Press "Start again": the files are read again, and the next run starts ` +
        'from what is encoded. If it was short of memory, take a sample of the records or a smaller batch.',
    );
  }
}

/** What serves the files of a list. */
const CHECK_LIST = {
  demo: 'that the folder "demo" was served with the page.',
  given: 'that the command "negscope" still runs, then reload.',
};

/** Files of the demo, or those named to `npx negscope`, are not where the page expects them. */
export class ListUnavailableError extends named(
  'ListUnavailableError',
  (list: keyof typeof CHECK_LIST, address: string, detail: string) =>
    `${address} could not be read: ${detail} Check ${CHECK_LIST[list]}`,
) {}

/** Why a part of the page does not come. */
const WHY_NO_PART = {
  gone: 'the server no longer has it, as after a new version. Try again; else save report and labels on Rank, then reload.',
  unreached: 'the server cannot be reached. Try again once it is there.',
  silent: 'the server does not answer. Try again.',
};

export class PartUnavailableError extends named(
  'PartUnavailableError',
  (page: string, why: keyof typeof WHY_NO_PART) =>
    `${page} could not be fetched: ${WHY_NO_PART[why]} Files, result and labels stay as they are.`,
) {}

export class EmptyFolderError extends named(
  'EmptyFolderError',
  (folder: string) =>
    `${folder === '' ? 'The folder' : `The folder "${folder}"`} holds no file that can be read. Choose another one.`,
) {}

export class SeveralGivenError extends named(
  'SeveralGivenError',
  (names: readonly string[], kind: 'reports' | 'model folders') =>
    `${listInWords(names)} are ${kind}. One is taken at a time: give one of them.`,
) {}

/** Figures for a report are lost, with a worker or with the embeddings. */
export class FiguresLostError extends named(
  'FiguresLostError',
  () => 'Some figures of this result can no longer be computed. Press "Rank sources" again, then export.',
) {}

/** The texts of a pair went with its source. */
export class TextsGoneError extends named(
  'TextsGoneError',
  () =>
    'The texts of this pair are gone: its source was removed or read again. Rank again to see the pairs of now.',
) {}

export class RejectsLostError extends named(
  'RejectsLostError',
  () => 'Not all rejects could be read. Try again; if a worker failed, start it again first.',
) {}
