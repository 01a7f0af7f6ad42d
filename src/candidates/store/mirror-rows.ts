/** What is loaded, what a run measured and what was marked, as rows of DuckDB's tables (`tables.ts`). */

import { VERDICTS } from '../../judge/verdicts';
import { FINDINGS } from '../../scoring/findings';
import type { FlatPairs } from '../../scoring/flat-pairs';
import { recordsOfPairs } from '../../scoring/pairs';
import type { Reject } from '../candidate-record';
import { MARKS, type MarkedPairs } from '../marks/marks';
import type { LoadedSource } from '../outcomes';
import { doubles, integers, texts, truths, type Rows } from './arrow';
import type { SourceColumns } from './source-columns';
import type { Texts } from './texts';

/** Size of one insert: bounds the memory for it here and in DuckDB. */
const INSERT_BYTES = 4 * 1024 * 1024;
/** Memory of a row, about. */
const ROW_BYTES = 64;
const REJECTS_AT_ONCE = 5_000;

/** Rows of the table `sources`. */
export function sourceRows(sources: readonly LoadedSource[]): Rows {
  return {
    source: integers(sources.map(({ id }) => id)),
    ...columnsOf(sources, ['name', 'label', 'file', 'format']),
    dimension: doubles(sources.map(({ dimension }) => dimension ?? NaN)),
  };
}

/** Rows of the tables `records` and `negatives`, in parts. @param names query ids, to which columns refer */
export function* recordRows(
  columns: SourceColumns,
  names: Texts,
): Generator<{ readonly records: Rows; readonly negatives: Rows }> {
  const { id, offsets, scores } = columns;
  const all = columns.queries.length;
  const rows = 2 * all + columns.negatives.length;
  const step = Math.max(1, Math.floor((INSERT_BYTES * all) / (ROW_BYTES * rows)));
  for (let from = 0; from < all; from += step) {
    const to = Math.min(from + step, all);
    const [start, end] = [offsets[from] as number, offsets[to] as number];
    const recordOf = recordsOfPairs(offsets.subarray(from, to + 1).map((offset) => offset - start));
    const known = new Uint8Array(end - start);
    for (const pair of columns.knownPositives) if (pair >= start && pair < end) known[pair - start] = 1;
    yield {
      records: {
        source: integers(new Int32Array(to - from).fill(id)),
        record: integers(new Int32Array(to - from).map((_, row) => from + row + 1)),
        place: integers(columns.places.subarray(from, to)),
        query_id: texts(Array.from(columns.queryIds.subarray(from, to), (name) => names.text(name))),
        query: integers(columns.queries.subarray(from, to)),
        positive: integers(columns.positives.subarray(from, to)),
        positive_score: doubles(
          scores?.positives.subarray(from, to) ?? new Float64Array(to - from).fill(NaN),
        ),
      },
      negatives: {
        source: integers(new Int32Array(end - start).fill(id)),
        record: integers(recordOf.map((row) => from + row + 1)),
        position: integers(recordOf.map((row, pair) => start + pair - (offsets[from + row] as number) + 1)),
        passage: integers(columns.negatives.subarray(start, end)),
        known_positive: truths(known, end - start),
        score: doubles(scores?.negatives.subarray(start, end) ?? new Float64Array(end - start).fill(NaN)),
      },
    };
  }
}

/** Rows of the table `rejects`, in parts. */
export function* rejectRows(rejects: readonly Reject[]): Generator<Rows> {
  for (let from = 0; from < rejects.length; from += REJECTS_AT_ONCE) {
    const part = rejects.slice(from, from + REJECTS_AT_ONCE);
    yield {
      ...columnsOf(part, ['file', 'placeKind']),
      place: integers(part.map(({ place }) => place)),
      ...columnsOf(part, ['record', 'code', 'field', 'message', 'excerpt']),
    };
  }
}

/** Rows of the table `pairs`. */
export function pairRows(pairs: FlatPairs): Rows {
  return {
    ...placesOf(pairs.source, pairs.record, pairs.position),
    passage: integers(pairs.negative),
    m: doubles(pairs.margin),
    l: doubles(pairs.locality),
    distance: doubles(pairs.distance),
    coverage: doubles(pairs.coverage),
    overlap: doubles(pairs.overlap),
    ...Object.fromEntries(FINDINGS.map(({ id }) => [id, truths(pairs.findings[id], pairs.source.length)])),
    unrelated: truths(pairs.unrelated, pairs.source.length),
    suspicion: doubles(pairs.suspicion),
  };
}

/** Rows of the table `marks`. */
export function markRows(marked: MarkedPairs): Rows {
  return {
    ...placesOf(new Int32Array(marked.records.length).fill(marked.source), marked.records, marked.positions),
    mark: texts(Array.from(marked.marks, (code) => MARKS[code - 1] ?? null)),
    note: texts(marked.notes.map((note) => note || null)),
    verdict: texts(Array.from(marked.verdicts, (code) => VERDICTS[code - 1] ?? null)),
    judges: texts(marked.judges.map((judges) => judges || null)),
  };
}

function placesOf(source: Int32Array, records: Int32Array, positions: Int32Array): Rows {
  const fromOne = (places: Int32Array) => integers(places.map((place) => place + 1));
  return { source: integers(source), record: fromOne(records), position: fromOne(positions) };
}

function columnsOf<Key extends string>(
  rows: readonly Readonly<Record<Key, string | null>>[],
  keys: readonly Key[],
): Rows {
  return Object.fromEntries(keys.map((key) => [key, texts(rows.map((row) => row[key]))]));
}
