/** A file that is being read into the store. */

import type { CandidateRecord } from '../candidate-record';
import { GrowingColumns, type SourceColumns } from './source-columns';
import { endsOf, type StoreTexts, type TextEnds } from './texts';

export class NewFile {
  readonly begins: TextEnds;
  private readonly growing = new Map<number, GrowingColumns>();
  private readonly filled = new Map<number, SourceColumns>();

  constructor(private readonly texts: StoreTexts) {
    this.begins = endsOf(texts);
  }

  get bytes(): number {
    return [...this.growing.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** @param source key of the source to which the record goes */
  take(record: CandidateRecord, source: number): void {
    const columns = this.growing.get(source) ?? new GrowingColumns(this.texts);
    this.growing.set(source, columns);
    columns.add(record);
  }

  /** The records of a source, of which no more come. */
  columnsOf(source: number): SourceColumns {
    const known = this.filled.get(source);
    if (known !== undefined) return known;
    const filled = (this.growing.get(source) as GrowingColumns).filled(source);
    this.growing.delete(source);
    this.filled.set(source, filled);
    return filled;
  }
}
