import type { OpenFile } from '../files/open';
import { fileBytes } from '../files/file-bytes';
import type { JsonObject } from '../records/fault';
import { Fault } from '../records/fault';
import type { Draft, Format } from '../formats/format';
import type { EntryFates } from './entry-fates';
import { FileChangedError } from './errors';
import type { BlobOutput } from './output';
import { textCount } from './removal';

/** The writing of one file in its own format. */
export class Job {
  /** Entries that stay, whole or in part. */
  kept = 0;

  constructor(
    readonly opened: OpenFile,
    readonly format: Format,
    readonly fates: EntryFates,
    readonly output: BlobOutput,
    readonly signal: AbortSignal,
    readonly onBytes: (bytesRead: number) => void,
  ) {}

  /**
   * The content from the first entry on, in chunks; what stands before it has gone out.
   * Errors: those of `fileBytes`.
   */
  async *content(): AsyncGenerator<Uint8Array> {
    let { skip } = this.opened;
    for await (const chunk of fileBytes(this.opened.file, this.signal, this.onBytes)) {
      const before = Math.min(skip, chunk.length);
      skip -= before;
      if (before > 0) await this.output.write(chunk.subarray(0, before));
      yield chunk.subarray(before);
    }
  }

  /**
   * What is to stand in an entry's place: the entry itself, another one, or nothing (null).
   * @param place of the entry, in file order
   * @param entry the entry as it stands in the file
   * @param parse gives the entry as it was read
   * @param cut takes texts out of the entry; null where nothing of it is left. @throws RangeError
   * Errors: `FileChangedError`.
   */
  rewritten<Entry>(
    place: number,
    entry: Entry,
    parse: () => JsonObject | Fault,
    cut: (draft: Draft, removed: ReadonlySet<number>) => Entry | null,
  ): Entry | null {
    const fate = this.fates.of(place, () => this.#draft(parse()));
    if (fate === 'drop') return null;
    const left = fate === 'keep' ? entry : this.#cut(place, fate, parse, cut);
    if (left !== null) this.kept += 1;
    return left;
  }

  #cut<Entry>(
    place: number,
    removed: ReadonlySet<number>,
    parse: () => JsonObject | Fault,
    cut: (draft: Draft, removed: ReadonlySet<number>) => Entry | null,
  ): Entry | null {
    const { file } = this.opened;
    const draft = this.#draft(parse());
    if (draft === null) throw new FileChangedError(file.name, `entry ${place} cannot be read any more`);
    const last = Math.max(...removed);
    if (last >= textCount(draft)) {
      throw new FileChangedError(file.name, `entry ${place} has no negative number ${last + 1}`);
    }
    try {
      return cut(draft, removed);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new FileChangedError(file.name, `entry ${place}: ${error.message.replace(/\.$/, '')}`);
    }
  }

  #draft(value: JsonObject | Fault): Draft | null {
    if (value instanceof Fault) return null;
    const draft = this.format.read(value);
    return draft instanceof Fault ? null : draft;
  }
}
