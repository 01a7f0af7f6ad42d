/** Known positives among the negatives of a finished run (`scoring/findings.ts`). */

import { NEAR_TEXT } from '../lexical/near-text';
import { countFindings, otherPositive, sameText, type FindingColumns } from '../scoring/findings';
import { isNearPositive, NearestOthers } from '../scoring/near-embedding';
import { embedded } from '../scoring/neighbours';
import { pairRange } from '../scoring/pairs';
import type { RecordPlace } from './blocks';
import type { Findings } from './results';
import type { FinishedRun } from './finished-run';
import { vectorsOf, type SourceData } from './source-data';
import type { Task } from './task';
import type { SearchProgress } from './types';

/** The parts of a finished run that are used here. */
export type SearchedRun = Pick<FinishedRun, 'sources' | 'positives' | 'lexicon'>;

/** Every run searches by embedding up to this many multiplications: about three seconds. */
const MOST_PRODUCTS = 2e9;

/** Multiplications per second, roughly. */
const PRODUCTS_PER_SECOND = MOST_PRODUCTS / 3;

/** Records compared with all positives at a time: each positive's embedding is then read once for all of them. */
const RECORDS_AT_A_TIME = 256;

export class RunFindings {
  private constructor(
    private readonly run: SearchedRun,
    private found: readonly FindingColumns[],
    /** By source: Jaccard index of the words of negative and positive, for each pair. */
    readonly overlaps: readonly Float64Array[],
  ) {}

  /**
   * Searches by text, and by embedding where that is quick.
   * @throws RunCancelledError
   */
  static async of(run: SearchedRun, task: Task): Promise<RunFindings> {
    const overlaps: Float64Array[] = [];
    const found: FindingColumns[] = [];
    const pairs = run.sources.reduce((sum, { structure }) => sum + structure.negatives.length, 0);
    let before = 0;
    task.count('known', 0, pairs);
    for (const { structure } of run.sources) {
      const start = before;
      const overlap = await run.lexicon.overlap(structure, task, (done) =>
        task.count('known', start + done, pairs),
      );
      before += structure.negatives.length;
      const same = sameText(structure);
      overlaps.push(overlap);
      found.push({
        same_text: same,
        other_positive: otherPositive(structure, run.positives),
        near_text: Uint8Array.from(overlap, (share, pair) => Number(share >= NEAR_TEXT && same[pair] === 0)),
        near_embedding: null,
      });
    }
    const findings = new RunFindings(run, found, overlaps);
    if (findings.products() <= MOST_PRODUCTS) {
      await findings.searchByEmbedding(task, ({ records, total }) => task.count('near', records, total));
    }
    return findings;
  }

  /** One for each source, in the run's order. */
  get columns(): readonly FindingColumns[] {
    return this.found;
  }

  get summary(): Findings {
    const isLeftOut = this.found.some(({ near_embedding }) => near_embedding === null);
    return {
      sources: this.run.sources.map(({ id }, s) => ({
        source: id,
        counts: countFindings(this.found[s] as FindingColumns),
      })),
      left_out: isLeftOut
        ? {
            near_embedding:
              `${inBillions(this.products())} products of numbers, about ` +
              `${Math.round(this.products() / PRODUCTS_PER_SECOND).toLocaleString('en')} s; a run does up to ` +
              `${inBillions(MOST_PRODUCTS)} by itself, the Audit page any number.`,
          }
        : {},
    };
  }

  /** Multiplications that the search by embedding takes. */
  products(): number {
    const [first] = this.run.sources;
    const dimension = first === undefined ? 0 : vectorsOf(first).dimension;
    return this.nearRecords().length * this.positives().size * dimension;
  }

  /**
   * Looks for negatives that are as near to the positive as the nearest positive of another query. If cancelled, it
   * changes nothing.
   * @throws RunCancelledError
   */
  async searchByEmbedding(task: Task, onProgress: (progress: SearchProgress) => void): Promise<void> {
    const { sources } = this.run;
    const columns = sources.map(({ columns: { margin } }) => new Uint8Array(margin.length));
    const near = this.nearRecords();
    for (let start = 0; start < near.length; start += RECORDS_AT_A_TIME) {
      const part = near.slice(start, start + RECORDS_AT_A_TIME);
      const nearest = await this.nearestOthers(part, task);
      for (const [i, { source, record }] of part.entries()) {
        this.markReached(sources[source] as SourceData, record, i, nearest, columns[source] as Uint8Array);
      }
      onProgress({ records: start + part.length, total: near.length });
    }
    this.found = this.found.map((found, s) => ({ ...found, near_embedding: columns[s] as Uint8Array }));
  }

  private async nearestOthers(part: readonly RecordPlace[], task: Task): Promise<NearestOthers> {
    const { sources, positives } = this.run;
    const asked = part.map(({ source, record }) => {
      const data = sources[source] as SourceData;
      const { queries, positives: own } = data.structure;
      const at = embedded(vectorsOf(data).positive(record));
      return { query: queries[record] as number, positive: own[record] as number, at };
    });
    const nearest = new NearestOthers(asked, positives);
    for (const [passage, { source, record }] of this.positives()) {
      nearest.offer(passage, embedded(vectorsOf(sources[source] as SourceData).positive(record)));
      await task.breathe();
    }
    return nearest;
  }

  private markReached(
    { structure, columns }: SourceData,
    record: number,
    i: number,
    nearest: NearestOthers,
    found: Uint8Array,
  ): void {
    const { start, end } = pairRange(structure.offsets, record);
    for (let pair = start; pair < end; pair++) {
      const negative = structure.negatives[pair] as number;
      const distance = columns.distance[pair] as number;
      const near = negative !== structure.positives[record] && isNearPositive(distance);
      found[pair] = Number(near && nearest.isReached(i, negative, distance));
    }
  }

  /** Records with a negative near their positive that is another text. Only these have to be searched. */
  private nearRecords(): RecordPlace[] {
    return this.run.sources.flatMap(({ structure, columns }, source) => {
      const { positives, offsets, negatives } = structure;
      const isNear = (record: number) => {
        const { start, end } = pairRange(offsets, record);
        for (let pair = start; pair < end; pair++) {
          if (negatives[pair] !== positives[record] && isNearPositive(columns.distance[pair] as number))
            return true;
        }
        return false;
      };
      return Array.from(positives.keys())
        .filter(isNear)
        .map((record) => ({ source, record }));
    });
  }

  /** The distinct positives of the run's records, each with the first place where it occurs. */
  private positives(): ReadonlyMap<number, RecordPlace> {
    const places = new Map<number, RecordPlace>();
    this.run.sources.forEach(({ structure }, source) =>
      structure.positives.forEach((passage, record) => {
        if (!places.has(passage)) places.set(passage, { source, record });
      }),
    );
    return places;
  }
}

/** `4.8 billion`. */
function inBillions(count: number): string {
  return `${(count / 1e9).toLocaleString('en', { maximumSignificantDigits: 2 })} billion`;
}
