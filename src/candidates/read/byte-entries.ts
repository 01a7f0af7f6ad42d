/** Reads text files into entries. */

import type { Entry, EntryReader, EntrySource, ReadingListener } from './entries';
import { fileBytes } from './file-bytes';
import { Pace } from './pace';
import type { PlaceKind } from '../candidate-record';

export class ByteEntries implements EntrySource {
  constructor(
    private readonly file: File,
    private readonly gzip: boolean,
    private readonly reader: EntryReader,
    /** Bytes of the content before the first entry: a byte order mark, or what stands before an inner list. */
    private readonly skip: number,
  ) {}

  get placeKind(): PlaceKind {
    return this.reader.placeKind;
  }

  get blankLines(): number {
    return this.reader.blankLines;
  }

  async *chunks(signal: AbortSignal, listener: ReadingListener): AsyncGenerator<Iterable<Entry>> {
    let bytesRead = 0;
    let unpacked = 0;
    let skip = this.skip;
    const pace = new Pace();
    for await (const chunk of fileBytes(this.file, this.gzip, signal, (bytes) => (bytesRead = bytes))) {
      listener.onContent?.(chunk);
      yield this.reader.push(chunk.subarray(Math.min(skip, chunk.length)));
      skip = Math.max(0, skip - chunk.length);
      unpacked += chunk.length;
      listener.onBytes(bytesRead, unpacked);
      await pace.breathe();
    }
    yield this.reader.finish();
  }
}
