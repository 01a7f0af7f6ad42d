/** The last column of the figure: what a source's place and gates mean, in a few words. */

import { countUnits, formatCount, formatDifference, listInWords } from '../../../ui/words';
import { auditStatistic, type Flag } from '../../../scoring/audit';
import { auditLink } from '../../../session/audit/audit-link';
import type { SortKey } from '../../../session/audit/filter';
import type { FoundId } from '../../../crossfilter/found';
import type { Pattern } from '../../../report/verdict';
import { readingParts } from '../../../report/verdict-words';
import { pairOf, type OrderPair, type OrderView } from '../../../report/order';
import { certainSoFar, isOutside, type RankedSource, type SettingGroup } from '../../../report/ranking';

export interface Reading {
  /** For a source outside the reference range, during a run so far; empty for the others. */
  readonly warning: string;
  readonly words: readonly string[];
  /** A link for each of the first words, which are flags: to the pairs of the source, the most telling first. */
  readonly links: readonly string[];
  /** A link to the pairs that the warning is about, the most telling first; null where there are none. */
  readonly address: string | null;
}

type Spell = (name: string) => string;

/** @param order null before any is known */
export function readingOf(
  row: RankedSource,
  group: SettingGroup,
  order: OrderView | null,
  spell: Spell = (name) => name,
): Reading {
  const { verdict } = row;
  const { warning, words } = verdict
    ? readingParts(verdict, spell)
    : { warning: soFarInWords(row), words: [] };
  const placed = order && (verdict === null ? warning === '' : verdict.rank !== null);
  const standing = placed ? standingOf(row, group, order, verdict === null, spell) : [];
  const address = warning === '' ? null : warnedOf(row);
  return {
    warning,
    words: [...words, ...standing],
    links: countedFlags(row).map((flag) => flagLink(row.name, flag)),
    address,
  };
}

/** Which figure of a pair puts its source outside by a flag, highest first. */
const TELLING: Readonly<Record<Flag, SortKey>> = { rho: 'rho', eta: 'eta', psi: 'psi', inversion: 'm' };

/** What the pairs of a finding have on the Audit page. */
const FOUND_OF: Readonly<Partial<Record<Pattern, FoundId>>> = {
  copies: 'same_text',
  'random-passages': 'unrelated',
  'near-positive': 'near_positive',
  'other-positives': 'other_positive',
};

function warnedOf({ name, verdict }: Pick<RankedSource, 'name' | 'verdict'>): string | null {
  if (!verdict || verdict.facts.some(({ kind }) => kind === 'misread')) return null;
  const found = verdict.pattern && FOUND_OF[verdict.pattern];
  if (found) return auditLink({ sources: [name], found: [found] });
  const [first] = countedFlags({ verdict });
  return first ? flagLink(name, first) : null;
}

/** Flags whose distance counts: those that `readingParts` begins with. */
function countedFlags({ verdict }: Pick<RankedSource, 'verdict'>): Flag[] {
  return verdict?.flags.filter(({ levelWith }) => levelWith === null).map(({ flag }) => flag) ?? [];
}

function flagLink(name: string, flag: Flag): string {
  return auditLink({ sources: [name] }, { sort: { by: TELLING[flag], descending: true } });
}

/** `outside on ρ and ψ so far`: flags that are certain at every moment of a run. */
function soFarInWords(row: RankedSource): string {
  const signs = certainSoFar(row).map((flag) => auditStatistic(flag).sign);
  return signs.length === 0 ? '' : `outside on ${listInWords(signs)} so far`;
}

/** A source that another is compared with. */
interface ComparedPair {
  readonly other: RankedSource;
  readonly pair: OrderPair;
}

function namesOf(pairs: readonly ComparedPair[], spell: Spell): string {
  return listInWords(pairs.map(({ other }) => spell(other.name)));
}

/** How certain the source's place is among those inside the ranking. Nothing is open or close before it has an interval. */
function standingOf(
  row: RankedSource,
  group: SettingGroup,
  order: OrderView,
  running: boolean,
  spell: Spell,
): string[] {
  const others = group.rows.filter(
    (other) => other.id !== row.id && !isOutside(other) && certainSoFar(other).length === 0,
  );
  const pairs = others.flatMap((other) => {
    const pair = pairOf(order, row.id, other.id);
    return pair ? [{ other, pair }] : [];
  });
  const open = pairs.filter(({ pair }) => !pair.separated);
  const known = open.filter(({ pair }) => Number.isFinite(pair.low));
  const unknown = open.filter(({ pair }) => !Number.isFinite(pair.low));
  if (open.length > 0) {
    return [
      ...(known.length > 0 ? [openInWords(known, row, running, order, spell)] : []),
      ...(unknown.length > 0 ? [unknownInWords(unknown, pairs.length, spell)] : []),
    ];
  }
  if (pairs.length === 0 || order.interval === 'queries') return [];
  const settled = pairs.map(({ pair }) => pair.settled_after ?? order.unitsUsed);
  return [
    `certain after ${formatCount(Math.max(...settled))} of ${countUnits(order.unitsTotal, order.unitKind)}`,
  ];
}

/** `interval against a not known yet`. @param all pairs of the source */
function unknownInWords(unknown: readonly ComparedPair[], all: number, spell: Spell): string {
  if (unknown.length === all) return 'intervals not known yet';
  return `${unknown.length === 1 ? 'interval' : 'intervals'} against ${namesOf(unknown, spell)} not known yet`;
}

/** `too close to call with a`; during a run `open against a`, of one with its interval. */
function openInWords(
  open: readonly ComparedPair[],
  row: RankedSource,
  running: boolean,
  order: OrderView,
  spell: Spell,
): string {
  const names = namesOf(open, spell);
  if (!running) return `too close to call with ${names}`;
  const [only, second] = open;
  if (!only || second) return `open against ${names}`;
  const { units_needed: needed } = only.pair;
  const more = needed === null ? '' : `; it would take about ${countUnits(needed, order.unitKind)}`;
  return `open against ${names}: ${differenceInWords(only.pair, row.id)}${more}`;
}

/** `+0.021, interval −0.042 to +0.083`, from the side of one of the two sources. */
export function differenceInWords({ a, difference, low, high }: OrderPair, id: number): string {
  const [value, from, to] = a === id ? [difference, low, high] : [-difference, -high, -low];
  return `${formatDifference(value)}, interval ${formatDifference(from)} to ${formatDifference(to)}`;
}
