/**
 * Copies a text file without the removed pairs: one loop for lines, rows and elements. The reader that loaded the file
 * reads it once more; the bytes between entries that go or change are copied as they are. Spans kept from the first
 * reading would take 16 bytes for each of millions of entries.
 */

import type { Entry, Span } from '../read/entries';
import type { Draft } from '../formats/format';
import { ByteWindow } from './byte-window';
import { cutEntry } from './entry-cutter';
import type { Leaving } from './entry-decisions';
import type { Job } from './job';
import { cutRow } from './table-cutter';

/** @throws ExportError, and those of reading a file */
export async function copyEntries(job: Job): Promise<void> {
  const { container } = job.opened;
  const copy = new Copy(job, container === 'JSON array' || container === 'JSON object');
  const listener = { onBytes: job.onBytes, onContent: (bytes: Uint8Array) => copy.content.add(bytes) };
  for await (const entries of job.opened.entries().chunks(job.signal, listener)) {
    for (const entry of entries) await copy.take(entry);
    await copy.writeKept();
  }
  await copy.finish();
}

/** One file that is copied. Bytes are written late, many at a time. */
class Copy {
  readonly content = new ByteWindow();
  /** End of the last entry that stays; null before the first. */
  private keptEnd: number | null = null;
  /** Whether entries have gone since the last one that stays. */
  private gone = false;

  /** @param separated entries are elements with commas between them, not lines that end themselves */
  constructor(
    private readonly job: Job,
    private readonly separated: boolean,
  ) {}

  async take(entry: Entry): Promise<void> {
    // A fault of the array itself, not of an entry.
    if (entry.start === entry.end) return;
    const left = this.job.rewritten<Entry | string>(
      entry.place,
      entry,
      () => entry.value,
      (draft, removed) => this.cut(entry, draft, removed),
    );
    if (left === null) {
      await this.leaveOut(entry);
      return;
    }
    if (this.gone) this.join(entry);
    this.keptEnd = entry.end;
    if (typeof left !== 'string') return;
    await this.copyTo(entry.start);
    await this.job.output.write(left);
    this.content.take(entry.end);
  }

  /** Writes what is known to stay, to free it. */
  async writeKept(): Promise<void> {
    if (this.keptEnd !== null) await this.copyTo(this.keptEnd);
  }

  async finish(): Promise<void> {
    await this.copyTo(this.content.end);
  }

  /** The entry's text without some of its negatives. */
  private cut(entry: Span, draft: Draft, removed: Leaving): string | null {
    const { table, header } = this.job.opened;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.content.slice(entry));
    if (table === null) return cutEntry(text, draft, removed, (index) => removed.get(index) === true);
    return cutRow(text, { delimiter: table.delimiter, header }, draft, removed);
  }

  /**
   * A line goes alone. An element goes with the comma and the space before it, back to the last element that stays; if
   * none stays before it, {@link join} leaves out what follows it.
   */
  private async leaveOut({ start, end }: Span): Promise<void> {
    if (!this.separated) await this.copyTo(start);
    else if (this.keptEnd !== null) await this.copyTo(this.keptEnd);
    else if (!this.gone) await this.copyTo(start);
    this.content.take(end);
    this.gone = true;
  }

  /** Closes the gap between removed elements and the next one that stays. */
  private join({ start }: Span): void {
    this.gone = false;
    if (this.separated && this.keptEnd === null) this.content.take(start);
  }

  private async copyTo(end: number): Promise<void> {
    for (const bytes of this.content.take(end)) await this.job.output.write(bytes);
  }
}
