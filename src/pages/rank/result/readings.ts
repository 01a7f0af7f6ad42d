/** The last column of the figure: what a source's findings and its place mean, in a few words. */

import { formatDifference, formatMean, listInWords, told } from '../../../ui/words';
import { LEAST_DIFFERENCE } from '../../../scoring/certainty/intervals';
import { findingLink } from '../../../session/audit/finding-links';
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
  /** The pairs that it is of; null where it has none. */
  readonly address: string | null;
  /** The worst finding, where it is above a note. */
  readonly warm: boolean;
  /** What needs nothing: it can stay folded. */
  readonly isNote: boolean;
}

type Spell = (name: string) => string;

/** The worst finding, where the source stands, and the other findings. @param order null before any is known */
export function readingOf(
  row: RankedSource,
  group: SettingGroup,
  order: Order | null,
  spell: Spell = (name) => name,
): ReadingPart[] {
  const { verdict } = row;
  const { warning, words } = verdict ? readingParts(verdict) : { warning: '', words: [] };
  const links = (verdict?.findings ?? []).map((finding) => findingLink(row, finding));
  const placed = order && (verdict === null || verdict.rank !== null);
  const standing = placed ? standingOf(row, group, order, spell) : [];
  const found = [...(warning === '' ? [] : [warning]), ...words].map((text, i) => ({
    text,
    address: links[i] ?? null,
    warm: text === warning,
    isNote: verdict?.findings[i]?.severity === 'note',
  }));
  return [
    ...found.filter(({ warm }) => warm),
    ...standing.map((text) => ({ text, address: null, warm: false, isNote: false })),
    ...found.filter(({ warm }) => !warm),
  ];
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

/** Above whom it surely is, and with whom it is too close to call: of a result the ranked ones, during a run all of its setting. */
function standingOf(row: RankedSource, group: SettingGroup, order: Order, spell: Spell): string[] {
  const running = row.verdict === null;
  const below = running ? undefined : group.ranked[group.ranked.indexOf(row) + 1];
  const over = below && pairOf(order, row.name, below.name);
  const open = group.ranked.flatMap((other) => {
    const pair = other.name === row.name ? undefined : pairOf(order, row.name, other.name);
    return pair?.status === 'not separated' && (running || pair.difference > LEAST_DIFFERENCE)
      ? [{ name: spell(other.name), known: pair.low !== null }]
      : [];
  });
  const close = open.flatMap(({ name, known }) => (known ? [name] : []));
  return told([
    close.length > 0 && `too close to call with ${listInWords(close)}${running ? ' so far' : ''}`,
    running && open.length > close.length && 'intervals not known yet',
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
