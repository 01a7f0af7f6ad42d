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

/** Candidates of one query, best first, positives among them. */
export interface Candidates {
  readonly passages: ArrayLike<number>;
  readonly scores: ArrayLike<number>;
}

/** What is never a negative of a record. */
export interface OwnOfRecord {
  readonly query: string;
  /** Places of its positives in the corpus, the first one first. */
  readonly positives: readonly number[];
  /** Positives of other records with the same query text. */
  readonly sameQuery: ReadonlySet<number>;
  /** Whether the passage's text is that of the query. */
  readonly isQuery: (passage: number) => boolean;
  /** Whether the passage is a relevant document of an evaluation. */
  readonly isEvaluation: (passage: number) => boolean;
  /** Whether the passage's words are nearly those of a positive. */
  readonly isCopy: (passage: number) => boolean;
}

/** A record to be mined for. */
export interface MinedFor extends OwnOfRecord {
  /** Scores of its positives for the query, under the scores that count. */
  readonly positiveScores: ArrayLike<number>;
}

/** The negatives of one record. */
export interface Mined {
  readonly passages: readonly number[];
  /** NaN for a random passage that filled a short record. */
  readonly scores: readonly number[];
  readonly counts: RuleCounts;
  /** Random passages among them. */
  readonly filled: number;
}

/** The corpus from which a short record is filled. */
export interface Pool {
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

/** The rule that takes a passage whatever its score, own positives aside; null where none does. */
export function exclusionRule(
  passage: number,
  { positives, sameQuery, isQuery, isCopy, isEvaluation }: OwnOfRecord,
  options: MiningOptions,
): Rule | null {
  if (positives.includes(passage)) return null;
  if (isEvaluation(passage)) return 'evaluation';
  if (options.exclude_same_query && sameQuery.has(passage)) return 'same_query_positive';
  if (options.exclude_query && isQuery(passage)) return 'query_text';
  return options.exclude_copies !== null && isCopy(passage) ? 'near_copy' : null;
}

/** Selects the negatives of one record. Counts say of every candidate looked at what became of it. */
export function selectNegatives(
  candidates: Candidates,
  record: MinedFor,
  options: MiningOptions,
  pool: Pool,
): Mined {
  const { num_negatives, range_min, range_counts, sampling } = options;
  const raw = range_counts === 'raw';
  /** Where no end was given, what an exclusion takes does not bring it nearer. */
  let last = rangeMax(options, pool.mostPositives);
  const counts = noRules();
  const positive = positiveScore(options.positive, record.positiveScores);
  const own = new Set(record.positives);
  const dropped = (i: number): Rule | null => {
    const passage = candidates.passages[i] as number;
    if (own.has(passage)) return 'own_positive';
    const excluded = exclusionRule(passage, record, options);
    if (excluded !== null && options.range_max === null) last += Number(raw);
    return excluded ?? scoreRule(options, candidates.scores[i] as number, positive);
  };
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
  const chosen = sampling === 'top' ? window : drawn(window, candidates, record.query, options);
  counts.not_drawn = window.length - chosen.length;
  counts.kept = chosen.length;
  const passages = chosen.map((i) => candidates.passages[i] as number);
  const fill =
    options.short === 'fill'
      ? randomPassages(passages, num_negatives - passages.length, record, options, pool)
      : [];
  return {
    passages: [...passages, ...fill],
    scores: [...chosen.map((i) => candidates.scores[i] as number), ...fill.map(() => NaN)],
    counts,
    filled: fill.length,
  };
}

/** `num_negatives` of the window, drawn uniformly without replacement, in the order of the window. */
function drawn(
  window: readonly number[],
  { passages }: Candidates,
  query: string,
  { num_negatives, seed }: MiningOptions,
): readonly number[] {
  if (window.length <= num_negatives) return window;
  return window
    .map((i) => ({ i, priority: seededPriority(seed, query, passages[i] as number) }))
    .sort((a, b) => a.priority - b.priority || a.i - b.i)
    .slice(0, num_negatives)
    .map(({ i }) => i)
    .sort((a, b) => a - b);
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
  record: Omit<OwnOfRecord, 'isCopy'>,
  { seed }: Pick<MiningOptions, 'seed'>,
  { size }: Pool,
): number[] {
  const used = new Set([...present, ...record.positives]);
  const isFree = (passage: number) =>
    !used.has(passage) &&
    !record.sameQuery.has(passage) &&
    !record.isQuery(passage) &&
    !record.isEvaluation(passage);
  const random = seededRandom(Math.floor(seededPriority(seed, record.query, -1) * 2 ** 32));
  const found: number[] = [];
  const take = (passage: number) => {
    used.add(passage);
    found.push(passage);
  };
  for (let tries = 0; found.length < count && tries < TRIES * count; tries++) {
    const passage = Math.floor(random() * size);
    if (isFree(passage)) take(passage);
  }
  if (found.length < count) {
    // Nearly all are taken: drawn from the rest. By `shuffled` cards of before would give other files.
    const rest = Array.from({ length: size }, (_, passage) => passage).filter(isFree);
    while (found.length < count && rest.length > 0) {
      const at = Math.floor(random() * rest.length);
      take(rest[at] as number);
      rest[at] = rest[rest.length - 1] as number;
      rest.pop();
    }
  }
  return found;
}
