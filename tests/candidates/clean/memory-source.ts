/** A loaded file in memory, behind the interface that the cleaner asks the store through. */

import type { CleanSource } from '../../../src/candidates/clean/clean-source';
import type { PairOrigins, RecordHeads } from '../../../src/candidates/store/place-reads';
import type { OpenFile } from '../../../src/candidates/read/open';
import type { Format } from '../../../src/candidates/formats/format';
import type { SourceStructure } from '../../../src/candidates/faces';
import type { MemoryRecord } from './loading';

/** The loaded file as the cleaner asks for it. Source ids are 10, 11 … in the order of their labels. */
export class MemorySource implements CleanSource {
  readonly sampled: boolean;
  readonly sources: readonly { id: number; name: string }[];
  private readonly texts: string[] = [];
  private readonly ids = new Map<string, number>();

  constructor(
    readonly opened: OpenFile,
    readonly format: Format,
    readonly records: readonly MemoryRecord[],
    private readonly rejected: readonly number[] = [],
    options: { sampled?: boolean } = {},
  ) {
    this.sampled = options.sampled ?? false;
    const labels = [...new Set(records.map(({ label }) => label))];
    this.sources = labels.map((label, index) => ({ id: 10 + index, name: label ?? 'whole' }));
    this.labels = labels;
  }

  readonly labels: readonly (string | null)[];

  of(source: number): MemoryRecord[] {
    return this.records.filter(({ label }) => label === this.labels[source - 10]);
  }

  async structure(source: number): Promise<SourceStructure> {
    const records = this.of(source);
    const offsets = new Int32Array(records.length + 1);
    records.forEach(({ negatives }, i) => (offsets[i + 1] = (offsets[i] as number) + negatives.length));
    return {
      id: source,
      queries: Int32Array.from(records, ({ query }) => this.idOf(query)),
      positives: Int32Array.from(records, ({ positive }) => this.idOf(positive)),
      offsets,
      negatives: Int32Array.from(
        records.flatMap(({ negatives }) => negatives.map((text) => this.idOf(text))),
      ),
    };
  }

  async recordHeads(source: number): Promise<RecordHeads> {
    const records = this.of(source);
    return {
      places: Int32Array.from(records, ({ place }) => place),
      queryIds: records.map(({ queryId }) => queryId),
    };
  }

  async origins(source: number, records: Int32Array, positions: Int32Array): Promise<PairOrigins> {
    const all = this.of(source);
    const pairs = Array.from(records, (record, i) => ({ record, position: positions[i] as number }));
    const own = pairs.map(({ record, position }) => all[record]?.own[position]);
    const copies = pairs.flatMap(
      ({ record, position }) => all[record]?.copies.filter((copy) => copy.position === position) ?? [],
    );
    return {
      places: Int32Array.from(own, (at) => at?.place ?? NaN),
      indices: Int32Array.from(own, (at) => at?.index ?? NaN),
      copyPlaces: Int32Array.from(copies, ({ place }) => place),
      copyIndices: Int32Array.from(copies, ({ index }) => index),
    };
  }

  async rejectedPlaces(): Promise<Int32Array> {
    return Int32Array.from(this.rejected);
  }

  async queryTexts(ids: Int32Array): Promise<string[]> {
    return Array.from(ids, (id) => this.texts[id] as string);
  }

  async passageTexts(ids: Int32Array): Promise<string[]> {
    return this.queryTexts(ids);
  }

  private idOf(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    this.ids.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}
