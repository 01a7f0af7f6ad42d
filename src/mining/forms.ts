/** The forms in which mined records are written: those of sentence-transformers, FlagEmbedding, Tevatron and NeMo. */

import type { Sliced } from '../scoring/sliced';

export const FORMS = {
  'flag-embedding': 'FlagEmbedding',
  triplet: 'sentence-transformers triplet',
  'n-tuple': 'sentence-transformers n-tuple',
  'labeled-pair': 'sentence-transformers labeled-pair',
  'labeled-list': 'sentence-transformers labeled-list',
  tevatron: 'Tevatron',
  nemo: 'NeMo',
} as const;

export type FormId = keyof typeof FORMS;

export const FORM_IDS = Object.keys(FORMS) as readonly FormId[];

/** A passage as it is written. */
export interface WrittenPassage {
  /** Its id in the corpus, or one made of its place. */
  readonly id: string;
  readonly text: string;
}

/** Scores of a record's positives and negatives; null where the miner gives none. */
export type RecordScores = {
  readonly positives: ArrayLike<number>;
  readonly negatives: ArrayLike<number>;
} | null;

/** One record, to be written. */
export interface WrittenRecord {
  readonly queryId: string;
  readonly query: string;
  readonly positives: readonly WrittenPassage[];
  readonly negatives: readonly WrittenPassage[];
  readonly scores: RecordScores;
}

export interface FormOptions {
  readonly form: FormId;
  readonly withScores: boolean;
  /** Negatives of each row of an n-tuple: a longer record gives its first ones, a shorter one no row. */
  readonly numNegatives: number;
  /** What NeMo's files name as their corpus. */
  readonly corpus: string;
}

type Rows = (record: WrittenRecord, corpus: string) => object[];

type Scores = NonNullable<RecordScores>;

const textsOf = (passages: readonly WrittenPassage[]) => passages.map(({ text }) => text);

/** The score of a positive, then those of all negatives. */
const scoresBeside = ({ positives, negatives }: Scores, p: number) => [
  positives[p],
  ...Array.from(negatives),
];

/** What each form makes of a record that has negatives; a labeled-pair also of one without. */
const ROWS: Readonly<Record<FormId, Rows>> = {
  'flag-embedding': ({ query, positives, negatives, scores }) => [
    {
      query,
      pos: textsOf(positives),
      neg: textsOf(negatives),
      ...(scores && { pos_scores: Array.from(scores.positives), neg_scores: Array.from(scores.negatives) }),
    },
  ],
  triplet: ({ query, positives, negatives, scores }) =>
    positives.flatMap(({ text: positive }, p) =>
      negatives.map(({ text: negative }, n) => ({
        anchor: query,
        positive,
        negative,
        ...(scores && { scores: [scores.positives[p], scores.negatives[n]] }),
      })),
    ),
  'n-tuple': ({ query, positives, negatives, scores }) =>
    positives.map(({ text: positive }, p) => ({
      anchor: query,
      positive,
      ...Object.fromEntries(negatives.map(({ text }, n) => [`negative_${n + 1}`, text])),
      ...(scores && { scores: scoresBeside(scores, p) }),
    })),
  'labeled-pair': ({ query, positives, negatives, scores }) => {
    const rows = (passages: readonly WrittenPassage[], label: number, given?: ArrayLike<number>) =>
      passages.map(({ text }, i) => ({
        anchor: query,
        positive: text,
        ...(given ? { score: given[i] } : { label }),
      }));
    return [...rows(positives, 1, scores?.positives), ...rows(negatives, 0, scores?.negatives)];
  },
  'labeled-list': ({ query, positives, negatives, scores }) =>
    positives.map(({ text }, p) => ({
      anchor: query,
      positive: [text, ...textsOf(negatives)],
      ...(scores ? { scores: scoresBeside(scores, p) } : { labels: [1, ...negatives.map(() => 0)] }),
    })),
  tevatron: ({ queryId, query, positives, negatives, scores }) => {
    const passages = (all: readonly WrittenPassage[], given?: ArrayLike<number>) =>
      all.map(({ id, text }, i) => ({ docid: id, title: '', text, ...(given && { score: given[i] }) }));
    return [
      {
        query_id: queryId,
        query,
        positive_passages: passages(positives, scores?.positives),
        negative_passages: passages(negatives, scores?.negatives),
      },
    ];
  },
  nemo: ({ queryId, query, positives, negatives, scores }, corpus) => {
    const documents = (all: readonly WrittenPassage[], given?: ArrayLike<number>) =>
      all.map(({ id }, i) => ({ id, ...(given && { score: given[i] }) }));
    return [
      {
        question_id: queryId,
        question: query,
        corpus_id: corpus,
        pos_doc: documents(positives, scores?.positives),
        neg_doc: documents(negatives, scores?.negatives),
      },
    ];
  },
};

/** A file in a form, and what it holds. */
export interface WrittenForm {
  readonly pieces: readonly string[];
  readonly rows: number;
  /** Negatives of the records that have rows. */
  readonly negatives: number;
  /** Records that the form leaves out for want of negatives. */
  readonly leftOut: number;
  /** Whether a record had scores to write. */
  readonly hasScores: boolean;
}

/** Records that are written before others get their turn. */
const SLICE = 256;

/** Writes records in a form. Yields the share done. @param record gives the one at a place */
export function* writeForm(
  count: number,
  record: (at: number) => WrittenRecord,
  { form, withScores, numNegatives, corpus }: FormOptions,
): Sliced<WrittenForm> {
  const isList = form === 'nemo';
  const isTuple = form === 'n-tuple';
  const least = isTuple ? numNegatives : form === 'labeled-pair' ? 0 : 1;
  const pieces = isList ? [`{"corpus": ${JSON.stringify([{ path: corpus }])}, "data": [\n`] : [];
  const sums = { rows: 0, negatives: 0, leftOut: 0, hasScores: false };
  let lines: string[] = [];
  for (let at = 0; at < count; at++) {
    const given = record(at);
    const scores = withScores ? given.scores : null;
    const whole = { ...given, scores };
    const written = isTuple ? firstOf(whole, numNegatives) : whole;
    const rows = written.negatives.length < least ? [] : ROWS[form](written, corpus);
    if (scores !== null) sums.hasScores = true;
    if (rows.length === 0) sums.leftOut++;
    else sums.negatives += written.negatives.length;
    for (const row of rows) {
      const comma = isList && sums.rows > 0 ? ',\n' : '';
      lines.push(`${comma}${JSON.stringify(row)}${isList ? '' : '\n'}`);
      sums.rows++;
    }
    if ((at + 1) % SLICE !== 0 && at + 1 < count) continue;
    pieces.push(lines.join(''));
    lines = [];
    yield (at + 1) / count;
  }
  if (isList) pieces.push('\n]}\n');
  return { ...sums, pieces };
}

/** A record with its first negatives. */
function firstOf(record: WrittenRecord, count: number): WrittenRecord {
  const { negatives, scores } = record;
  return {
    ...record,
    negatives: negatives.slice(0, count),
    scores: scores && { ...scores, negatives: Array.from(scores.negatives).slice(0, count) },
  };
}
