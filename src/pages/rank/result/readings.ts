/** The last column of the figure: what a source's findings and its place mean, in a few words. */

import { formatDifference, listInWords } from '../../../ui/words';
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

export interface Reading {
  /** The worst finding; empty where none is above a note. */
  readonly warning: string;
  readonly words: readonly string[];
  /** Where the warning leads; null where it has no pairs. */
  readonly address: string | null;
  /** Where the first of the words lead. */
  readonly links: readonly (string | null)[];
}

type Spell = (name: string) => string;

/** @param order null before any is known */
export function readingOf(
  row: RankedSource,
  group: SettingGroup,
  order: Order | null,
  spell: Spell = (name) => name,
): Reading {
  const { verdict } = row;
  const { warning, words } = verdict ? readingParts(verdict) : { warning: '', words: [] };
  const links = (verdict?.findings ?? []).map((finding) => findingLink(row, finding));
  const placed = order && (verdict === null || verdict.rank !== null);
  return {
    warning,
    words: [...words, ...(placed ? standingOf(row, group, order, spell) : [])],
    address: warning === '' ? null : (links[0] ?? null),
    links: warning === '' ? links : links.slice(1),
  };
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

/** Which sources it is too close to call with: of a result the ranked ones, during a run all of its setting. */
function standingOf(row: RankedSource, group: SettingGroup, order: Order, spell: Spell): string[] {
  const running = row.verdict === null;
  const open = group.ranked.flatMap((other) => {
    const pair = other.name === row.name ? undefined : pairOf(order, row.name, other.name);
    return pair?.status === 'not separated' && (running || pair.difference > LEAST_DIFFERENCE)
      ? [{ name: spell(other.name), known: pair.low !== null }]
      : [];
  });
  const close = open.flatMap(({ name, known }) => (known ? [name] : []));
  const unknown = open.length > close.length ? ['intervals not known yet'] : [];
  return [
    ...(close.length === 0
      ? []
      : [`too close to call with ${listInWords(close)}${running ? ' so far' : ''}`]),
    ...(running ? unknown : []),
  ];
}

/** `+0.021, interval −0.042 to +0.083`, from the side of one of the two sources. */
export function differenceInWords({ a, difference, low, high }: OrderPair, name: string): string {
  const sign = a === name ? 1 : -1;
  const value = formatDifference(sign * difference);
  if (low === null || high === null) return value;
  const [from, to] = a === name ? [low, high] : [-high, -low];
  return `${value}, interval ${formatDifference(from)} to ${formatDifference(to)}`;
}
