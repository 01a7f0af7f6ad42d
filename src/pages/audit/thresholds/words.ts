/** A limit's effect in words. */

import type { Limit } from '../../../scoring/limits';
import { countOf, formatPercent } from '../../../ui/words';
import { limitInWords } from './kinds';
import { droppedShare, type DrawnSource } from './panels';

/** What chance would do, by how the answers removed compare with the pairs dropped. */
const CHANCE = {
  more: 'more than chance would',
  less: 'fewer than chance would',
  open: 'chance may do as well',
  few: 'answers of too few queries to hold against chance',
} as const;

/** `An absolute margin of 0.05 drops 43 % of the pairs of repllama and 46 % of its answers: chance may do as well.` */
export function headlineOf(limit: Limit, step: number, { name, figures }: DrawnSource): string {
  const point = figures.points[step];
  if (!point) return '';
  const dropped = droppedShare(point, figures);
  const subject = limitInWords(limit);
  if (dropped === 0) return `${subject} drops no pair of ${name}.`;
  const pairs = `${subject} drops ${formatPercent(dropped, 0)} of the pairs of ${name}`;
  const { answers } = point;
  if (answers === null) return `${pairs}.`;
  return `${pairs} and ${formatPercent(answers.rate, 0)} of its answers: ${CHANCE[point.againstChance]}.`;
}

/** `39 to 54 %`; why there is no interval. */
export function spanInWords({
  low,
  high,
}: {
  readonly low: number | null;
  readonly high: number | null;
}): string {
  if (low === null || high === null) return 'answers of one query: no interval';
  return `${formatPercent(low, 0)} to ${formatPercent(high, 0)}`;
}

/** `4,464 pairs stay, 9 records go.` */
export function keptInWords(sources: readonly Pick<DrawnSource, 'figures'>[], step: number): string {
  const points = sources.flatMap(({ figures }) => figures.points[step] ?? []);
  const kept = points.reduce((sum, point) => sum + point.kept, 0);
  const emptied = points.reduce((sum, point) => sum + point.emptied, 0);
  return `${countOf(kept, 'pair')} ${kept === 1 ? 'stays' : 'stay'}, ${countOf(emptied, 'record')} ${emptied === 1 ? 'goes' : 'go'}.`;
}
