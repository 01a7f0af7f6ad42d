/** Sources that experiments make from the run's own texts: controls, mixtures, unions. Nothing is encoded for them. */

import type { MadeSourceRequest } from '../candidates/api';
import { RunInputError } from '../engine/errors';
import { rankedSource, type FinishedRun } from '../engine/finished-run';
import { distinctIds } from '../engine/lexicon';
import { PassageVectors } from '../engine/passage-vectors';
import type { MatrixFigures } from '../engine/result';
import { madeSource, vectorsOf, type PairVectors, type SourceData } from '../engine/source-data';
import { figuresUnder, weightUnder } from '../engine/sums';
import {
  buildControl,
  buildMixture,
  ControlError,
  type ControlMaterial,
  type IdRecords,
} from '../scoring/controls';
import { pairRange, recordsOfPairs } from '../scoring/pairs';
import { unionOf, type Union } from '../scoring/union';
import type { WeightingId } from '../scoring/weightings';
import { nameOfMade, type MadeRequest } from './experiment';
import type { Summing } from './weighted-sums';

/** What controls and mixtures of a base source are built from, with the vectors of all passages. */
export function materialOf(
  { sources }: Pick<FinishedRun, 'sources'>,
  base: SourceData,
  seed: number,
): { readonly material: ControlMaterial; readonly passages: PassageVectors } {
  const passages = new PassageVectors(sources);
  const pool = distinctIds(sources.flatMap(({ structure }) => [structure.positives, structure.negatives]));
  const vector = (passage: number) => passages.of(passage);
  return { material: { base: base.structure, pool, seed, vector }, passages };
}

/**
 * A control or mixture: the records of `base` with other negatives. A negative that was in the record before, or is
 * its positive, keeps its vector there; others take that of their first place in the run.
 */
export function withNegatives(
  base: SourceData,
  name: string,
  records: IdRecords,
  passages: PassageVectors,
): SourceData {
  const own = vectorsOf(base);
  const recordOf = recordsOfPairs(records.offsets);
  const negative = (pair: number) => {
    const passage = records.negatives[pair] as number;
    const record = recordOf[pair] as number;
    if (passage === records.positives[record]) return own.positive(record);
    const { start, end } = pairRange(base.structure.offsets, record);
    const place = base.structure.negatives.subarray(start, end).indexOf(passage);
    return place === -1 ? passages.of(passage) : own.negative(start + place);
  };
  return madeSource(base, name, records, { ...own, negative });
}

/** The union of two sources. Vectors are read from the two. */
export function joined(a: SourceData, b: SourceData): { source: SourceData; union: Union } {
  const union = unionOf(a.structure, b.structure);
  const [first, second] = [vectorsOf(a), vectorsOf(b)];
  const vectors: PairVectors = {
    dimension: first.dimension,
    query: (record) => first.query(union.of[record] as number),
    positive: (record) => first.positive(union.of[record] as number),
    negative: (pair) => (union.from[pair] === 0 ? first : second).negative(union.pairs[pair] as number),
  };
  return { source: madeSource(a, `${a.name}+${b.name}`, union.records, vectors), union };
}

/**
 * The matrices of a source under some weightings, in their order.
 * @throws RunCancelledError
 */
export async function matricesUnder(
  source: SourceData,
  tau: number,
  weightings: readonly WeightingId[],
  summing: Summing,
): Promise<MatrixFigures[]> {
  const weights = weightings.map((weighting) => weightUnder(source.columns, { tau, weighting }));
  const { open, task, clock } = summing;
  return clock.during(() => figuresUnder(source, weights, open, task));
}

/**
 * A control, mixture or union as records to load like any other source.
 * @throws RunInputError where a source was not ranked, has too few passages, or two share no record
 */
export function madeRequest(run: Pick<FinishedRun, 'sources'>, request: MadeRequest): MadeSourceRequest {
  if (request.kind === 'hybrid') {
    const [a, b] = [rankedSource(run, request.a), rankedSource(run, request.b)];
    const { union } = joined(a, b);
    if (union.of.length === 0) {
      throw new RunInputError(`${a.name} and ${b.name} have no record with the same query and positive.`);
    }
    return { name: nameOfMade(request, run.sources), from: [a.id, b.id], ...union.records };
  }
  const base = rankedSource(run, request.base);
  const { material } = materialOf(run, base, request.seed);
  const records = orRefused(() =>
    request.kind === 'control'
      ? buildControl(request.control, material)
      : buildMixture(request.share, material),
  );
  return { name: nameOfMade(request, run.sources), from: run.sources.map(({ id }) => id), ...records };
}

/** @throws RunInputError where there are too few passages to build of */
export function orRefused(build: () => IdRecords): IdRecords {
  try {
    return build();
  } catch (error) {
    if (error instanceof ControlError) throw new RunInputError(error.message);
    throw error;
  }
}
