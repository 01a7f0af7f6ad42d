/** The first bytes of a file, by which binary files are refused. */

import { CandidatesError } from '../errors';
import { fileBytes } from './file-bytes';

const HEAD_BYTES = 64 * 1024;

/** A NUL in these first bytes means a binary file; further on it is a fault of its line. */
const BINARY_HEAD = 512;

/** Kinds of files that are dropped by mistake, by their first characters. */
const NAMED: readonly (readonly [string, string])[] = [
  ['%PDF', 'a PDF'],
  ['PK', 'a zip archive that is damaged, encrypted or inside another one, or an Excel workbook'],
  ['PAR1', 'a Parquet file inside gzip (unpack it first)'],
];

/** The first bytes of a file's content, unpacked. */
export interface FileHead {
  /** Without the byte order mark. */
  readonly text: Uint8Array;
  /** Length of the byte order mark. */
  readonly mark: number;
  /** Whether that is the whole content. */
  readonly whole: boolean;
}

/**
 * The first 64 KiB of a file's content.
 * @throws UnreadableFileError, LoadCancelledError, NotDataError for binary files, NotUtf8Error for UTF-16
 */
export async function fileHead(file: File, gzip: boolean, signal: AbortSignal): Promise<FileHead> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of fileBytes(file, gzip, signal, () => undefined)) {
    parts.push(chunk.slice(0, HEAD_BYTES + 1 - length));
    length += chunk.length;
    if (length > HEAD_BYTES) break;
  }
  const bytes = new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  const whole = bytes.length <= HEAD_BYTES;
  const head = bytes.subarray(0, HEAD_BYTES);
  const start = String.fromCharCode(...head.subarray(0, BINARY_HEAD));
  const named = NAMED.find(([begins]) => start.startsWith(begins));
  if (named !== undefined) throw new CandidatesError('NotDataError', { file: file.name, what: named[1] });
  if (isUtf16(head)) throw new CandidatesError('NotUtf8Error', { file: file.name });
  if (start.includes('\0'))
    throw new CandidatesError('NotDataError', { file: file.name, what: 'a binary file' });
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  return { text: head.subarray(mark), mark, whole };
}

/** UTF-16 by its byte order mark, or by a zero byte beside the first ASCII character. */
function isUtf16(head: Uint8Array): boolean {
  const [a, b] = head;
  if (a === undefined || b === undefined) return false;
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0) !== (b === 0);
}
