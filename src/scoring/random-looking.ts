/**
 * Negatives that look drawn at random: unlike their query by embedding and by words at once (in the corner), where a miner keeps
 * its negatives out of at least one of the two tails. A source with a share π of random passages has p = (1 − π)·p₀ + π·p_random
 * of its pairs there, with p₀ its share without them: that of another source stands for it. docs/METHOD.md has the rule,
 * docs/CERTAINTY.md what it finds.
 */

import { intervalOf, jackknife, type Interval } from './certainty/intervals';
import { meanOf, type UnitSums } from './certainty/units';
import { cosineToQuery } from './cosines';
import { quantile, sumOf } from './means';
import type { PairColumns } from './pairs';

/** The corner ends at these quantiles of v⁻·u and of C over drawn passages. */
const CORNER_QUANTILE = 0.45;

/** Passages in the sample that all runs draw from, and how many of them each query gets. */
export const DRAWN_PASSAGES = 1000;
export const DRAWN_A_QUERY = 20;

/** Where p_random and p₀ are nearer than this nothing can be told. */
const LEAST_CONTRAST = 0.1;

/** The lower end above which a source has no rank: beside the least of its setting, and beside the largest of its references. */
export const STOP_BESIDE_LEAST = 0.18;
export const STOP_BESIDE_REFERENCES = 0.04;

/** The lower end above which it is said, beside the largest of the references. */
export const LOOK_BESIDE_REFERENCES = 0.01;

/** Fewest references for the second row: one does not tell by how much clean sources differ. */
export const FEWEST_REFERENCES = 2;

export interface Corner {
  /** Largest v⁻·u in it. */
  readonly cos_query: number;
  /** Largest C in it. */
  readonly coverage: number;
}

type CornerColumns = Pick<PairColumns, 'locality' | 'distance' | 'coverage'>;

/** @param at quantile where it ends; the columns are those of drawn passages, at least one */
export function cornerOf({ locality, distance, coverage }: CornerColumns, at = CORNER_QUANTILE): Corner {
  const cosines = locality.map((l, pair) => cosineToQuery(l, distance[pair])).sort();
  return { cos_query: quantile(cosines, at), coverage: quantile(coverage.slice().sort(), at) };
}

/** Whether a pair with these l, ‖v⁺ − v⁻‖ and C is in the corner. */
export function isUnrelated(locality: number, distance: number, coverage: number, corner: Corner): boolean {
  return coverage <= corner.coverage && cosineToQuery(locality, distance) <= corner.cos_query;
}

export type ShareInterval = Interval & { readonly value: number };

/**
 * π = (p − p₀)/(p_foreign − p₀): the share of foreign pairs in a source, by unit. Null where there are too few units, or foreign
 * pairs are hardly apart from the other source.
 * @param beside the source that stands for p₀
 * @param foreign pairs of which all are foreign; null where each of them is of the kind
 * @param alpha chance that the interval misses
 */
export function foreignShare(
  source: UnitSums,
  beside: UnitSums,
  foreign: UnitSums | null,
  alpha: number,
): ShareInterval | null {
  const contrast = (foreign === null ? 1 : meanOf(foreign)) - meanOf(beside);
  if (contrast < LEAST_CONTRAST) return null;
  const all = foreign === null ? [source, beside] : [source, beside, foreign];
  const estimate = jackknife(all, (ps, least, most) =>
    ps.map((p, i) => (p - least[i]) / ((most ? most[i] : 1) - least[i])),
  );
  const interval = intervalOf(estimate, alpha);
  if (interval === null) return null;
  // Nothing found in so many pairs leaves room for ln(1/α) of them, which no spread between units shows.
  const unseen = Math.log(1 / alpha) / (sumOf(source.pairs) * contrast);
  const { value } = estimate;
  return { value, low: interval.low, high: Math.max(interval.high, value + unseen) };
}

export interface Suspect {
  readonly id: string;
  readonly reference: boolean;
  /** The first source with the same pairs: its own id where no earlier one has them. */
  readonly same: string;
  /** Share of its pairs in the corner. */
  readonly share: number;
  /** False where something else bars it: then others are held against it only for want of better ones. */
  readonly sound: boolean;
}

export interface RandomLooking {
  readonly severity: 'stop' | 'look' | null;
  /** The source that it was held against. */
  readonly beside: string;
  readonly found: ShareInterval;
  /** Whether no interval holds the threshold of `stop`: more of the same files would not change what is called. */
  readonly settled: boolean;
}

/**
 * The random-looking share of each source of a setting, by two rows: every source beside the least of the setting; each that is
 * no reference beside the largest of the references, where two are left that the first row does not find and that are not the
 * same pairs. Null: not looked for, since there is one source alone or drawn passages are hardly apart.
 * @param random share of drawn passages in the corner; null where none were drawn
 * @param shareOf of {@link foreignShare}, of a source beside another
 */
export function randomLooking(
  suspects: readonly Suspect[],
  random: number | null,
  shareOf: (source: string, beside: string) => ShareInterval | null,
): ReadonlyMap<string, RandomLooking> | null {
  const sound = suspects.filter((suspect) => suspect.sound);
  const byShare = (distinct(sound) > 1 ? sound : suspects).toSorted((a, b) => a.share - b.share);
  const [least] = byShare;
  if (least === undefined || random === null || distinct(suspects) < 2) return null;
  if (random - least.share < LEAST_CONTRAST) return null;
  const beside = (suspect: Suspect, other: Suspect, stop: number, look: number): RandomLooking[] => {
    const found = suspect.id === other.id ? { value: 0, low: 0, high: 0 } : shareOf(suspect.id, other.id);
    if (found === null) return [];
    const severity = found.low > stop ? 'stop' : found.low > look ? 'look' : null;
    return [{ severity, beside: other.id, found, settled: found.low > stop || found.high < stop }];
  };
  const first = new Map(
    suspects.map((suspect) => [suspect.id, beside(suspect, least, STOP_BESIDE_LEAST, STOP_BESIDE_LEAST)]),
  );
  // Nobody else could be held against the least: then that one was not looked at either.
  if (suspects.every(({ id }) => id === least.id || first.get(id)?.length === 0)) return null;
  const left = byShare.filter(({ id, reference }) => reference && first.get(id)?.[0]?.severity !== 'stop');
  const largest = left.at(-1);
  const enough = distinct(left) >= FEWEST_REFERENCES;
  return new Map(
    suspects.flatMap((suspect) => {
      const own = first.get(suspect.id) ?? [];
      const second =
        enough && largest && !suspect.reference && random - largest.share >= LEAST_CONTRAST
          ? beside(suspect, largest, STOP_BESIDE_REFERENCES, LOOK_BESIDE_REFERENCES)
          : [];
      const rows = own[0]?.severity === 'stop' ? own : [...second, ...own];
      const [told] = rows;
      return told ? [[suspect.id, { ...told, settled: rows.every(({ settled }) => settled) }] as const] : [];
    }),
  );
}

/** Sources with pairs of their own. */
export function distinct(suspects: readonly Pick<Suspect, 'same'>[]): number {
  return new Set(suspects.map(({ same }) => same)).size;
}
