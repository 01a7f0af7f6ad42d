/** The vector of a passage, wherever a source of the run has it. Made sources are scored with these. */

import type { Vector } from '../scoring/gates';
import { vectorsOf, type SourceData } from './source-data';

export class PassageVectors {
  private readonly places = new Map<number, () => Vector>();

  /**
   * Where files give embeddings, a passage takes the vector of its first place.
   * @param wanted passages that may be asked for; null for all
   */
  constructor(sources: readonly SourceData[], wanted: ReadonlySet<number> | null = null) {
    for (const source of sources) {
      const { positives, negatives } = source.structure;
      const vectors = vectorsOf(source);
      positives.forEach((passage, record) => this.offer(passage, wanted, () => vectors.positive(record)));
      negatives.forEach((passage, pair) => this.offer(passage, wanted, () => vectors.negative(pair)));
    }
  }

  private offer(passage: number, wanted: ReadonlySet<number> | null, vector: () => Vector): void {
    if (this.places.has(passage) || wanted?.has(passage) === false) return;
    this.places.set(passage, vector);
  }

  /** @throws RangeError for a passage that no source of the run has */
  of(passage: number): Vector {
    const vector = this.places.get(passage);
    if (!vector) throw new RangeError(`No source of the run has the passage ${passage}.`);
    return vector();
  }
}
