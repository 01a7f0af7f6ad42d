/** The files of a zip archive, unpacked one after the other. */

import { Unzip, UnzipInflate } from 'fflate';

import { CandidatesError } from '../errors';
import { LIMITS } from '../limits';
import { UnpackedWatch } from './file-bytes';

/** A file in an archive, with its path there. */
export interface ArchivedFile {
  readonly path: string;
  readonly file: File;
}

/**
 * The files of a zip archive in its order. An archive inside it is not opened.
 * @throws UnpackedTooLargeError, TooManyFilesError; Error where the archive is damaged or its packing is unknown
 */
export async function unpack(archive: File): Promise<ArchivedFile[]> {
  const found: ArchivedFile[] = [];
  let fault: Error | null = null;
  const watch = new UnpackedWatch(archive.name, LIMITS.archiveBytes);
  let packed = 0;
  let members = 0;
  const unzip = new Unzip((member) => {
    if (member.name.endsWith('/')) return;
    if (++members > LIMITS.files) fault ??= new CandidatesError('TooManyFilesError', { file: archive.name });
    if (fault !== null) return;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    member.ondata = (error, data, final) => {
      fault ??= error ?? watch.add(data.length, packed);
      if (fault !== null) return;
      parts.push(Uint8Array.from(data));
      if (final)
        found.push({
          path: member.name,
          file: new File(parts, member.name.split('/').at(-1) ?? member.name),
        });
    };
    member.start();
  });
  unzip.register(UnzipInflate);
  const reader = archive.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    packed += value?.length ?? 0;
    unzip.push(value ?? new Uint8Array(0), done);
    if (fault !== null) throw fault;
    if (done) return found;
  }
}
