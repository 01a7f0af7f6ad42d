/** What limits of a miner would take from the sources of a finished run: from the pair columns alone. */

import type { FileScores } from '../candidates/api';
import { againstChance, removedShare, type JudgedAnswer, type WeighedAnswer } from '../judge/removed';
import type { FindingColumns } from '../scoring/findings';
import {
  droppedPairs,
  emptiedByChance,
  emptiedRecords,
  limitColumns,
  scoredColumns,
  type Limit,
  type LimitColumns,
} from '../scoring/limits';
import { traceTerms } from '../scoring/means';
import { isNearPositive } from '../scoring/near-embedding';
import { pairRange, type PairPlaces } from '../scoring/pairs';
import { gatedSourceOf } from './last-for';
import { placesWhere, type SourceData } from './source-data';
import type { LimitPoint, LimitRequest, SourceLimits } from './types';

type LimitedSource = Pick<SourceData, 'id' | 'structure' | 'columns' | 'indices' | 'units'>;

/** A judged answer in one source: the rows that hold it, in any record. */
interface AnswerRows extends Omit<WeighedAnswer, 'removed'> {
  readonly query: number;
  readonly rows: readonly number[];
}

/**
 * Of the sources that have the scores that limits look at.
 * @param found of each source
 * @param scorePerTrace log-det over trace of each source as last summed
 * @param given the files' own scores of each source; null: limits look at the encoder's
 */
export function limitsOf(
  sources: readonly LimitedSource[],
  found: readonly FindingColumns[],
  scorePerTrace: readonly number[],
  { limits, answers, tau, weighting }: LimitRequest,
  given: GivenScores,
): SourceLimits[] {
  return sources.flatMap((source, s) => {
    const columns = columnsOf(source, given, s);
    if (columns === null) return [];
    const terms = traceTerms(gatedSourceOf(source.columns, { tau, weighting }).pairs);
    const isFound = foundPairs(source, found[s] as FindingColumns);
    const judged = answerRows(sources, s, answers);
    return [
      {
        source: source.id,
        pairs: terms.length,
        records: columns.offsets.length - 1,
        findings: countOf(isFound),
        answers: judged.length,
        points: limits.map((limit): LimitPoint => {
          const dropped = droppedPairs(columns, limit);
          const gone = countOf(dropped);
          const kept = terms.length - gone;
          const trace = terms.reduce((sum, term, pair) => sum + (1 - (dropped[pair] as number)) * term, 0);
          const removed = judged.map((answer) => ({
            ...answer,
            removed: answer.rows.every((row) => dropped[row] === 1),
          }));
          return {
            kept,
            emptied: emptiedRecords(columns.offsets, dropped),
            emptiedByChance: emptiedByChance(columns.offsets, gone),
            eci: kept === 0 ? null : ((scorePerTrace[s] as number) * trace) / kept,
            findings: isFound.reduce((sum, flag, pair) => sum + flag * (dropped[pair] as number), 0),
            answers: removedShare(removed),
            againstChance: againstChance(removed, gone / terms.length, limits.length),
          };
        }),
      },
    ];
  });
}

/** The pairs that a limit drops, counted over the whole sources; none of a source that loses none. */
export function droppedBy(sources: readonly LimitedSource[], limit: Limit, given: GivenScores): PairPlaces[] {
  return sources.flatMap((source, s) => {
    const columns = columnsOf(source, given, s);
    const places = columns && placesWhere(source, droppedPairs(columns, limit));
    return places !== null && places.records.length > 0 ? [places] : [];
  });
}

/** The files' own scores of each source, null where its file has none; null as a whole: the encoder's count. */
export type GivenScores = readonly (FileScores | null)[] | null;

/** @param place of the source in `given` @returns null where the file's scores count and are not there */
function columnsOf(
  { structure, columns, indices }: LimitedSource,
  given: GivenScores,
  place: number,
): LimitColumns | null {
  if (given === null) return limitColumns(structure.queries, columns);
  const file = given[place];
  if (!file) return null;
  const { offsets } = columns;
  const score = new Float64Array(offsets[offsets.length - 1] as number);
  indices.forEach((index, record) => {
    const { start, end } = pairRange(offsets, record);
    const first = file.offsets[index] as number;
    score.set(file.negatives.subarray(first, first + end - start), start);
  });
  const own = Float64Array.from(indices, (index) => file.positives[index] as number);
  return scoredColumns(structure.queries, offsets, own, score);
}

/** 1 for each pair that is near its positive, or known to be one. */
function foundPairs({ columns }: LimitedSource, found: FindingColumns): Uint8Array {
  const known = Object.values(found);
  return Uint8Array.from(columns.distance, (distance, pair) =>
    Number(isNearPositive(distance) || known.some((column) => column?.[pair] === 1)),
  );
}

/** The judged answers that a source holds: the same query and negative, in whatever record and place. */
function answerRows(
  sources: readonly LimitedSource[],
  place: number,
  answers: readonly JudgedAnswer[],
): AnswerRows[] {
  const held = answers.flatMap(({ at, weights }) => {
    const texts = textsAt(sources, at);
    return texts === null ? [] : { ...texts, weight: weights[place] ?? 0, rows: [] as number[] };
  });
  const byTexts = new Map(held.map((answer) => [textsKey(answer.query, answer.negative), answer]));
  const { structure } = sources[place] as LimitedSource;
  structure.queries.forEach((query, record) => {
    const { start, end } = pairRange(structure.offsets, record);
    for (let pair = start; pair < end; pair++) {
      byTexts.get(textsKey(query, structure.negatives[pair] as number))?.rows.push(pair);
    }
  });
  return held.filter(({ rows, weight }) => rows.length > 0 && weight > 0);
}

/** Ids of the query and the negative at a place; null where the run did not score it. */
function textsAt(
  sources: readonly LimitedSource[],
  { source: id, record: index, position }: JudgedAnswer['at'],
): { readonly query: number; readonly unit: number; readonly negative: number } | null {
  const source = sources.find((each) => each.id === id);
  const record = source?.indices.indexOf(index) ?? -1;
  if (!source || record < 0) return null;
  const { queries, offsets, negatives } = source.structure;
  const negative = negatives[pairRange(offsets, record).start + position];
  return negative === undefined
    ? null
    : { query: queries[record] as number, unit: source.units[record] as number, negative };
}

function textsKey(query: number, negative: number): string {
  return `${query} ${negative}`;
}

function countOf(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}
