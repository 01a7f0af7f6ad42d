/** Mining a whole corpus: candidates of a searcher, selected by the options, record by record. */

import { TokenDictionary } from '../lexical/idf';
import { jaccard, withoutAccents } from '../lexical/near-text';
import { alphanumericTokens } from '../lexical/tokens';
import type { Sliced } from '../scoring/sliced';
import { BLOCK_QUERIES } from '../simd/cosines';
import type { CorpusRecord, MiningCorpus } from './corpus';
import { noneOf, type CountWords } from './counts';
import type { RecordScores, WrittenPassage, WrittenRecord } from './forms';
import { type MiningOptions, RULES, searchDepth } from './options';
import { exclusionRule, noRules, randomPassages, selectNegatives } from './select';
import type { OwnOfRecord, Pool, RuleCounts } from './select';
import type { Ranked } from './search/top';

/** What finds candidates and scores passages: BM25 or vectors. */
export interface Searcher {
  /** The k best passages of each record's query. */
  search(records: readonly number[], k: number): readonly Ranked[];
  /** Scores of some passages for a record's query. */
  scoresOf(record: number, passages: ArrayLike<number>): ArrayLike<number>;
  /** Whether the query has anything to search with: BM25 needs a word. */
  canSearch(record: number): boolean;
}

/** Negatives of one record, as places in the corpus. */
export interface MinedNegatives {
  readonly record: number;
  readonly passages: readonly number[];
  readonly scores: RecordScores;
}

/** What is summed over the records, and how it is told where it is not 0. */
export const SUMS = {
  // Empty ones among them.
  short: ['record', ' with fewer than ASKED'],
  empty: null,
  // As asked, empty ones aside.
  dropped: ['short record', ' dropped'],
  filled: ['random passage', ' filled in'],
  negatives: null,
  // Of the candidates that were looked at.
  ties: ['equal score', ', kept in corpus order'],
  queries_without_words: ['query', ' without a word of the corpus'],
  // Margins widen there.
  negative_positive_scores: ['record', ' with a positive scored below 0'],
  first_above_positives: ['record', ' whose first negative scores above every positive'],
} as const satisfies Readonly<Record<string, CountWords>>;

/** What a mining counted. */
export interface MiningCounts extends Readonly<Record<keyof typeof SUMS, number>> {
  /** Candidates looked at, by what became of them. */
  readonly rules: RuleCounts;
  readonly records: number;
  /** Records with at least one negative, less those that `short: drop` takes. */
  readonly written: number;
  /** Why records came out empty: the rule that took most of their candidates, or that there were none. */
  readonly empty_because: Readonly<Record<string, number>>;
  /** Candidates of each query that were asked for, and more than the corpus has. */
  readonly depth: number;
  readonly depth_above_corpus: boolean;
}

export interface MinedSource {
  /** In the order of the corpus, empty ones too, less those that `short: drop` takes. */
  readonly records: readonly MinedNegatives[];
  readonly counts: MiningCounts;
}

/** What mining needs to know of records beside their texts; made once for a corpus. */
export class RecordFacts {
  private readonly byQuery = new Map<string, Set<number>>();
  private readonly byText: ReadonlyMap<string, number>;
  private readonly dictionary = new TokenDictionary();
  private readonly tokens = new Map<number, Int32Array>();
  /** The most positives that a record has. */
  readonly mostPositives: number;

  constructor(private readonly corpus: MiningCorpus) {
    this.byText = new Map(corpus.texts.map((text, place) => [text, place]));
    let most = 0;
    for (const { query, positives } of corpus.records) {
      most = Math.max(most, positives.length);
      const all = this.byQuery.get(query) ?? new Set();
      for (const positive of positives) all.add(positive);
      this.byQuery.set(query, all);
    }
    this.mostPositives = most;
  }

  of(record: number, copies: number | null): OwnOfRecord {
    const { query, positives } = this.corpus.records[record] as CorpusRecord;
    const itself = this.byText.get(query);
    const own = copies === null ? [] : positives.map((positive) => this.tokensOf(positive));
    return {
      query,
      positives,
      sameQuery: this.byQuery.get(query) as Set<number>,
      isQuery: (passage) => passage === itself,
      isEvaluation: (passage) => this.corpus.evaluation.has(passage),
      isCopy: (passage) =>
        copies !== null && own.some((tokens) => jaccard(tokens, this.tokensOf(passage)) >= copies),
    };
  }

