/** How errors are shown: ours as they are, those of a browser or library in words of ours. */

/** An error in words. */
export interface Notice {
  readonly name: string;
  /** Our own sentences: what happened, and what to do. */
  readonly message: string;
  /** What the browser or a library said, folded, for a bug report. */
  readonly details?: string;
}

/** Names of errors made by browsers or WebAssembly; all others are ours and say what to do. */
const FOREIGN =
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
  const own = detailsOf(error);
  if (own !== null) return { name, message, details: own };
  const isForeign = FOREIGN.test(name);
  const details = `${name}: ${message}`;
  if (isForeign && isOutOfMemory(message))
    return { name: 'OutOfMemoryError', message: MEMORY_IN_WORDS, details };
  const dom = Object.hasOwn(OF_THE_DOM, name) ? OF_THE_DOM[name] : undefined;
  if (dom !== undefined) return { name, message: dom, details };
  return isForeign ? { name, message: UNKNOWN_IN_WORDS, details } : { name, message };
}

/** Whether a message of a browser or library says that memory ran out. */
export function isOutOfMemory(message: string): boolean {
  return OUT_OF_MEMORY.test(message);
}

/** The details of an error of ours; null if it has none. */
function detailsOf(error: unknown): string | null {
  const details: unknown = error instanceof Error ? Reflect.get(error, 'details') : null;
  return typeof details === 'string' ? details : null;
}
