/** Which pairs are shown beside a result: one of the top source, one of each source outside, one near its positive. */

import type { ExampleRule } from '../../../engine/types';
import { isOutside, type RankedSource, type RankingView } from '../../../report/ranking';

export interface AskedExample {
  readonly row: RankedSource;
  readonly rule: ExampleRule;
}

/** The top source of each setting, if it is inside the ranking; then every source outside. */
export function askedExamples({ groups }: RankingView): AskedExample[] {
  const scored = groups.map(({ rows }) => rows.filter(({ figures }) => figures !== null));
  const top = scored.flatMap(([first]) => (first && !isOutside(first) ? [first] : []));
  return [
    ...top.map((row) => ({ row, rule: 'hardest' as const })),
    ...scored.flatMap((rows) => rows.filter(isOutside)).map((row) => ({ row, rule: ruleOf(row) })),
  ];
}

/** Sources inside the ranking: pairs of theirs that are answers score all the same. */
export function insideSources({ rows }: RankingView): RankedSource[] {
  return rows.filter((row) => row.figures !== null && !isOutside(row));
}

function ruleOf({ verdict, flags }: RankedSource): ExampleRule {
  if (verdict?.pattern === 'too-easy') return 'easiest';
  if (verdict?.pattern === 'copies') return 'nearest';
  if (flags.includes('rho') || flags.includes('inversion')) return 'easiest';
  return flags.includes('eta') ? 'nearest' : 'heaviest';
}
