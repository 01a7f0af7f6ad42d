/** The files of a zip archive, unpacked one after the other as its own list names them. */

import { createCRC32 } from 'hash-wasm';

import { formatBytes } from '../../ui/words';
import { cancelledLoad, CandidatesError, unreadable } from '../errors';
import { LIMITS } from '../limits';
import { shownName } from '../names';
import { readBytes } from './file-bytes';
import { Pace } from './pace';

export interface ArchivedFile {
  readonly path: string;
  readonly file: File;
}

/** The marks before a list's end, before what it says of a file, and before the file itself; and how long each of these is. */
const END = { mark: 0x06054b50, bytes: 22 };
const LISTED = { mark: 0x02014b50, bytes: 46 };
const MEMBER = { mark: 0x04034b50, bytes: 30 };

const MOST_COMMENT = 0xffff;

const STORED = 0;
const DEFLATED = 8;

/** How it may not. */
const OTHER_PACKINGS = new Map([
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'xz'],
  [98, 'PPMd'],
]);

interface Listed {
  readonly path: string;
  readonly packing: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Where it stands in the archive. */
  readonly offset: number;
}

/**
 * The files of a zip archive in their order there, without folders; none where it has no list. An archive inside it is not
 * opened.
 * @throws LoadCancelledError, UnpackedTooLargeError, UnreadableFileError for a file that is damaged, encrypted or packed in another way
 */
export async function unpack(archive: File, signal: AbortSignal): Promise<ArchivedFile[]> {
  const list = await listed(archive);
  if (list.reduce((sum, { size }) => sum + size, 0) > LIMITS.archiveBytes)
    throw new CandidatesError(
      'UnpackedTooLargeError',
      `${archive.name}: it unpacks to more than ${formatBytes(LIMITS.archiveBytes)}, the most that is read. Unpack it and load ` +
        'the files with records.',
    );
  const found: ArchivedFile[] = [];
  for (const each of list) {
    const file = await unpacked(archive, each, signal);
    found.push({ path: each.path, file });
  }
  return found;
}

/** (Archives of 4 GiB and more are too large here in any case.) */
async function listed(archive: File): Promise<Listed[]> {
  const tail = await viewOf(archive, Math.max(0, archive.size - END.bytes - MOST_COMMENT), archive.size);
  let end = tail.byteLength - END.bytes;
  while (end >= 0 && tail.getUint32(end, true) !== END.mark) end -= 1;
  if (end < 0) return [];
  const start = tail.getUint32(end + 16, true);
  const view = await viewOf(archive, start, start + tail.getUint32(end + 12, true));
  const found: Listed[] = [];
  for (let at = 0; at + LISTED.bytes <= view.byteLength && view.getUint32(at, true) === LISTED.mark;) {
    const name = at + LISTED.bytes;
    const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const bytes = new Uint8Array(view.buffer).subarray(name, name + (lengths[0] ?? 0));
    const path = decoded(bytes);
    if (!path.endsWith('/')) {
      found.push({
        path,
        packing: view.getUint16(at + 10, true),
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        crc: view.getUint32(at + 16, true),
        packed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      });
    }
    at = lengths.reduce((sum, length) => sum + length, name);
  }
  return found.sort((one, other) => one.offset - other.offset);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('latin1');

/** A name is UTF-8, or of an older archive. */
function decoded(name: Uint8Array): string {
  try {
    return utf8.decode(name);
  } catch {
    return latin1.decode(name);
  }
}

async function viewOf(file: File, start: number, end: number): Promise<DataView> {
  return new DataView((await readBytes(file, start, end)).buffer);
}

/** Unpacks a file and holds it to its size and its checksum. */
async function unpacked(archive: File, member: Listed, signal: AbortSignal): Promise<File> {
  const { path, packing, crc, packed, size, offset } = member;
  const way = otherWay(member);
  if (way !== null) throw unreadableArchive(archive, `${shownName(path)} in it is ${way.is}`, way.advice);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const sum = (await createCRC32()).init();
  let length = 0;
  const pace = new Pace();
  try {
    const head = await viewOf(archive, offset, offset + MEMBER.bytes);
    if (head.getUint32(0, true) !== MEMBER.mark) throw new Error('not in its place');
    const start = offset + MEMBER.bytes + head.getUint16(26, true) + head.getUint16(28, true);
    const content = archive.slice(start, start + packed).stream();
    const inflate = packing === STORED ? new TransformStream() : new DecompressionStream('deflate-raw');
    const reader = content.pipeThrough(inflate, { signal }).getReader();
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
      sum.update(value);
      if (length > size) break;
      await pace.breathe();
    }
    if (length !== size || parseInt(sum.digest(), 16) !== crc) throw new Error('other bytes');
    return new File(parts, path.split('/').at(-1) ?? path);
  } catch (cause) {
    if (signal.aborted) throw cancelledLoad(archive);
    const reason = `${shownName(path)} in it is damaged: its size or its checksum is not what the archive says`;
    throw unreadableArchive(archive, reason, 'Copy or pack it again', cause);
  }
}

/** What hinders that a file is unpacked, and what to do; null for none. */
function otherWay({ packing, isEncrypted }: Listed): { readonly is: string; readonly advice: string } | null {
  if (isEncrypted) return { is: 'encrypted', advice: 'Pack it again without a password' };
  if (packing === STORED || packing === DEFLATED) return null;
  const by = OTHER_PACKINGS.get(packing) ?? `method ${packing}`;
  return { is: `packed by ${by}`, advice: 'Pack it again with Deflate, the usual method' };
}

function unreadableArchive(archive: File, reason: string, first: string, cause?: unknown): CandidatesError {
  return unreadable(archive.name, reason, `${first}. Nothing of the archive is kept.`, cause);
}
