/** The forms in which mined records are written: those of sentence-transformers, FlagEmbedding, Tevatron and NeMo. */

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

/** One record, to be written. */
export interface WrittenRecord {
  readonly queryId: string;
  readonly query: string;
  readonly positives: readonly WrittenPassage[];
  readonly negatives: readonly WrittenPassage[];
  /** Null where the miner gives none. */
  readonly scores: { readonly positives: ArrayLike<number>; readonly negatives: ArrayLike<number> } | null;
}

export interface FormOptions {
  readonly form: FormId;
  readonly withScores: boolean;
  /** Negatives of each row of an n-tuple: a longer record gives its first ones, a shorter one no row. */
  readonly numNegatives: number;
  /** What NeMo's files name as their corpus. */
  readonly corpus: string;
}

/** The ending of a file of this form. */
export function formExtension(form: FormId): 'json' | 'jsonl' {
  return form === 'nemo' ? 'json' : 'jsonl';
}

type Rows = (record: WrittenRecord, corpus: string) => object[];

type Scores = NonNullable<WrittenRecord['scores']>;

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

/** Writes a file piece by piece, and counts rows and what a form cannot hold. */
export class FormWriter {
  rows = 0;
  /** Negatives of the records that have rows. */
  negatives = 0;
  /** Records that the form leaves out for want of negatives. */
  leftOut = 0;
  /** True once a record had scores to write. */
  hasScores = false;

  constructor(private readonly options: FormOptions) {}

  begin(): string {
    if (this.options.form !== 'nemo') return '';
    const corpus = JSON.stringify([{ path: this.options.corpus }]);
    return `{"corpus": ${corpus}, "data": [\n`;
  }

  /** The rows of a record. */
  record(given: WrittenRecord): string {
    const { form, corpus, withScores, numNegatives } = this.options;
    const isTuple = form === 'n-tuple';
    const scores = withScores ? given.scores : null;
    if (scores !== null) this.hasScores = true;
    const record = isTuple ? firstOf({ ...given, scores }, numNegatives) : { ...given, scores };
    const least = isTuple ? numNegatives : form === 'labeled-pair' ? 0 : 1;
    const rows = record.negatives.length < least ? [] : ROWS[form](record, corpus);
    if (rows.length === 0) this.leftOut++;
    else this.negatives += record.negatives.length;
    const isFirst = this.rows === 0;
    this.rows += rows.length;
    const lines = rows.map((row) => JSON.stringify(row));
    if (form !== 'nemo') return lines.map((line) => `${line}\n`).join('');
    return lines.map((line, i) => `${isFirst && i === 0 ? '' : ',\n'}${line}`).join('');
  }

  end(): string {
    return this.options.form === 'nemo' ? '\n]}\n' : '';
  }
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
