/** Mines: candidates of a searcher, selected by the options, record by record. */

import { TokenDictionary } from '../lexical/idf';
import { jaccard, withoutAccents } from '../lexical/near-text';
import { alphanumericTokens } from '../lexical/tokens';
import { BLOCK_QUERIES } from '../simd/cosines';
import { noneOf, type CorpusRecord, type CountWords, type MiningCorpus } from './corpus';
import type { WrittenPassage, WrittenRecord } from './forms';
import { RULES, searchDepth, type MiningOptions } from './options';
import { isExcluded, noRules, randomPassages, selectNegatives } from './select';
import type { AboutRecord, Pool, RuleCounts } from './select';
import { bestWithTies, type Ranked } from './search/top';

/** What finds candidates and scores passages: BM25 or vectors. */
export interface Searcher {
  /** The k best passages of each record's query. */
  search(records: readonly number[], k: number): readonly Ranked[];
  /** Scores of some passages for a record's query. */
  scoresOf(record: number, passages: ArrayLike<number>): ArrayLike<number>;
}

/** Scores of some passages for a record's query, in place of the searcher's. */
export type Rescore = (record: number, passages: ArrayLike<number>) => Promise<ArrayLike<number>>;

/** Scores of a cross-encoder no further apart are ties: what devices make of one pair differs by less. */
const SCORE_TIE = 1e-6;

/** Negatives of one record, as places in the corpus. */
export interface MinedNegatives {
  readonly record: number;
  readonly passages: readonly number[];
  /** Of its positives and negatives; null where the miner gives none. */
  readonly scores: {
    readonly positives: ArrayLike<number>;
    readonly negatives: ArrayLike<number>;
  } | null;
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
  readonly pool: Pool;

  constructor(private readonly corpus: MiningCorpus) {
    this.byText = new Map(corpus.texts.map((text, place) => [text, place]));
    let mostPositives = 0;
    for (const { query, positives } of corpus.records) {
      mostPositives = Math.max(mostPositives, positives.length);
      const all = this.byQuery.get(query) ?? new Set();
      for (const positive of positives) all.add(positive);
      this.byQuery.set(query, all);
    }
    this.pool = { size: corpus.texts.length, mostPositives };
  }

  of({ query, positives }: CorpusRecord, options: MiningOptions): AboutRecord {
    const { exclude_same_query, exclude_query, exclude_copies } = options;
    const { evaluation } = this.corpus;
    const itself = this.byText.get(query);
    const sameQuery = this.byQuery.get(query);
    const own = exclude_copies === null ? [] : positives.map((positive) => this.tokensOf(positive));
    const isCopy = (passage: number) =>
      own.some((tokens) => jaccard(tokens, this.tokensOf(passage)) >= Number(exclude_copies));
    return {
      query,
      ruleOf: (passage) => {
        if (positives.includes(passage)) return 'own_positive';
        if (evaluation.has(passage)) return 'evaluation';
        if (exclude_same_query && sameQuery?.has(passage)) return 'same_query_positive';
        if (exclude_query && passage === itself) return 'query_text';
        return isCopy(passage) ? 'near_copy' : null;
      },
      isFree: (passage) => !sameQuery?.has(passage) && passage !== itself && !evaluation.has(passage),
    };
  }

  private tokensOf(passage: number): Int32Array {
    let tokens = this.tokens.get(passage);
    if (tokens === undefined) {
      const words = Array.from(alphanumericTokens(this.corpus.texts[passage] ?? ''), withoutAccents);
      tokens = this.dictionary.idsOf(new Set(words.filter((word) => word !== '')));
      this.tokens.set(passage, tokens);
    }
    return tokens;
  }
}

/** The rule that took most of a record's candidates. */
function emptyBecause(rules: RuleCounts): string {
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
  { ruleOf }: AboutRecord,
  options: MiningOptions,
  { size, mostPositives }: Pool,
  search: (k: number) => Ranked,
): Ranked {
  if (options.range_counts === 'raw' && options.range_max !== null) return found;
  const depth = searchDepth(options, mostPositives);
  let ranked = found;
  for (let k = depth; ;) {
    let others = 0;
    const last = ranked.passages.findIndex((passage) => !isExcluded(ruleOf(passage)) && ++others === depth);
    if (last >= 0) return last + 1 === k ? ranked : search(last + 1);
    if (ranked.passages.length < k || k >= size) return ranked;
    k = Math.min(2 * k, size);
    ranked = search(k);
  }
}

/** The same candidates under other scores. */
async function rescored({ passages }: Ranked, rescore: Rescore, record: number): Promise<Ranked> {
  return bestWithTies(passages, await rescore(record, passages), passages.length, SCORE_TIE);
}

/**
 * Mines.
 * @param searcher null: passages are drawn at random, never a positive of the query, nor the query itself
 * @param rescore gives the scores that count; the candidates stay the searcher's
 * @param follow is awaited with how many records are done
 */
