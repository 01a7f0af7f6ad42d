/** The judged pairs of dl1920 as a population to sample from. */

import { join } from 'node:path';

import { flatPairsOf } from '../../src/engine/flat-pairs';
import { JUDGED_FINDINGS, findingBits } from '../../src/judge/findings';
import { domainSizes, distinctPairs, strataOf, type DistinctPairs } from '../../src/judge/sample';
import type { FlatPairs } from '../../src/scoring/flat-pairs';
import { seededRandom } from '../../src/scoring/random';
import { openAuditFile } from '../audit/real-files';

const SOURCES = ['bm25', 'tasb', 'repllama', 'random'];

/** What is asked about: the pairs of one source, or those with one finding. */
export interface Domain {
  readonly name: string;
  readonly isIn: Uint8Array;
  /** Its pairs in each stratum. */
  readonly sizes: readonly number[];
  /** The share of answers among them. */
  readonly truth: number;
}

export interface JudgedPopulation {
  readonly pairs: DistinctPairs;
  readonly strata: Int32Array;
  /** 1 for each distinct pair that is judged an answer. */
  readonly answers: Uint8Array;
  /** Four words a distinct pair. */
  readonly keys: Uint32Array;
  readonly sources: readonly Domain[];
  readonly findings: readonly Domain[];
}

/** @param shared path of ../shared */
export async function openPopulation(shared: string): Promise<JudgedPopulation> {
  const folder = join(shared, 'data/dl1920');
  const file = await openAuditFile(
    {
      name: 'dl1920',
      paths: SOURCES.map((source) => join(folder, `${source}.jsonl`)),
      references: SOURCES.slice(0, 3),
      grades: join(folder, 'qrels_truth.tsv'),
    },
    join(shared, 'models/potion-base-2M'),
  );
  const flat = flatPairsOf(file.run, file.findings);
  const pairs = distinctPairs(flat, SOURCES.length);
  const strata = strataOf(pairs);
  const answers = new Uint8Array(pairs.count);
  (file.answers ?? [])
    .flatMap((own) => [...own])
    .forEach((yes, row) => {
      if (yes === 1) answers[at(pairs.ofRow, row)] = 1;
    });
  const random = seededRandom(1);
  return {
    pairs,
    strata,
    answers,
    keys: Uint32Array.from({ length: 4 * pairs.count }, () => Math.floor(random() * 2 ** 32)),
    sources: SOURCES.map((name, s) =>
      domainOf(name, strata, answers, (pair) => at(pairs.held, pair * SOURCES.length + s) === 1),
    ),
    findings: findingDomains(flat, pairs, strata, answers),
  };
}

function findingDomains(flat: FlatPairs, pairs: DistinctPairs, strata: Int32Array, answers: Uint8Array) {
  const bits = findingBits(flat, pairs);
  return JUDGED_FINDINGS.map(({ id }, i) =>
    domainOf(id, strata, answers, (pair) => ((at(bits, pair) >> i) & 1) === 1),
  ).filter(({ sizes }) => sizes.some((size) => size > 0));
}

function domainOf(
  name: string,
  strata: Int32Array,
  answers: Uint8Array,
  holds: (pair: number) => boolean,
): Domain {
  const isIn = Uint8Array.from(strata, (_, pair) => Number(holds(pair)));
  const size = isIn.reduce((sum, flag) => sum + flag, 0);
  const yes = isIn.reduce((sum, flag, pair) => sum + flag * at(answers, pair), 0);
  return { name, isIn, sizes: domainSizes(strata, 3 * SOURCES.length, holds), truth: yes / size };
}

export function at(column: ArrayLike<number>, place: number): number {
  return column[place] ?? Number.NaN;
}
