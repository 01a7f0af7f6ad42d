/** The first bytes of a file, by which binary files are refused. */

import { CandidatesError } from '../errors';
import { fileBytes, readBytes } from './file-bytes';
import { isBlank } from './utf8';

const HEAD_BYTES = 64 * 1024;

const MARK = [0xef, 0xbb, 0xbf];

/** A NUL in these first bytes means a binary file; further on it is a fault of its line. */
const BINARY_HEAD = 512;

/** Kinds of files that are dropped by mistake, by their first characters. */
const NAMED: readonly (readonly [string, string])[] = [
  ['%PDF', 'a PDF'],
  ['PK', 'a zip archive that is damaged, encrypted or inside another one, or an Excel workbook'],
  ['PAR1', 'a Parquet file inside gzip (unpack it first)'],
];

/** Packings that are not read, by their first bytes, with the command that unpacks them. */
const PACKED: readonly { readonly begins: RegExp; readonly packing: string; readonly unpack: string }[] = [
  { begins: /^\(\u00b5\/\u00fd/, packing: 'Zstandard', unpack: 'zstd -d' },
  { begins: /^\xfd7zXZ\0/, packing: 'xz', unpack: 'xz -d' },
  { begins: /^BZh[1-9]1AY&SY/, packing: 'bzip2', unpack: 'bzip2 -d' },
];

const LFS_POINTER = /^version \S+git-lfs\S*\/spec\//;

export interface FileHead {
  /** Without the byte order mark and the blanks behind it. */
  readonly text: Uint8Array;
  /** Length of the byte order mark. */
  readonly mark: number;
  /** Blanks before the text. */
  readonly blanks: number;
  /** Whether the text goes to the end of the content. */
  readonly whole: boolean;
}

/**
 * The first 64 KiB of a file's content.
 * @throws UnreadableFileError, LoadCancelledError, NotDataError for binary files, OtherPackingError,
 *   LfsPointerError, NotUtf8Error for UTF-16
 */
export async function fileHead(file: File, gzip: boolean, signal: AbortSignal): Promise<FileHead> {
  const bytes = new Uint8Array(HEAD_BYTES);
  let [length, whole] = [0, true];
  for await (const chunk of fileBytes(file, gzip, signal, () => undefined)) {
    whole = length + chunk.length <= HEAD_BYTES;
    bytes.set(chunk.subarray(0, HEAD_BYTES - length), length);
    length = Math.min(length + chunk.length, HEAD_BYTES);
    if (!whole) break;
  }
  const mark = MARK.every((byte, at) => bytes[at] === byte) ? MARK.length : 0;
  const content = bytes.subarray(mark, length);
  const first = content.findIndex((byte) => !isBlank(byte));
  const blanks = first === -1 ? content.length : first;
  const head = content.subarray(blanks);
  const start = String.fromCharCode(...head.subarray(0, BINARY_HEAD));
  const packed = PACKED.find(({ begins }) => begins.test(start));
  if (packed !== undefined) {
    const { packing, unpack } = packed;
    throw new CandidatesError(
      'OtherPackingError',
      `${file.name} is packed with ${packing}, which is not read here. Expected gzip, or a file that is not packed. Unpack it ` +
        `(${unpack}) and load it again.`,
    );
  }
  const named = NAMED.find(([begins]) => start.startsWith(begins));
  if (named !== undefined) throw notData(file, named[1]);
  if (LFS_POINTER.test(start))
    throw new CandidatesError(
      'LfsPointerError',
      `${file.name}: this is a pointer of git-lfs, not the file. Fetch the file: git lfs pull.`,
    );
  if (isUtf16(head))
    throw new CandidatesError(
      'NotUtf8Error',
      `${file.name}: the first bytes are those of UTF-16 text. Expected UTF-8. Save the file as UTF-8 and load it again.`,
    );
  if (start.includes('\0')) throw notData(file, 'a binary file');
  return { text: head, mark, blanks, whole };
}

/** A picture, a document, a sound. @param what it is, with its article */
export function notData({ name }: File, what: string): CandidatesError {
  return new CandidatesError('NotDataError', `${name} is ${what}, not a file of records.`);
}

/** UTF-16 by its byte order mark, or by a zero byte beside the first ASCII character. */
function isUtf16(head: Uint8Array): boolean {
  const [a, b] = head;
  if (a === undefined || b === undefined) return false;
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0) !== (b === 0);
}

/** Whether a file is packed with gzip, by its first bytes. @throws UnreadableFileError */
export async function isGzip(file: File): Promise<boolean> {
  const [first, second] = await readBytes(file, 0, 2);
  return first === 0x1f && second === 0x8b;
}

/** A file's text, unpacked where it is packed, without the byte order mark. @throws those of {@link fileHead} */
export async function unpackedText(file: File): Promise<string> {
  const { signal } = new AbortController();
  const gzip = await isGzip(file);
  await fileHead(file, gzip, signal);
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const chunk of fileBytes(file, gzip, signal, () => undefined))
    parts.push(decoder.decode(chunk, { stream: true }));
  return parts.join('') + decoder.decode();
}