export async function mine(
  corpus: MiningCorpus,
  facts: RecordFacts,
  searcher: Searcher | null,
  options: MiningOptions,
  rescore: Rescore | null = null,
  follow: (done: number) => Promise<void> | void = () => undefined,
): Promise<MinedSource> {
  const { pool } = facts;
  const depth = searcher === null ? options.num_negatives : searchDepth(options, pool.mostPositives);
  const sums = noneOf(SUMS);
  const rules = noRules();
  const empty_because: Record<string, number> = {};
  const records: MinedNegatives[] = [];

  const add = (mined: MinedNegatives, taken: RuleCounts) => {
    for (const rule of RULES) rules[rule] += taken[rule];
    const { length: count } = mined.passages;
    if (count < options.num_negatives) sums.short++;
    if (count === 0) {
      sums.empty++;
      const reason = emptyBecause(taken);
      empty_because[reason] = (empty_because[reason] ?? 0) + 1;
    }
    if (count < options.num_negatives && options.short === 'drop') {
      if (count > 0) sums.dropped++;
      return;
    }
    sums.negatives += count;
    records.push(mined);
  };

  const mineFor = async (record: number, found: Ranked | undefined) => {
    const own = corpus.records[record] as CorpusRecord;
    const about = facts.of(own, options);
    if (searcher === null || found === undefined) {
      const passages = randomPassages([], options.num_negatives, about, options, pool);
      return add({ record, passages, scores: null }, noRules());
    }
    const score: Rescore = rescore ?? ((...asked) => Promise.resolve(searcher.scoresOf(...asked)));
    const deeper = (k: number) => searcher.search([record], k)[0] as Ranked;
    const pooled = withoutExcluded(found, about, options, pool, deeper);
    const candidates = rescore === null ? pooled : await rescored(pooled, rescore, record);
    const positives = await score(record, own.positives);
    const mined = selectNegatives(candidates, about, positives, options, pool);
    const random = mined.filled > 0 ? await score(record, mined.passages.slice(-mined.filled)) : [];
    const negatives = [...mined.scores, ...Array.from(random)];
    const [first = -Infinity] = negatives;
    sums.ties += candidates.ties;
    sums.filled += mined.filled;
    if (found.passages.length === 0) sums.queries_without_words++;
    if (Array.from(positives).some((each) => each < 0)) sums.negative_positive_scores++;
    if (Array.from(positives).every((each) => each < first)) sums.first_above_positives++;
    add({ record, passages: mined.passages, scores: { positives, negatives } }, mined.counts);
  };

  const all = [...corpus.records.keys()];
  for (let first = 0; first < all.length; first += BLOCK_QUERIES) {
    const block = all.slice(first, first + BLOCK_QUERIES);
    const found = searcher?.search(block, depth) ?? [];
    for (const [i, record] of block.entries()) {
      await mineFor(record, found[i]);
      if (rescore !== null) await follow(record + 1);
    }
    await follow(first + block.length);
  }
  const counts = {
    ...sums,
    rules,
    records: corpus.records.length,
    empty_because,
    depth,
    depth_above_corpus: depth > corpus.texts.length,
  };
  return { records, counts };
}

/**
 * The union of sources by record, each passage once. Scores of different miners are no one scale, so there are none. A
 * record for which one part has no negative is left out, as the paper joins records of both.
 * @param inTurn takes the best of each part, then the second of each; else the first part's negatives come first
 * @returns records; how many not every part has; negatives that a record had from more than one part, counted once each
 */
export function unionOfSources(parts: readonly Pick<MinedSource, 'records'>[], inTurn = false) {
  const all = parts.map(
    ({ records }) => new Map(records.map(({ record, passages }) => [record, passages] as const)),
  );
  const known = new Set(all.flatMap((part) => [...part.keys()]));
  const joined: MinedNegatives[] = [];
  let shared = 0;
  for (const record of [...known].sort((a, b) => a - b)) {
    const lists = all.flatMap((part) => [part.get(record) ?? []]);
    if (lists.some(({ length }) => length === 0)) continue;
    const ranked = lists.flatMap((list) => list.map((passage, rank) => ({ passage, rank })));
    if (inTurn) ranked.sort((a, b) => a.rank - b.rank);
    const passages = [...new Set(ranked.map(({ passage }) => passage))];
    shared += ranked.length - passages.length;
    joined.push({ record, passages, scores: null });
  }
  return { records: joined, not_in_all: known.size - joined.length, shared };
}

/** A mined record with its texts. */
export function written(
  { texts, ids, records }: Pick<MiningCorpus, 'texts' | 'ids' | 'records'>,
  { record, passages, scores }: MinedNegatives,
  withScores = true,
): WrittenRecord {
  const { id, query, positives } = records[record] as CorpusRecord;
  const withTexts = (places: readonly number[], own?: ArrayLike<number>): WrittenPassage[] =>
    places.map((place, i) => ({
      id: ids[place] ?? '',
      text: texts[place] ?? '',
      score: (withScores ? own?.[i] : null) ?? null,
    }));
  return {
    queryId: id,
    query,
    positives: withTexts(positives, scores?.positives),
    negatives: withTexts(passages, scores?.negatives),
  };
}
