/** Pairs in columns for tests of the linked views. */

import type { FlatPairs } from '../../src/scoring/flat-pairs';

/** What a test says of one pair; the rest is made up. */
export interface MadePair {
  readonly source: number;
  readonly record?: number;
  readonly position?: number;
  readonly query?: number;
  readonly positive?: number;
  readonly negative?: number;
  readonly m: number;
  readonly l: number;
  readonly distance: number;
  readonly coverage: number;
  readonly sameText?: boolean;
}

/** The columns of some pairs; suspicion is the distance taken from 2, a made-up order. */
export function flatPairs(pairs: readonly MadePair[]): FlatPairs {
  const integers = (of: (pair: MadePair, row: number) => number) => Int32Array.from(pairs, of);
  const doubles = (of: (pair: MadePair) => number) => Float64Array.from(pairs, of);
  return {
    source: integers(({ source }) => source),
    record: integers(({ record }, row) => record ?? row),
    position: integers(({ position }) => position ?? 0),
    query: integers(({ query }, row) => query ?? row),
    positive: integers(({ positive }, row) => positive ?? row),
    negative: integers(({ negative }, row) => negative ?? 1000 + row),
    margin: doubles(({ m }) => m),
    locality: doubles(({ l }) => l),
    distance: doubles(({ distance }) => distance),
    coverage: doubles(({ coverage }) => coverage),
    overlap: doubles(() => 0),
    suspicion: doubles(({ distance }) => 2 - distance),
    findings: {
      same_text: Uint8Array.from(pairs, ({ sameText }) => Number(sameText ?? false)),
      other_positive: null,
      near_text: null,
      same_cut: null,
      loose_positive: null,
    },
    unrelated: null,
  };
}

/** Pairs without a pattern, the same in every run. */
export function scatteredPairs(count: number): MadePair[] {
  let state = 7;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Array.from({ length: count }, () => ({
    source: 10 * (1 + Math.floor(next() * 3)),
    m: next() - 0.4,
    l: next() - 0.5,
    distance: next() * 1.4,
    coverage: next(),
    sameText: next() < 0.1,
  })).sort((a, b) => a.source - b.source);
}
