/**
 * Copies a text file without the removed pairs: one loop for lines, rows and elements. The reader that loaded the file
 * reads it once more; the bytes between entries that go or change are copied as they are. Spans kept from the first
 * reading would take 16 bytes for each of millions of entries.
 */

import { changedFile } from '../errors';
import type { Entry } from '../read/entries';
import { applyEdits, jsonText, rowText, textCuts } from './cut';
import type { Piece } from './output';
import type { Cleaning, EntryCut } from './removals';
import { positiveEdits } from './relabel';

/** @throws FileChangedError, and those of reading a file */
export async function* copyEntries(cleaning: Cleaning): AsyncGenerator<Piece> {
  const { open, signal, onBytes } = cleaning;
  const copy = new Copy(cleaning);
  const listener = { onBytes, onContent: (bytes: Uint8Array) => copy.add(bytes) };
  for await (const entries of open.entries().chunks(signal, listener)) {
    for (const entry of entries) for (const piece of copy.take(entry)) yield piece;
    yield* copy.kept();
  }
  yield* copy.bytesTo(Infinity);
}

class Copy {
  /** Bytes that were read and not yet written or left out, and the offset of their first. */
  private readonly parts: Uint8Array[] = [];
  private begin = 0;
  /** Entries are elements with commas between them, not lines that end themselves. */
  private readonly separated: boolean;
  /** End of the last entry that stays; null before the first. */
  private keptEnd: number | null = null;
  /** Start of the first element that goes before all others. */
  private headEnd: number | null = null;

  constructor(private readonly cleaning: Cleaning) {
    const { container } = cleaning.open;
    this.separated = container === 'JSON array' || container === 'JSON object';
  }

  /** @param bytes not to be changed while they are held */
  add(bytes: Uint8Array): void {
    if (bytes.length > 0) this.parts.push(bytes);
  }

  /** Takes all bytes before an offset, part by part; nothing if they were taken before. */
  bytesTo(end: number): Uint8Array[] {
    const taken: Uint8Array[] = [];
    for (let part = this.parts[0]; part !== undefined && this.begin < end; part = this.parts[0]) {
      const bytes = part.subarray(0, end - this.begin);
      taken.push(bytes);
      if (bytes.length === part.length) this.parts.shift();
      else this.parts[0] = part.subarray(bytes.length);
      this.begin += bytes.length;
    }
    return taken;
  }

  take(entry: Entry): readonly Piece[] {
    const { start, end, place } = entry;
    // A fault of the array itself, not of an entry.
    if (start === end) return [];
    const plan = this.cleaning.removals.of(place, () => entry.value);
    if (plan === 'goes') return this.leaveOut(entry);
    // With the elements that go before all others go the commas behind them.
    if (this.headEnd !== null && this.keptEnd === null) this.bytesTo(start);
    this.keptEnd = end;
    if (plan === 'stays') return [];
    const before = this.bytesTo(start);
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const texts = this.bytesTo(end).map((bytes) => decoder.decode(bytes, { stream: true }));
    return [...before, this.without(texts.join(''), place, plan)];
  }

  kept(): readonly Piece[] {
    return this.bytesTo(this.keptEnd ?? 0);
  }

  /** The entry's text without some of its negatives. @throws FileChangedError */
  private without(text: string, place: number, { draft, leaving }: EntryCut): string {
    const { open } = this.cleaning;
    try {
      const entry = open.table === null ? jsonText(text) : rowText(text, open);
      return applyEdits(text, [
        ...textCuts(entry, leaving),
        ...positiveEdits(entry, draft.fields.positive, leaving),
      ]);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw changedFile(open.file.name, `entry ${place} has ${error.message}`, error);
    }
  }

  /** A line goes alone, an element with the comma and the space before it, back to the last element that stays. */
  private leaveOut({ start, end }: Entry): readonly Piece[] {
    if (this.separated) this.headEnd ??= start;
    const before = this.bytesTo((this.separated ? (this.keptEnd ?? this.headEnd) : null) ?? start);
    this.bytesTo(end);
    return before;
  }
}
