/** Real sources with a share of other negatives put into them, drawn. */

import { shuffled } from '../../src/scoring/random';
import { ForeignSupplies, withForeign, type Supply } from '../../src/experiments/foreign';
import type { SourceData } from '../../src/engine/source-data';
import { Task } from '../../src/engine/task';
import type { AuditFile } from './real-files';

/** What is put in: passages of any record, the record's positive, its nearest positives of other queries, judged answers. */
export const FOREIGN = ['random', 'copies', 'near positives', 'answers'] as const;
export type Foreign = (typeof FOREIGN)[number];

/** A source with other negatives in it. */
export interface Contaminated {
  readonly source: SourceData;
  /** 1 for each pair that was put in. */
  readonly foreign: Uint8Array;
}

/** Makes contaminated copies of one source of a file. */
export class Contaminator {
  private readonly supplies: ForeignSupplies;
  private readonly supply: Supply;

  constructor(
    private readonly file: AuditFile,
    place: number,
    kind: Foreign,
  ) {
    this.supplies = new ForeignSupplies(file.run, file.run.sources[place] as SourceData);
    this.supply = this.suppliers()[kind];
  }

  /**
   * Of each record ⌊share·K⌋ or one negative more, so that the mean is share·K, is replaced by passages that are not its
   * own; fewer where the supply ends.
   */
  async make(share: number, random: () => number): Promise<Contaminated> {
    const part = { share, supply: this.supply, repeats: false };
    const made = withForeign(this.supplies.base.structure, [part], () => random);
    return {
      source: await this.supplies.measured(made, new Task()),
      foreign: Uint8Array.from(made.from, (part) => Number(part >= 0)),
    };
  }

  private suppliers(): Readonly<Record<Foreign, Supply>> {
    const { positives, queries } = this.supplies.base.structure;
    return {
      random: this.supplies.random,
      copies: this.supplies.copies(1),
      'near positives': this.supplies.near,
      answers: (record, random) =>
        shuffled(
          (this.file.answersOf.get(queries[record] ?? -1) ?? []).filter((id) => id !== positives[record]),
          random,
        ),
    };
  }
}
