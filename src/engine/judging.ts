/** The order in which the pairs of a finished run are judged. */

import type { CandidatesForEngine } from '../candidates/candidates';
import { KEY_WORDS, keyText } from '../candidates/marks/marks';
import type { JudgingOrder } from '../judge/figures';
import { findingBits, JUDGED_FINDINGS } from '../judge/findings';
import type { FlatPairs } from '../scoring/flat-pairs';
import type { PairPlaces } from '../scoring/pairs';
import {
  BANDS,
  distinctPairs,
  domainSizes,
  heldBy,
  judgingOrder,
  keyPriority,
  MOST_JUDGED,
  strataOf,
} from '../judge/sample';
import type { FinishedRun } from './finished-run';

/** @param removed pairs that leave: the order and its strata stay, while pairs are counted, and sources named, without them */
export async function judgingOf(
  run: Pick<FinishedRun, 'sources'>,
  rows: FlatPairs,
  candidates: Pick<CandidatesForEngine, 'passageKeys'>,
  seed: number,
  removed: readonly PairPlaces[] = [],
): Promise<JudgingOrder> {
  const ids = run.sources.map(({ id }) => id);
  const places = rows.source.map((id) => ids.indexOf(id));
  const pairs = distinctPairs({ ...rows, source: places }, ids.length);
  const gone = removedRows(rows, removed);
  const held = heldBy(pairs, places, (row) => gone[row] === 0);
  const ofPairs = (column: Int32Array) => pairs.row.map((row) => column[row] as number);
  const keys = await candidates.passageKeys(ofPairs(rows.query), ofPairs(rows.negative));
  const priority = Float64Array.from(pairs.row, (_, pair) => keyPriority(keys, pair * KEY_WORDS, seed));
  const strata = strataOf(pairs);
  const bits = findingBits(rows, pairs);
  const isHeld = (pair: number, source: number) => held[pair * ids.length + source] === 1;
  const isLeft = (pair: number) => ids.some((_, source) => isHeld(pair, source));
  const isFound = (pair: number, i: number) => (((bits[pair] as number) >> i) & 1) === 1 && isLeft(pair);
  const sizes = (isIn: (pair: number) => boolean) => domainSizes(strata, ids.length * BANDS.length, isIn);
  return {
    seed,
    sources: ids,
    queries: ids.map((id) => new Set(rows.query.filter((_, row) => rows.source[row] === id)).size),
    distinct: pairs.row.reduce((sum, _, pair) => sum + Number(isLeft(pair)), 0),
    ofSources: ids.map((_, source) => sizes((pair) => isHeld(pair, source))),
    ofFindings: JUDGED_FINDINGS.map((_, i) => sizes((pair) => isFound(pair, i))),
    pairs: Array.from(judgingOrder(pairs, strata, priority, MOST_JUDGED), (pair) => {
      const row = pairs.row[pair] as number;
      return {
        key: keyText(keys, pair),
        stratum: strata[pair] as number,
        sources: [...ids.keys()].filter((source) => isHeld(pair, source)),
        findings: isLeft(pair) ? (bits[pair] as number) : 0,
        at: {
          source: rows.source[row] as number,
          record: rows.record[row] as number,
          position: rows.position[row] as number,
        },
      };
    }),
  };
}

/** 1 for every row that is one of some pairs. */
function removedRows({ source, record, position }: FlatPairs, removed: readonly PairPlaces[]): Uint8Array {
  const gone = new Set(
    removed.flatMap(({ source: id, records, positions }) =>
      Array.from(records, (at, i) => `${id} ${at} ${positions[i]}`),
    ),
  );
  return Uint8Array.from(source, (id, row) => Number(gone.has(`${id} ${record[row]} ${position[row]}`)));
}
