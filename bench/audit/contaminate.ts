/** Real sources with a share of other negatives put into them, drawn. */

import { withNegatives } from '../../src/experiments/made';
import { PassageVectors } from '../../src/engine/passage-vectors';
import type { SourceData } from '../../src/engine/source-data';
import { Task } from '../../src/engine/task';
import { fillGeometry } from '../../src/engine/blocks';
import { distinctIds } from '../../src/engine/lexicon';
import { cosine, embedded } from '../../src/scoring/neighbours';
import type { AuditFile } from './real-files';

/** What is put in: passages of any record, the record's positive, its nearest positives of other queries, judged answers. */
export const FOREIGN = ['random', 'copies', 'near positives', 'answers'] as const;
export type Foreign = (typeof FOREIGN)[number];

/** Gives passages for a record, in the order in which they are to be taken. */
type Supply = (record: number, random: () => number) => Iterable<number>;

/** A source with other negatives in it. */
export interface Contaminated {
  readonly source: SourceData;
  /** 1 for each pair that was put in. */
  readonly foreign: Uint8Array;
}

/** Makes contaminated copies of one source of a file. */
export class Contaminator {
  private readonly passages: PassageVectors;
  private readonly base: SourceData;
  private readonly supply: Supply;

  constructor(
    private readonly file: AuditFile,
    place: number,
    kind: Foreign,
  ) {
    this.base = file.run.sources[place] as SourceData;
    this.passages = new PassageVectors(file.run.sources);
    this.supply = this.suppliers()[kind];
  }

  /**
   * Of each record ⌊share·K⌋ or one negative more, so that the mean is share·K, is replaced by passages that are not its
   * own; fewer where the supply ends.
   */
  async make(share: number, random: () => number): Promise<Contaminated> {
    const { structure } = this.base;
    const negatives = structure.negatives.slice();
    const foreign = new Uint8Array(negatives.length);
    const changed: number[] = [];
    for (let record = 0; record < structure.queries.length; record++) {
      const start = structure.offsets[record] ?? 0;
      const end = structure.offsets[record + 1] ?? 0;
      const exact = share * (end - start);
      let left = Math.floor(exact) + Number(random() < exact - Math.floor(exact));
      if (left === 0) continue;
      const taken = new Set(structure.negatives.subarray(start, end));
      const places = shuffled(
        Array.from({ length: end - start }, (_, k) => start + k),
        random,
      );
      for (const passage of this.supply(record, random)) {
        if (left === 0) break;
        if (taken.has(passage)) continue;
        taken.add(passage);
        const pair = places.pop() ?? start;
        negatives[pair] = passage;
        foreign[pair] = 1;
        left--;
      }
      changed.push(record);
    }
    return { source: await this.measured({ ...structure, negatives }, changed), foreign };
  }

  /** With columns: those of the base but for the records that changed. */
  private async measured(records: SourceData['structure'], changed: readonly number[]): Promise<SourceData> {
    const source = withNegatives(this.base, this.base.name, records, this.passages);
    const { margin, locality, distance, coverage } = this.base.columns;
    source.columns.margin.set(margin);
    source.columns.locality.set(locality);
    source.columns.distance.set(distance);
    source.columns.coverage.set(coverage);
    for (const record of changed) fillGeometry(source, record);
    await this.file.run.lexicon.cover(source, changed, new Task());
    return source;
  }

  private suppliers(): Readonly<Record<Foreign, Supply>> {
    const { sources } = this.file.run;
    const { positives, queries } = this.base.structure;
    const pool = distinctIds(sources.flatMap(({ structure }) => [structure.positives, structure.negatives]));
    const near = new Map<number, readonly number[]>();
    return {
      random: function* (record, random) {
        for (;;) {
          const passage = pool[Math.floor(random() * pool.length)] ?? -1;
          if (passage !== positives[record]) yield passage;
        }
      },
      copies: (record) => [positives[record] ?? -1],
      'near positives': (record) => {
        const known = near.get(record) ?? this.nearestOthers(record);
        near.set(record, known);
        return known;
      },
      answers: (record, random) =>
        shuffled(
          (this.file.answersOf.get(queries[record] ?? -1) ?? []).filter((id) => id !== positives[record]),
          random,
        ),
    };
  }

  /** Positives of other queries by their cosine to the record's own, as the control `false-negative` takes them. */
  private nearestOthers(record: number): number[] {
    const { positives, queries } = this.base.structure;
    const own = positives[record] ?? -1;
    const at = embedded(this.passages.of(own));
    const known = this.file.run.positives;
    const others = [...new Set(positives)].filter(
      (passage) => passage !== own && known.isPositiveOfAnother(passage, queries[record] ?? -1),
    );
    const cosines = new Map(others.map((id) => [id, cosine(at, embedded(this.passages.of(id)))]));
    return others.sort((a, b) => (cosines.get(b) ?? 0) - (cosines.get(a) ?? 0)).slice(0, 50);
  }
}

function shuffled<T>(values: T[], random: () => number): T[] {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [values[i], values[j]] = [values[j] as T, values[i] as T];
  }
  return values;
}
