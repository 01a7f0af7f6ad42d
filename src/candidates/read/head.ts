/** The first bytes of a file, and files that are told by them to be no text. */

import { NotDataError, NotUtf8Error, UnknownFormatError } from '../errors';
import { fileBytes } from './file-bytes';
import { otherKind } from './other-kinds';

/** Bytes that are looked at to tell what a file is. */
const HEAD_BYTES = 64 * 1024;

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
 * @throws UnreadableFileError, LoadCancelledError, NotDataError for pictures and the like, NotUtf8Error for UTF-16,
 *   UnknownFormatError for other binary files
 */
export async function fileHead(file: File, signal: AbortSignal): Promise<FileHead> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of fileBytes(file, signal, () => undefined)) {
    parts.push(chunk.slice(0, HEAD_BYTES + 1 - length));
    length += chunk.length;
    if (length > HEAD_BYTES) break;
  }
  const bytes = new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  const whole = bytes.length <= HEAD_BYTES;
  const head = bytes.subarray(0, HEAD_BYTES);
  const other = otherKind(head);
  if (other !== null) throw new NotDataError(file.name, other);
  if (isUtf16(head)) throw new NotUtf8Error(file.name);
  refuseBinary(file.name, head);
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  return { text: head.subarray(mark), mark, whole };
}

/** UTF-16 by its byte order mark, or by a zero byte beside the first ASCII character. */
function isUtf16(head: Uint8Array): boolean {
  const [a, b] = head;
  if (a === undefined || b === undefined) return false;
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0) !== (b === 0);
}

const BINARY: readonly { magic: string; what: string }[] = [
  {
    magic: 'PK\u0003\u0004',
    what: 'a ZIP archive that is damaged, encrypted or inside another one, or an Excel workbook',
  },
  { magic: 'ARROW1', what: 'an Arrow file' },
  { magic: 'PAR1', what: 'a Parquet file inside gzip' },
  { magic: '\u0028\u00b5\u002f\u00fd', what: 'a file packed with zstd' },
  { magic: 'BZh', what: 'a file packed with bzip2' },
];

function refuseBinary(file: string, head: Uint8Array): void {
  const start = String.fromCharCode(...head.subarray(0, 8));
  const found = BINARY.find(({ magic }) => start.startsWith(magic));
  if (found === undefined) return;
  const expected = ['JSONL, a JSON array, CSV, TSV (each of them plain or packed with gzip) or Parquet'];
  throw new UnknownFormatError(
    file,
    `This is ${found.what}, which is not read.`,
    expected,
    'Write its records in one of these.',
  );
}
