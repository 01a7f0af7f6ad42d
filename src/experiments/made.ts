/** Makes a source of those of a run as a request names it: a control, a mixture, a union. Nothing is encoded for it. */

import type { MadeSourceRequest } from '../candidates/made-file';
import { RunInputError } from '../engine/errors';
import { rankedSource, type FinishedRun } from '../engine/finished-run';
import { distinctIds } from '../engine/lexicon';
import { madeSource, partOf, passageVectors, vectorsOf, type SourceData } from '../engine/source-data';
import { Task } from '../engine/task';
import { buildControl, buildMixture, ControlError, negativesOf, type IdRecords } from '../scoring/controls';
import { isInverted } from '../scoring/buckets';
import type { Vector } from '../scoring/gates';
import { recordsOfPairs, selectPairs } from '../scoring/pairs';
import type { Sliced } from '../scoring/sliced';
import { unionOf } from '../scoring/union';
import { nameOfMade, type MadeRequest } from './experiment';

/** Figures of the making of a source: pairs replaced, negatives shared. */
export type MakingFacts = Readonly<Record<string, number | null>>;

/** A source without its columns, and figures of its making. */
interface Making {
  readonly source: SourceData;
  readonly facts: MakingFacts;
}

/** Makes sources of one run. */
export class Workshop {
  private readonly vectorOf: (passage: number) => Vector;
  /** Distinct passages of all sources. */
  private readonly pool: Int32Array;

  constructor(private readonly run: Pick<FinishedRun, 'sources'>) {
    this.vectorOf = passageVectors(run.sources);
    this.pool = distinctIds(
      run.sources.flatMap(({ structure }) => [structure.positives, structure.negatives]),
    );
  }

  /**
   * @returns why it cannot be made, where it cannot
   * @throws RunInputError where a source was not ranked
   */
  *make(request: MadeRequest): Sliced<Making | string> {
    const name = nameOfMade(request, this.run.sources);
    try {
      if (request.kind === 'hybrid')
        return united(name, rankedSource(this.run, request.a), rankedSource(this.run, request.b));
      const base = rankedSource(this.run, request.base);
      const material = { base: base.structure, pool: this.pool, seed: request.seed, vector: this.vectorOf };
      if (request.kind === 'mixture') {
        const records = buildMixture(request.share, material);
        return { source: this.replaced(base, name, records), facts: { share: request.share } };
      }
      const records = yield* buildControl(request.control, material);
      return { source: this.replaced(base, name, records), facts: replacedPairs(base, records) };
    } catch (error) {
      if (error instanceof ControlError) return error.message;
      throw error;
    }
  }

  /**
   * A made source as records to load like any other source.
   * @throws RunInputError where a source was not ranked, or it cannot be made
   */
  async request(request: MadeRequest): Promise<MadeSourceRequest> {
    const made = await new Task().follow(this.make(request));
    if (typeof made === 'string') throw new RunInputError(`It is not built: ${made}`);
    const { queries, positives, offsets, negatives } = made.source.structure;
    const from = request.kind === 'hybrid' ? [request.a, request.b] : this.run.sources.map(({ id }) => id);
    return { name: made.source.name, from, queries, positives, offsets, negatives };
  }

  /**
   * The records of `base` with other negatives. A negative that was in the record before, or is its positive, keeps its vector
   * there; others take that of their first place in the run.
   */
  private replaced(base: SourceData, name: string, records: IdRecords): SourceData {
    return withNegatives(base, name, records, (record, passage) =>
      passage === records.positives[record]
        ? vectorsOf(base).positive(record)
        : (negativeIn(base, record, passage) ?? this.vectorOf(passage)),
    );
  }
}

/** @param vector of a passage that is a negative of a record */
function withNegatives(
  like: SourceData,
  name: string,
  records: IdRecords,
  vector: (record: number, passage: number) => Vector,
): SourceData {
  const recordOf = recordsOfPairs(records.offsets);
  const negative = (pair: number) => vector(recordOf[pair] as number, records.negatives[pair] as number);
  return madeSource(like, name, records, { ...vectorsOf(like), negative });
}

/** The vector that a passage has as a negative of a record; null where it is none. */
function negativeIn(source: SourceData, record: number, passage: number): Vector | null {
  const place = negativesOf(source.structure, record).indexOf(passage);
  return place === -1
    ? null
    : vectorsOf(source).negative((source.structure.offsets[record] as number) + place);
}

/** Pairs whose negative was replaced, and those of them that were inverted. */
function replacedPairs({ structure, columns }: SourceData, { negatives }: IdRecords): MakingFacts {
  const replaced = [...negatives.keys()].filter((pair) => negatives[pair] !== structure.negatives[pair]);
  const inverted = replaced.filter((pair) => isInverted(columns.margin[pair] as number));
  return { replaced: replaced.length, replaced_inverted: inverted.length };
}

/** The union of two sources. Vectors are read from the two. */
function united(name: string, a: SourceData, b: SourceData): Making {
  const { records, partners, shared } = unionOf(a.structure, b.structure);
  if (partners.length === 0) throw new ControlError('they share no record with the same query and positive');
  const joined = Int32Array.from(partners, ([record]) => record);
  const like = partOf(a, selectPairs(a.columns.offsets, joined));
  const source = withNegatives(like, name, records, (record, passage) => {
    const [one, other] = partners[record] as [number, number];
    return (negativeIn(a, one, passage) ?? negativeIn(b, other, passage)) as Vector;
  });
  const facts = {
    a_without_partner: a.structure.queries.length - partners.length,
    b_without_partner: b.structure.queries.length - partners.length,
    shared_negatives: shared,
  };
  return { source, facts };
}