  private tokensOf(passage: number): Int32Array {
    let tokens = this.tokens.get(passage);
    if (tokens === undefined) {
      const words = [...alphanumericTokens(this.corpus.texts[passage] as string)].map(withoutAccents);
      tokens = this.dictionary.idsOf(new Set(words.filter((word) => word !== '')));
      this.tokens.set(passage, tokens);
    }
    return tokens;
  }
}

/** Sums of what {@link selectNegatives} and the searches say. */
class Tally {
  private readonly rules = noRules();
  private readonly reasons: Record<string, number> = {};
  readonly records: MinedNegatives[] = [];
  readonly sums = noneOf(SUMS);

  constructor(private readonly options: MiningOptions) {}

  /** @param rules null: nothing was looked at */
  add(mined: MinedNegatives, rules: RuleCounts | null): void {
    if (rules !== null) for (const rule of RULES) this.rules[rule] += rules[rule];
    const count = mined.passages.length;
    const isShort = count < this.options.num_negatives;
    if (isShort) this.sums.short++;
    if (count === 0) {
      this.sums.empty++;
      const reason = emptyBecause(rules);
      this.reasons[reason] = (this.reasons[reason] ?? 0) + 1;
    }
    if (isShort && this.options.short === 'drop') {
      if (count > 0) this.sums.dropped++;
      return;
    }
    this.sums.negatives += count;
    this.records.push(mined);
  }

  mined(depth: number, corpus: MiningCorpus): MinedSource {
    const counts = {
      ...this.sums,
      rules: this.rules,
      records: corpus.records.length,
      written: this.records.filter(({ passages }) => passages.length > 0).length,
      empty_because: this.reasons,
      depth,
      depth_above_corpus: depth > corpus.texts.length,
    };
    return { records: this.records, counts };
  }
}

/** The rule that took most of a record's candidates. */
function emptyBecause(rules: RuleCounts | null): string {
  if (rules === null) return 'no_candidates';
  const most = RULES.reduce((best, rule) => (rules[rule] > rules[best] ? rule : best));
  return rules[most] === 0 ? 'no_candidates' : most;
}

/**
 * Candidates of a record as if what the exclusions take were not in the corpus: searched deeper until there are as many
 * others as {@link searchDepth} says, or the corpus ends. Ranks of a search that were given stay what they are.
 * @param found the candidates at that depth
 */
function withoutExcluded(
  found: Ranked,
  record: number,
  about: OwnOfRecord,
  searcher: Searcher,
  options: MiningOptions,
  { size, mostPositives: most }: Pool,
): Ranked {
  if (options.range_counts === 'raw' && options.range_max !== null) return found;
  const depth = searchDepth(options, most);
  const search = (k: number) => searcher.search([record], k)[0] as Ranked;
  let ranked = found;
  let k = depth;
  for (;;) {
    let others = 0;
    const last = ranked.passages.findIndex(
      (passage) => exclusionRule(passage, about, options) === null && ++others === depth,
    );
    if (last >= 0) return last + 1 === k ? ranked : search(last + 1);
    if (ranked.passages.length < k || k >= size) return ranked;
    k = Math.min(2 * k, size);
    ranked = search(k);
  }
}

/** Searches for all records, some at a time. Yields the share done. @param use gets each one's candidates */
export function* searchAll(
  { records, texts }: MiningCorpus,
  facts: RecordFacts,
  searcher: Searcher,
  options: MiningOptions,
  use: (candidates: Ranked, record: number, about: OwnOfRecord, pool: Pool) => void,
): Sliced<void> {
  const { mostPositives } = facts;
  const depth = searchDepth(options, mostPositives);
  const pool = { size: texts.length, mostPositives };
  for (let first = 0; first < records.length; first += BLOCK_QUERIES) {
    const count = Math.min(BLOCK_QUERIES, records.length - first);
    const batch = Array.from({ length: count }, (_, i) => first + i);
    for (const [i, found] of searcher.search(batch, depth).entries()) {
      const record = first + i;
      const about = facts.of(record, options.exclude_copies);
      use(withoutExcluded(found, record, about, searcher, options, pool), record, about, pool);
    }
    yield (first + count) / records.length;
  }
}

