/**
 * From ranked candidates to the negatives of one record, by the options of a mining, and what each rule took. The order of
 * the rules is sentence-transformers' (`mine_hard_negatives`); with `range_counts: raw` it is FlagEmbedding's (`hn_mine`).
 */

import { seededPriority, seededRandom } from '../scoring/random';
import { rangeMax, RULES, type MiningOptions, type Rule } from './options';

export type RuleCounts = Readonly<Record<Rule, number>>;

export function noRules(): Record<Rule, number> {
  return Object.fromEntries(RULES.map((rule) => [rule, 0])) as Record<Rule, number>;
}

/** A record, by what may be its negatives. */
export interface AboutRecord {
  readonly query: string;
  /** The rule that takes a passage whatever its score; null where none does. */
  readonly ruleOf: (passage: number) => Rule | null;
  /** Whether it may be drawn at random: no positive of the query, not the query, and of no evaluation. */
  readonly isFree: (passage: number) => boolean;
  /** Passages of the corpus. */
  readonly size: number;
  /** Most positives that a query of this mining has. */
  readonly mostPositives: number;
}

/** p: the score of the positive that margins are measured from. */
function positiveScore(which: MiningOptions['positive'], scores: ArrayLike<number>): number {
  const all = Array.from(scores);
  if (which === 'first') return all[0] as number;
  return which === 'min' ? Math.min(...all) : Math.max(...all);
}

/** The rule that drops a candidate by its score; null where none does. */
function scoreRule(options: MiningOptions, score: number, positive: number): Rule | null {
  const { absolute_margin, relative_margin, max_score, min_score } = options;
  // As sentence-transformers 6 writes them: rounding decides where both sides are equal.
  if (absolute_margin !== null && score + absolute_margin > positive) return 'absolute_margin';
  if (relative_margin !== null && score > positive - Math.abs(positive) * relative_margin) {
    return 'relative_margin';
  }
  if (max_score !== null && score > max_score) return 'max_score';
  if (min_score !== null && score < min_score) return 'min_score';
  return null;
}

/** Whether a rule of {@link AboutRecord} leaves a passage out as if it were not in the corpus. Own positives have their ranks. */
export function isExcluded(rule: Rule | null): boolean {
  return rule !== null && rule !== 'own_positive';
}

/**
 * Selects the negatives of one record.
 * @param candidates best first, positives among them
 * @param positives scores of the record's positives, under the scores that count
 * @returns passages, the last `filled` of them drawn at random to fill a short record; scores of the others; and of every
 * candidate that was looked at what became of it
 */
export function selectNegatives(
  candidates: { readonly passages: ArrayLike<number>; readonly scores: ArrayLike<number> },
  record: AboutRecord,
  positives: ArrayLike<number>,
  options: MiningOptions,
) {
  const { num_negatives, range_min, range_counts, sampling } = options;
  const passageAt = (i: number) => candidates.passages[i] as number;
  const raw = range_counts === 'raw';
  /** Where no end was given, what an exclusion takes does not bring it nearer. */
  let last = rangeMax(options, record.mostPositives);
  const counts = noRules();
  const positive = positiveScore(options.positive, positives);
  const dropped = (i: number): Rule | null => {
    const own = record.ruleOf(passageAt(i));
    if (isExcluded(own) && options.range_max === null) last += Number(raw);
    return own ?? scoreRule(options, candidates.scores[i] as number, positive);
  };
  /** Places among the candidates. */
  const window: number[] = [];
  let survivors = 0;
  for (let i = 0; i < candidates.passages.length; i++) {
    if (sampling === 'top' && window.length === num_negatives) break;
    const rank = raw ? i : survivors;
    const early: Rule | null = rank >= last ? 'range_max' : rank < range_min ? 'range_min' : null;
    const rule = raw ? (early ?? dropped(i)) : (dropped(i) ?? early);
    if (rule === null || rule === 'range_min' || rule === 'range_max') survivors++;
    if (rule === null) window.push(i);
    else counts[rule]++;
  }
  let chosen: readonly number[] = window;
  if (sampling === 'random') {
    // Uniformly without replacement, in the order of the window.
    const priority = window.map((i) => seededPriority(options.seed, record.query, passageAt(i)));
    const order = [...window.keys()].sort((a, b) => (priority[a] as number) - (priority[b] as number));
    const drawn = new Set(order.slice(0, num_negatives));
    chosen = window.filter((_, at) => drawn.has(at));
  }
  counts.not_drawn = window.length - chosen.length;
  counts.kept = chosen.length;
  const passages = chosen.map(passageAt);
  const missing = options.short === 'fill' ? num_negatives - passages.length : 0;
  const fill = randomPassages(passages, missing, record, options);
  return {
    passages: [...passages, ...fill],
    scores: chosen.map((i) => candidates.scores[i] as number),
    counts,
    filled: fill.length,
  };
}

/** Tries for each random passage before a small corpus is gone through in order. */
const TRIES = 20;

/**
 * Random passages of the corpus that are no positive, not the query and not there yet: uniform, by seed and query. Fewer
 * where the corpus has no more.
 */
export function randomPassages(
  present: readonly number[],
  count: number,
  record: Pick<AboutRecord, 'query' | 'isFree' | 'size'>,
  { seed }: Pick<MiningOptions, 'seed'>,
): number[] {
  const { size } = record;
  const used = new Set(present);
  const isFree = (passage: number) => !used.has(passage) && record.isFree(passage);
  const random = seededRandom(Math.floor(seededPriority(seed, record.query, -1) * 2 ** 32));
  const found: number[] = [];
  const take = (passage: number | undefined) => {
    if (passage === undefined || !isFree(passage)) return;
    used.add(passage);
    found.push(passage);
  };
  for (let tries = 0; found.length < count && tries < TRIES * count; tries++)
    take(Math.floor(random() * size));
  if (found.length < count) {
    // Nearly all are taken: drawn from the rest. By `shuffled` cards of before would give other files.
    const rest = Array.from({ length: size }, (_, passage) => passage).filter(isFree);
    while (found.length < count && rest.length > 0) {
      const at = Math.floor(random() * rest.length);
      take(rest[at]);
      rest[at] = rest.at(-1) as number;
      rest.pop();
    }
  }
  return found;
}
