/** The last column of the figure: what a source's findings and its place mean, in a few words. */

import { formatDifference, formatMean, listInWords, told } from '../../../ui/words';
import { LEAST_DIFFERENCE } from '../../../scoring/certainty/intervals';
import { bars } from '../../../report/findings';
import { readingParts } from '../../../report/verdict-words';
import {
  pairOf,
  type OrderPair,
  type Order,
  type RankedSource,
  type SettingGroup,
} from '../../../report/ranking';

/** A few words of a reading. */
export interface ReadingPart {
  readonly text: string;
  /** The worst finding, where it is above a note. */
  readonly warm: boolean;
}

/** The worst finding, where the source stands, and the other findings above a note; nothing before a result. */
export function readingOf(
  row: RankedSource,
  group: SettingGroup,
  order: Order | null,
  spell: (name: string) => string = (name) => name,
): ReadingPart[] {
  const { verdict } = row;
  if (verdict === null) return [];
  const isWarm = verdict.findings[0] !== undefined && verdict.findings[0].severity !== 'note';
  const found = readingParts(verdict)
    .filter((_, i) => verdict.findings[i]?.severity !== 'note')
    .map((text, i) => ({ text, warm: isWarm && i === 0 }));
  const standing = order && verdict.rank !== null ? standingOf(row, group, order, spell) : [];
  const worst = found.splice(0, isWarm ? 1 : 0);
  return [...worst, ...standing.map((text) => ({ text, warm: false })), ...found];
}

/** What the user may say of a source: that its pairs were looked at, or no longer so; null where it changes nothing. */
export function lookOf({ verdict, figures }: RankedSource): 'rank it' | 'undo' | null {
  if (verdict === null) return null;
  if (figures?.reading.looked_at) return 'undo';
  const barring = verdict.findings.filter(bars);
  const isStatistical = verdict.unranked === 'stop' && barring.every(({ id }) => id === 'random');
  return isStatistical || verdict.unranked === 'not-looked-for' ? 'rank it' : null;
}

/** As many first negatives as most records of each source have. */
export function firstOfEach(rows: readonly Pick<RankedSource, 'figures'>[]): number {
  return Math.min(...rows.flatMap(({ figures }) => figures?.k_of_most ?? []));
}

/** Whether only the user can tell if a margin took its inverted pairs. Of random passages nobody asks. */
export function asksForMargin({ verdict, flags, figures }: RankedSource): boolean {
  const found = verdict?.findings.map(({ id }) => id) ?? [];
  const lacks = flags.includes('inversion') && figures?.inversion_rate === 0;
  return found.includes('margin') || (lacks && !found.includes('random'));
}

/** Above whom it surely is, and with which ranked sources it is too close to call. */
function standingOf(
  row: RankedSource,
  group: SettingGroup,
  order: Order,
  spell: (name: string) => string,
): string[] {
  const below = group.ranked[group.ranked.indexOf(row) + 1];
  const over = below && pairOf(order, row.name, below.name);
  const close = group.ranked.flatMap(({ name }) => {
    const pair = name === row.name ? undefined : pairOf(order, row.name, name);
    const isOpen = pair?.status === 'not separated' && pair.difference > LEAST_DIFFERENCE;
    return isOpen && pair.low !== null ? [spell(name)] : [];
  });
  return told([
    close.length > 0 && `too close to call with ${listInWords(close)}`,
    below && over?.status === 'separated' && over.low !== null && over.high !== null
      ? `above ${spell(below.name)} by ${formatMean(over.difference)} (${formatMean(over.low)} to ${formatMean(over.high)})`
      : null,
  ]);
}

/** `interval −0.042 to +0.083` of a difference, from the side of one of the two sources; '' where it is not known. */
export function intervalInWords({ a, low, high }: OrderPair, name: string): string {
  if (low === null || high === null) return '';
  const [from, to] = a === name ? [low, high] : [-high, -low];
  return `interval ${formatDifference(from)} to ${formatDifference(to)}`;
}
