import { expect, it } from 'vitest';

import { noticeOf, WorkerCrashedError } from '../../src/app/errors';
import { RunInputError } from '../../src/engine/errors';
import { OutOfMemoryError } from '../../src/scoring/memory';

/** As Comlink gives an error that was thrown in a worker. */
const thrown = (name: string, message: string) => Object.assign(new Error(message), { name });

it('leaves our own errors as they stand', () => {
  const error = new RunInputError('No source is loaded. Choose files first.');
  expect(noticeOf(error)).toEqual({
    name: 'RunInputError',
    message: 'No source is loaded. Choose files first.',
  });
  expect(noticeOf(new OutOfMemoryError('A matrix', 8e6)).message).toContain('A matrix needs 8 MB of memory');
});

it.each([
  ['V8', 'RangeError', 'Array buffer allocation failed'],
  ['V8', 'RangeError', 'Invalid typed array length: 99999999999'],
  ['V8', 'RangeError', 'Invalid array length'],
  ['V8', 'RangeError', 'Invalid string length'],
  ['V8', 'Error', 'Cannot create a string longer than 0x1fffffe8 characters'],
  ['V8', 'RangeError', 'WebAssembly.Memory(): could not allocate memory'],
  ['SpiderMonkey', 'InternalError', 'allocation size overflow'],
  ['SpiderMonkey', 'Error', 'out of memory'],
  ['JavaScriptCore', 'RangeError', 'Out of memory'],
  ['JavaScriptCore', 'RangeError', 'Length too large'],
  ['DuckDB', 'Error', 'Out of Memory Error: failed to allocate data of size 4.0 MiB (3.4 GiB/3.4 GiB used)'],
  ['DuckDB', 'Error', 'std::bad_alloc'],
  ['ONNX Runtime', 'Error', 'failed to allocate a buffer of size 1073741824'],
])('says in our words where memory is refused: %s, %s: %s', (_engine, name, message) => {
  const notice = noticeOf(thrown(name, message));
  expect(notice.name).toBe('OutOfMemoryError');
  expect(notice.message).toMatch(/^The browser did not give the memory that this needs\./);
  expect(notice.message).not.toContain(message);
  expect(notice.details).toBe(`${name}: ${message}`);
});

it.each([
  ['TypeError', "Cannot read properties of undefined (reading 'length')"],
  ['RangeError', 'Maximum call stack size exceeded'],
  ['InternalError', 'too much recursion'],
  ['SyntaxError', 'JSON Parse error: Unexpected EOF'],
  ['RuntimeError', 'unreachable'],
  ['GPUPipelineError', 'the pipeline was not made'],
  ['Error', 'Binder Error: Referenced column "x" not found'],
])('keeps any other message of a browser or library for a report: %s: %s', (name, message) => {
  const notice = noticeOf(thrown(name, message));
  expect(notice.message).toMatch(/^Something failed that should not have/);
  expect(notice.message).not.toContain(message);
  expect(notice.details).toBe(`${name}: ${message}`);
});

it('has words for what the DOM says of files and storage', () => {
  expect(noticeOf(thrown('NotReadableError', 'The requested file could not be read')).message).toMatch(
    /^A file could not be read/,
  );
  expect(noticeOf(thrown('QuotaExceededError', 'The quota has been exceeded.')).message).toContain('storage');
});

it('says of a worker that it broke off, and keeps what the browser said', () => {
  const memory = new WorkerCrashedError(
    'engine',
    'an error in it was not caught.',
    'RangeError: out of memory',
  );
  expect(noticeOf(memory)).toMatchObject({
    name: 'WorkerCrashedError',
    details: 'RangeError: out of memory',
  });
  expect(memory.message).toMatch(/^The engine worker broke off: the browser gave it no more memory\. Press/);
  expect(noticeOf(new WorkerCrashedError('engine', 'its script did not load.')).details).toBeUndefined();
});
