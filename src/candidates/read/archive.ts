/** The files of a zip archive, unpacked one after the other. */

import { Unzip, UnzipInflate } from 'fflate';

import { CandidatesError } from '../errors';
import { LIMITS } from '../limits';
import { shownName } from '../names';
import { crc32 } from './crc32';

/** A file in an archive, with its path there. */
export interface ArchivedFile {
  readonly path: string;
  readonly file: File;
}

const END_MARK = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT = 0xffff;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;

/** Name, size and CRC-32 of a member, unpacked. */
interface Listed {
  /** In UTF-8, or in Latin-1: which of the two is meant, member and list may say differently. */
  readonly names: readonly string[];
  readonly size: number;
  readonly crc: number;
}

const ENCODINGS = [new TextDecoder(), new TextDecoder('latin1')];

/**
 * What the directory at an archive's end says of its files, folders left out, in the order in which they stand in the archive.
 * Null where there is no directory. (Archives of 4 GiB and more are too large here in any case.)
 */
async function listed(archive: File): Promise<Listed[] | null> {
  const tail = await viewOf(archive, Math.max(0, archive.size - END_BYTES - MOST_COMMENT), archive.size);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END_MARK) end -= 1;
  if (end < 0) return null;
  const start = tail.getUint32(end + 16, true);
  const directory = await viewOf(archive, start, start + tail.getUint32(end + 12, true));
  const entries: (Listed & { readonly offset: number })[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.byteLength && directory.getUint32(at, true) === ENTRY_MARK) {
    const name = directory.getUint16(at + 28, true);
    const isFolder = name > 0 && directory.getUint8(at + ENTRY_BYTES + name - 1) === SLASH;
    if (!isFolder) {
      const from = directory.byteOffset + at + ENTRY_BYTES;
      const bytes = new Uint8Array(
        directory.buffer,
        from,
        Math.min(name, directory.buffer.byteLength - from),
      );
      entries.push({
        names: ENCODINGS.map((encoding) => encoding.decode(bytes)),
        crc: directory.getUint32(at + 16, true),
        size: directory.getUint32(at + 24, true),
        offset: directory.getUint32(at + 42, true),
      });
    }
    at += ENTRY_BYTES + name + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries.sort((one, other) => one.offset - other.offset);
}

const SLASH = 0x2f;

async function viewOf(file: File, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

function tooLarge({ name: file }: File): CandidatesError {
  return new CandidatesError('UnpackedTooLargeError', { file, most: LIMITS.archiveBytes });
}

function damaged(archive: File, reason: string): CandidatesError {
  return new CandidatesError('UnreadableFileError', {
    file: archive.name,
    reason,
    advice: 'Copy or pack it again. Nothing of the archive is kept.',
  });
}

/**
 * The files of a zip archive in its order. An archive inside it is not opened.
 * @throws LoadCancelledError, UnpackedTooLargeError, UnreadableFileError for a damaged member and where
 *   the members are not those of the archive's list; Error where the archive is damaged or its packing is unknown
 */
export async function unpack(archive: File, signal: AbortSignal): Promise<ArchivedFile[]> {
  const found: ArchivedFile[] = [];
  const list = await listed(archive);
  let fault: Error | null = null;
  let [members, bytes] = [0, 0];
  const unzip = new Unzip((member) => {
    if (member.name.endsWith('/')) return;
    const place = members++;
    if (fault !== null) return;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    let sum = 0;
    member.ondata = (error, data, final) => {
      bytes += data.length;
      fault ??= error ?? (bytes > LIMITS.archiveBytes ? tooLarge(archive) : null);
      if (fault !== null) return;
      parts.push(Uint8Array.from(data));
      size += data.length;
      sum = crc32(data, sum);
      if (!final) return;
      const asListed = list?.[place];
      const shown = shownName(member.name);
      if (!asListed?.names.includes(member.name)) {
        fault = damaged(archive, `${shown} in it differs from the archive’s own list`);
      } else if (asListed.size !== size || asListed.crc !== sum) {
        fault = damaged(
          archive,
          `${shown} in it is damaged: its size or its checksum is not what the archive says`,
        );
      }
      const name = member.name.split('/').at(-1) ?? member.name;
      found.push({ path: member.name, file: new File(parts, name) });
    };
    member.start();
  });
  unzip.register(UnzipInflate);
  const reader = archive.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    for (const piece of pieces(value ?? new Uint8Array(0))) unzip.push(piece);
    if (done) unzip.push(new Uint8Array(0), true);
    if (signal.aborted) throw new CandidatesError('LoadCancelledError', { file: archive.name });
    if (fault !== null) throw fault;
    if (!done) continue;
    const expected = list?.length ?? 0;
    if (found.length === expected) return found;
    throw damaged(archive, `Its list names ${expected} files, and ${found.length} are in it`);
  }
}

/** fflate's reader calls itself for each further member of a piece: a piece of this size holds some hundreds at most. */
const PIECE_BYTES = 32_768;

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
