/** Which pairs are shown beside a result: one of the source on top, one of each outside, and one too near its positive. */

import type { ExampleRule } from '../../../engine/types';
import { isOutside, type RankedSource, type RankingView } from '../../../session/result/ranking-view';

export interface AskedExample {
  readonly row: RankedSource;
  readonly rule: ExampleRule;
}

/** Of each setting the source on top, where one stands inside; then every one outside the ranking, by its pattern. */
export function askedExamples({ groups }: RankingView): AskedExample[] {
  const scored = groups.map(({ rows }) => rows.filter(({ figures }) => figures !== null));
  const top = scored.flatMap(([first]) => (first && !isOutside(first) ? [first] : []));
  return [
    ...top.map((row) => ({ row, rule: 'heaviest' as const })),
    ...scored.flatMap((rows) => rows.filter(isOutside)).map((row) => ({ row, rule: ruleOf(row) })),
  ];
}

/** Sources whose pairs may be answers themselves and still score: those that no audit takes out. */
export function insideSources({ rows }: RankingView): RankedSource[] {
  return rows.filter((row) => row.figures !== null && !isOutside(row));
}

function ruleOf({ verdict, flags }: RankedSource): ExampleRule {
  if (verdict?.pattern === 'too-easy') return 'easiest';
  if (verdict?.pattern === 'near-positives') return 'nearest';
  return flags.includes('rho') || flags.includes('inversion') ? 'easiest' : 'heaviest';
}
