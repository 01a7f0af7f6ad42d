/** Reads text files into entries. */

import type { EntryReader, EntrySource } from './entries';
import { fileBytes } from './file-bytes';
import { Pace } from './pace';

/**
 * The entries of a text file, gzipped or not.
 * @param skip bytes of the content before the first entry: a byte order mark, or what stands before an inner list
 */
export function byteEntries(file: File, gzip: boolean, reader: EntryReader, skip: number): EntrySource {
  return {
    placeKind: reader.placeKind,
    get blankLines() {
      return reader.blankLines;
    },
    async *chunks(signal, listener) {
      let [bytesRead, unpacked] = [0, 0];
      const pace = new Pace();
      for await (const chunk of fileBytes(file, gzip, signal, (bytes) => (bytesRead = bytes))) {
        listener.onContent?.(chunk);
        yield reader.push(chunk.subarray(Math.max(0, skip - unpacked)));
        unpacked += chunk.length;
        listener.onBytes(bytesRead);
        await pace.breathe();
      }
      yield reader.finish();
    },
  };
}
