/** Mines: candidates of a searcher, selected by the options, record by record. */

import { TokenDictionary } from '../lexical/idf';
import { jaccard, withoutAccents } from '../lexical/near-text';
import { alphanumericTokens } from '../lexical/tokens';
import { BLOCK_QUERIES } from '../simd/cosines';
import { noneOf, type CorpusRecord, type CountWords, type MiningCorpus } from './corpus';
import type { WrittenPassage, WrittenRecord } from './forms';
import { RULES, searchDepth, type MiningOptions } from './options';
import { isExcluded, noRules, selectNegatives } from './select';
import type { AboutRecord, RuleCounts } from './select';
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
  /** Null where a language model wrote them. */
  readonly scores: { readonly positives: ArrayLike<number>; readonly negatives: readonly number[] } | null;
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
  queries_without_words: ['query', ' without a word of the corpus'],
  first_above_positives: ['record', ' whose first negative scores above every positive'],
} as const satisfies Readonly<Record<string, CountWords>>;

export interface MiningCounts extends Readonly<Record<keyof typeof SUMS, number>> {
  /** Candidates looked at, by what became of them. */
  readonly rules: RuleCounts;
  readonly records: number;
  /** Why records came out empty: the rule that took most of their candidates, or that there were none. */
  readonly empty_because: Readonly<Record<string, number>>;
  /** Candidates of each query that were asked for; null: the corpus has no more. */
  readonly depth: number | null;
}

/** What mining needs to know of records beside their texts; made once for a corpus. */
export class RecordFacts {
  private readonly byQuery = new Map<string, Set<number>>();
  private readonly dictionary = new TokenDictionary();
  private readonly tokens = new Map<number, Int32Array>();
  readonly mostPositives: number;

  constructor(private readonly corpus: MiningCorpus) {
    for (const { query, positives } of corpus.records)
      this.byQuery.set(query, new Set([...(this.byQuery.get(query) ?? []), ...positives]));
    const counts = corpus.records.map(({ positives }) => positives.length);
    this.mostPositives = counts.reduce((most, count) => Math.max(most, count), 0);
  }

  of({ query, positives }: CorpusRecord, options: MiningOptions): AboutRecord {
    const { exclude_same_query, exclude_query, exclude_copies } = options;
    const { evaluation, texts } = this.corpus;
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
        if (exclude_query && texts[passage] === query) return 'query_text';
        return isCopy(passage) ? 'near_copy' : null;
      },
      isFree: (passage) => !sameQuery?.has(passage) && texts[passage] !== query && !evaluation.has(passage),
      size: texts.length,
      mostPositives: this.mostPositives,
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

/**
 * Candidates of a record as if what the exclusions take were not in the corpus: searched deeper until there are as many
 * others as {@link searchDepth} says, or the corpus ends. Ranks of a search that were given stay what they are.
 * @param found the candidates at that depth
 */
function withoutExcluded(
  found: Ranked,
  { ruleOf, size, mostPositives }: AboutRecord,
  options: MiningOptions,
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

/**
 * Mines.
 * @param rescore gives the scores that count; the candidates stay the searcher's
 * @param follow is awaited with how many records are done
 * @returns records in the order of the corpus, empty ones too, less those that `short: drop` takes
 */
export async function mine(
  corpus: MiningCorpus,
  facts: RecordFacts,
  searcher: Searcher,
  options: MiningOptions,
  rescore?: Rescore,
  follow: (done: number) => Promise<void> | void = () => undefined,
): Promise<{ readonly records: readonly MinedNegatives[]; readonly counts: MiningCounts }> {
  const depth = searchDepth(options, facts.mostPositives);
  const score = rescore ?? ((...asked: Parameters<Rescore>) => Promise.resolve(searcher.scoresOf(...asked)));
  const sums = noneOf(SUMS);
  const rules = noRules();
  const empty_because: Record<string, number> = {};
  const records: MinedNegatives[] = [];

  const mineFor = async (record: number, found: Ranked) => {
    const own = corpus.records[record] as CorpusRecord;
    const about = facts.of(own, options);
    const deeper = (k: number) => searcher.search([record], k)[0] as Ranked;
    let candidates = withoutExcluded(found, about, options, deeper);
    if (rescore) {
      const { passages } = candidates;
      candidates = bestWithTies(passages, await rescore(record, passages), passages.length, SCORE_TIE);
    }
    const positives = await score(record, own.positives);
    const { passages, scores, counts, filled } = selectNegatives(candidates, about, positives, options);
    const negatives = [...scores];
    if (filled > 0) negatives.push(...Array.from(await score(record, passages.slice(-filled))));
    for (const rule of RULES) rules[rule] += counts[rule];
    sums.filled += filled;
    if (found.passages.length === 0) sums.queries_without_words++;
    if (Array.from(positives).every((each) => each < (negatives[0] ?? -Infinity)))
      sums.first_above_positives++;
    const isEmpty = passages.length === 0;
    const isShort = passages.length < options.num_negatives;
    if (isShort) sums.short++;
    if (isEmpty) {
      sums.empty++;
      const most = RULES.reduce((best, rule) => (counts[rule] > counts[best] ? rule : best));
      const reason = counts[most] === 0 ? 'no_candidates' : most;
      empty_because[reason] = (empty_because[reason] ?? 0) + 1;
    }
    if (!isShort || options.short !== 'drop') {
      sums.negatives += passages.length;
      records.push({ record, passages, scores: { positives, negatives } });
    } else if (!isEmpty) sums.dropped++;
  };

  const all = [...corpus.records.keys()];
  for (let first = 0; first < all.length; first += BLOCK_QUERIES) {
    const block = all.slice(first, first + BLOCK_QUERIES);
    for (const [i, found] of searcher.search(block, depth).entries()) {
      await mineFor(first + i, found);
      if (rescore) await follow(first + i + 1);
    }
    await follow(first + block.length);
  }
  const above = depth < corpus.texts.length ? depth : null;
  const counts = { ...sums, rules, records: corpus.records.length, empty_because, depth: above };
  return { records, counts };
}

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
