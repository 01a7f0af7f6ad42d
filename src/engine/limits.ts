/** What limits of a miner would take from the sources of a finished run: from the pair columns alone. */

import type { FileScores } from '../candidates/store/store';
import { againstChance, removedShare, type JudgedAnswer, type WeighedAnswer } from '../judge/removed';
import { cosineToPositive } from '../scoring/cosines';
import {
  droppedPairs,
  emptiedByChance,
  limitColumns,
  limitCurve,
  recordsByCount,
  scoredColumns,
  type Limit,
  type LimitColumns,
  type ScoreColumns,
} from '../scoring/limits';
import { pairRange, recordsOfPairs, type PairPlaces } from '../scoring/pairs';
import { suspicion } from '../scoring/suspicion';
import { placesWhere, type SourceData } from './source-data';
import type { LimitPoint, LimitRequest, SourceLimits } from './types';

type LimitedSource = Pick<SourceData, 'id' | 'structure' | 'columns' | 'indices' | 'units'>;

/** What limits look at besides the columns of the sources. */
export interface LimitInputs {
  /** By source: Jaccard index of the words of negative and positive, for each pair. */
  readonly overlaps: readonly Float64Array[];
  /** The files' own scores of each source, null where its file has none; null as a whole: the encoder's count. */
  readonly given: readonly (FileScores | null)[] | null;
}

/** A judged answer in one source: the rows that hold it, in any record. */
interface AnswerRows extends Omit<WeighedAnswer, 'removed'> {
  readonly rows: number[];
}

/** Of the sources that have the scores that limits look at. */
export function limitsOf(
  sources: readonly LimitedSource[],
  { rules, answers }: Pick<LimitRequest, 'rules' | 'answers'>,
  inputs: LimitInputs,
): SourceLimits[] {
  return sources.flatMap((source, s) => {
    const columns = columnsOf(source, inputs, s);
    if (columns === null) return [];
    const pairs = columns.score.length;
    const byCount = recordsByCount(columns.offsets);
    const judged = answerRows(sources, s, answers);
    const units = new Set(judged.map(({ unit }) => unit)).size;
    const curves = rules.map((limits) => limitCurve(columns, limits));
    // Limits that drop some pairs and not all; those that drop the same are one.
    const looksOf = (dropped: readonly number[]) => new Set(dropped.filter((n) => n > 0 && n < pairs)).size;
    const looks = curves.reduce((sum, { dropped }) => sum + looksOf(dropped), 0);
    const pointsOf = ({ first, dropped, emptied }: (typeof curves)[number]) => {
      // An answer is gone once its last row is.
      const gone = judged.map(({ rows }) => Math.max(...rows.map((row) => first[row] as number)));
      return dropped.map((count, i): LimitPoint => {
        const removed = judged.map((answer, a) => ({ ...answer, removed: (gone[a] as number) <= i }));
        const share = removedShare(removed, 0.05 / Math.max(1, looks));
        return {
          kept: pairs - count,
          emptied: emptied[i] as number,
          emptiedByChance: emptiedByChance(byCount, count),
          answers: share,
          againstChance: againstChance(share, units, count / pairs),
        };
      });
    };
    const records = columns.offsets.length - 1;
    const answered = judged.length;
    return [{ source: source.id, pairs, records, answers: answered, looks, rules: curves.map(pointsOf) }];
  });
}

/** The pairs that a limit drops, counted over the whole sources; none of a source that loses none. */
export function droppedBy(
  sources: readonly LimitedSource[],
  limit: Limit,
  inputs: LimitInputs,
): PairPlaces[] {
  return sources.flatMap((source, s) => {
    const columns = columnsOf(source, inputs, s);
    const places = columns && placesWhere(source, droppedPairs(columns, limit));
    return places !== null && places.records.length > 0 ? [places] : [];
  });
}

/** @param place of the source among the inputs @returns null where the file's scores count and are not there */
function columnsOf(
  source: LimitedSource,
  { overlaps, given }: LimitInputs,
  place: number,
): LimitColumns | null {
  const { structure, columns } = source;
  const file = given?.[place];
  if (given !== null && !file) return null;
  const scores = file ? givenColumns(source, file) : limitColumns(structure.queries, columns);
  const overlap = overlaps[place] as Float64Array;
  return {
    ...scores,
    cosPositive: columns.distance.map(cosineToPositive),
    suspicion: columns.distance.map((distance, pair) => suspicion(distance, overlap[pair] as number)),
  };
}

/** s and p by the file's own scores. */
function givenColumns({ structure, columns, indices }: LimitedSource, file: FileScores): ScoreColumns {
  const { offsets } = columns;
  const score = new Float64Array(offsets.at(-1) as number);
  indices.forEach((index, record) => {
    const { start, end } = pairRange(offsets, record);
    const from = file.offsets[index] as number;
    score.set(file.negatives.subarray(from, from + end - start), start);
  });
  const own = Float64Array.from(indices, (index) => file.positives[index] as number);
  return scoredColumns(structure.queries, offsets, own, score);
}

/** The judged answers that a source holds: the same query and negative, in whatever record and place. */
function answerRows(
  sources: readonly LimitedSource[],
  place: number,
  answers: readonly JudgedAnswer[],
): AnswerRows[] {
  const key = (query: number | undefined, negative: number | undefined) => `${query} ${negative}`;
  const held = new Map<string, AnswerRows>();
  for (const { at, weights } of answers) {
    const source = sources.find(({ id }) => id === at.source);
    const record = source?.indices.indexOf(at.record) ?? -1;
    // The run did not score it.
    if (!source || record < 0) continue;
    const { queries, offsets, negatives } = source.structure;
    const negative = negatives[pairRange(offsets, record).start + at.position];
    const unit = source.units[record] as number;
    held.set(key(queries[record], negative), { unit, weight: weights[place] ?? 0, rows: [] });
  }
  const { structure } = sources[place] as LimitedSource;
  recordsOfPairs(structure.offsets).forEach((record, pair) =>
    held.get(key(structure.queries[record], structure.negatives[pair]))?.rows.push(pair),
  );
  return [...held.values()].filter(({ rows, weight }) => rows.length > 0 && weight > 0);
}