/** Mines by a searcher. Yields the share done. */
export function* mineBySearch(
  corpus: MiningCorpus,
  facts: RecordFacts,
  searcher: Searcher,
  options: MiningOptions,
): Sliced<MinedSource> {
  const tally = new Tally(options);
  yield* searchAll(corpus, facts, searcher, options, (candidates, record, about, pool) => {
    const positives = searcher.scoresOf(record, about.positives);
    const minedFor = { ...about, positiveScores: positives };
    const { passages, scores, counts, filled } = selectNegatives(candidates, minedFor, options, pool);
    const random = filled === 0 ? [] : searcher.scoresOf(record, passages.slice(-filled));
    const negatives = [...scores.slice(0, scores.length - filled), ...Array.from(random)];
    tally.sums.ties += candidates.ties;
    tally.sums.filled += filled;
    if (!searcher.canSearch(record)) tally.sums.queries_without_words++;
    if (Array.from(positives).some((score) => score < 0)) tally.sums.negative_positive_scores++;
    if (negatives.length > 0 && Array.from(positives).every((score) => score < (negatives[0] as number)))
      tally.sums.first_above_positives++;
    tally.add({ record, passages, scores: { positives, negatives } }, counts);
  });
  return tally.mined(searchDepth(options, facts.mostPositives), corpus);
}

/** Draws passages at random: never a positive of the query, nor the query itself. */
export function mineAtRandom(corpus: MiningCorpus, facts: RecordFacts, options: MiningOptions): MinedSource {
  const pool = { size: corpus.texts.length, mostPositives: facts.mostPositives };
  const tally = new Tally(options);
  corpus.records.forEach((_, record) => {
    const about = facts.of(record, null);
    const passages = randomPassages([], options.num_negatives, about, options, pool);
    tally.add({ record, passages, scores: null }, null);
  });
  return tally.mined(options.num_negatives, corpus);
}

/** A union, and what its parts shared. */
export interface MinedUnion {
  readonly records: readonly MinedNegatives[];
  /** Records that not every part has. */
  readonly not_in_all: number;
  /** Negatives that a record had from more than one part, counted once each. */
  readonly shared: number;
}

/**
 * The union of sources by record, each passage once. Scores of different miners are no one scale, so there are none. A
 * record for which one part has no negative is left out, as the paper joins records of both.
 * @param inTurn takes the best of each part, then the second of each; else the first part's negatives come first
 */
export function unionOfSources(parts: readonly Pick<MinedSource, 'records'>[], inTurn = false): MinedUnion {
  const all = parts.map(
    ({ records }) =>
      new Map(records.filter(({ passages }) => passages.length > 0).map((mined) => [mined.record, mined])),
  );
  const known = new Set(all.flatMap((part) => [...part.keys()]));
  const joined: MinedNegatives[] = [];
  let shared = 0;
  for (const record of [...known].sort((a, b) => a - b)) {
    const lists = all.map((part) => part.get(record)?.passages ?? null);
    if (lists.includes(null)) continue;
    const ranked = lists.flatMap((list) => (list ?? []).map((passage, rank) => ({ passage, rank })));
    if (inTurn) ranked.sort((a, b) => a.rank - b.rank);
    const together = ranked.map(({ passage }) => passage);
    const passages = [...new Set(together)];
    shared += together.length - passages.length;
    joined.push({ record, passages, scores: null });
  }
  return { records: joined, not_in_all: known.size - joined.length, shared };
}

/** A mined record with its texts. */
export function written({ texts, ids, records }: MiningCorpus, mined: MinedNegatives): WrittenRecord {
  const { id, query, positives } = records[mined.record] as CorpusRecord;
  const passage = (place: number): WrittenPassage => ({
    id: ids[place] as string,
    text: texts[place] as string,
  });
  return {
    queryId: id,
    query,
    positives: positives.map(passage),
    negatives: mined.passages.map(passage),
    scores: mined.scores,
  };
}
