/**
 * The demo's four sources from its hand-written corpus, scripts/demo/facts/*.json, one file a subject: the same queries in the
 * same order, other negatives.
 */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import * as v from 'valibot';

import { WORD_LISTS } from '../../src/lexical/tokens';
import { bm25Index, type Bm25Settings } from '../../src/mining/search/bm25';
import { seededRandom } from '../../src/scoring/random';
import { atOnce } from '../../src/scoring/sliced';

const TEXT = v.pipe(v.string(), v.nonEmpty());
const WRITTEN = v.object({ title: TEXT, text: TEXT });
const PASSAGE = v.object({ id: TEXT, ...WRITTEN.entries });
/** `positive` is a passage's id; `plausible` passages were written to look like an answer without being one. */
const QUERY = v.object({
  id: TEXT,
  query: TEXT,
  positive: TEXT,
  plausible: v.pipe(v.array(WRITTEN), v.minLength(3)),
});
const SUBJECT = v.object({ subject: TEXT, passages: v.array(PASSAGE), queries: v.array(QUERY) });

type Passage = v.InferOutput<typeof PASSAGE>;
type Query = v.InferOutput<typeof QUERY>;

export interface Corpus {
  readonly passages: readonly Passage[];
  readonly queries: readonly Query[];
}

interface Document {
  readonly docid: string;
  readonly title: string;
  readonly text: string;
}

/** As Tevatron has it. */
export interface DemoRecord {
  readonly query_id: string;
  readonly query: string;
  readonly positive_passages: readonly Document[];
  readonly negative_passages: readonly Document[];
}

/** Negatives in a record of a mined source. The written source has as many as were written, three as a rule. */
export const MINED_NEGATIVES = 4;

const RANDOM_SEED = 42;

/** Anserini's for MS MARCO passages, with words of our own. */
export const BM25: Bm25Settings = {
  variant: 'lucene',
  k1: 0.9,
  b: 0.4,
  tokens: 'alphanumeric',
  stopwords: 'none',
  stemmer: 'none',
};

/** Words that a query has because it is a question, or English, and that say nothing about its topic. */
const STOP_WORDS = new Set(
  (
    'a about actually all an and any are aren as at be been but by can could did do does doesn don down either ' +
    'else ever every for from get had has have he how i if in instead into is isn it its make makes me most must ' +
    'my no not of off on one only or other out really s she should so some still such t than that the their them ' +
    'then there these they this to too up us used usually was we were what when where which who why will with ' +
    'would you your'
  ).split(' '),
);

/** All facts of a folder, in the order of its files' names. */
export function readFacts(folder: string): Corpus {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const subjects = names
    .sort()
    .map((name) => v.parse(SUBJECT, JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  return {
    passages: subjects.flatMap(({ passages }) => passages),
    queries: subjects.flatMap(({ queries }) => queries),
  };
}

/** The passage as SPEC.md reads it. */
export function passageText({ title, text }: { readonly title: string; readonly text: string }): string {
  return `${title} ${text}`.trim();
}

/**
 * Negatives: the passages that BM25 ranks highest for the query's content words, ties (which are passages without any of them) by
 * BM25 for all its words, then in the order of the corpus; the positive left out.
 */
export function bm25Source(corpus: Corpus): DemoRecord[] {
  const { passages, queries } = corpus;
  const texts = passages.map((passage) => singular(WORD_LISTS.alphanumeric(passageText(passage))));
  const index = atOnce(bm25Index(texts, BM25));
  const places = [...passages.keys()];
  const scores = (words: readonly string[]) => index.scoresOf(singular(words), places);
  return queries.map((query) => {
    const words = WORD_LISTS.alphanumeric(query.query);
    const [first, second] = [scores(words.filter((word) => !STOP_WORDS.has(word))), scores(words)];
    const by = (own: Float64Array, a: number, b: number) => (own[b] ?? 0) - (own[a] ?? 0);
    const ranked = [...places].sort((a, b) => by(first, a, b) || by(second, a, b));
    const others = ranked.flatMap((place) => passages[place] ?? []).filter(({ id }) => id !== query.positive);
    return toRecord(corpus, query, others.slice(0, MINED_NEGATIVES).map(toDocument));
  });
}

/** Negatives: those of a mining of the same queries. @param mined as `negscope mine` writes Tevatron's form */
export function minedSource(corpus: Corpus, mined: string): DemoRecord[] {
  const records = mined
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DemoRecord);
  return corpus.queries.map((query) => {
    const found = records.find(({ query_id: id }) => id === query.id)?.negative_passages ?? [];
    const passages = found.flatMap(({ docid }) => corpus.passages.filter(({ id }) => id === docid));
    return toRecord(corpus, query, passages.map(toDocument));
  });
}

/** Negatives: uniform draws from the passages, distinct in a record, the positive left out. */
export function randomSource(corpus: Corpus): DemoRecord[] {
  const next = seededRandom(RANDOM_SEED);
  return corpus.queries.map((query) => {
    const others = corpus.passages.filter(({ id }) => id !== query.positive);
    const drawn = Array.from({ length: MINED_NEGATIVES }, () =>
      others.splice(Math.floor(next() * others.length), 1),
    );
    return toRecord(corpus, query, drawn.flat().map(toDocument));
  });
}

/** Negatives: the plausible passages that were written for each query. */
export function writtenSource(corpus: Corpus): DemoRecord[] {
  return corpus.queries.map((query) => {
    const documents = query.plausible.map((written, at) => ({ docid: `${query.id}-w${at + 1}`, ...written }));
    return toRecord(corpus, query, documents);
  });
}

/** A record a line. */
export function toLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** The s of a plural is cut off (moons → moon), but not that of glass, virus or iris. */
function singular(words: readonly string[]): string {
  return words.map((word) => (/^.{3,}[^isu]s$/u.test(word) ? word.slice(0, -1) : word)).join(' ');
}

function toDocument({ id, title, text }: Passage): Document {
  return { docid: id, title, text };
}

/** @param corpus checked: the query's positive is one of its passages */
function toRecord(
  { passages }: Corpus,
  { id, query, positive }: Query,
  negatives: readonly Document[],
): DemoRecord {
  const positives = passages.filter((passage) => passage.id === positive).map(toDocument);
  return { query_id: id, query, positive_passages: positives, negative_passages: negatives };
}
