/** The forms in which mined records are written: those of sentence-transformers, FlagEmbedding and Tevatron. */

import type { Sliced } from '../scoring/sliced';

export const FORMS = {
  'flag-embedding': 'FlagEmbedding',
  triplet: 'sentence-transformers triplet',
  'n-tuple': 'sentence-transformers n-tuple',
  'labeled-pair': 'sentence-transformers labeled-pair',
  'labeled-list': 'sentence-transformers labeled-list',
  tevatron: 'Tevatron',
} as const;

export type FormId = keyof typeof FORMS;

export const FORM_IDS = Object.keys(FORMS) as readonly FormId[];

export interface WrittenPassage {
  /** Its id in the corpus, or one made of its place. */
  readonly id: string;
  readonly text: string;
  /** Null where the miner gives none, or none is written. */
  readonly score: number | null;
}

export interface WrittenRecord {
  readonly queryId: string;
  readonly query: string;
  readonly positives: readonly WrittenPassage[];
  readonly negatives: readonly WrittenPassage[];
}

type Passages = readonly WrittenPassage[];

const textsOf = (passages: Passages) => passages.map(({ text }) => text);

const scored = (field: string, passages: Passages) =>
  passages.some(({ score }) => score !== null) ? { [field]: passages.map(({ score }) => score) } : null;

const scoreOf = ({ score }: WrittenPassage) => (score === null ? null : { score });

/** What each form makes of a record that has negatives; a labeled-pair also of one without. */
const ROWS: Readonly<Record<FormId, (record: WrittenRecord) => object[]>> = {
  'flag-embedding': ({ query, positives, negatives }) => [
    {
      query,
      pos: textsOf(positives),
      neg: textsOf(negatives),
      ...scored('pos_scores', positives),
      ...scored('neg_scores', negatives),
    },
  ],
  triplet: ({ query: anchor, positives, negatives }) =>
    positives.flatMap((positive) =>
      negatives.map((negative) => ({
        anchor,
        positive: positive.text,
        negative: negative.text,
        ...scored('scores', [positive, negative]),
      })),
    ),
  'n-tuple': ({ query: anchor, positives, negatives }) =>
    positives.map((positive) => ({
      anchor,
      positive: positive.text,
      ...Object.fromEntries(negatives.map(({ text }, n) => [`negative_${n + 1}`, text])),
      ...scored('scores', [positive, ...negatives]),
    })),
  'labeled-pair': ({ query: anchor, positives, negatives }) => {
    const rows = (passages: Passages, label: number) =>
      passages.map((each) => ({ anchor, positive: each.text, ...(scoreOf(each) ?? { label }) }));
    return [...rows(positives, 1), ...rows(negatives, 0)];
  },
  'labeled-list': ({ query: anchor, positives, negatives }) =>
    positives.map((positive) => {
      const all = [positive, ...negatives];
      const labels = [1, ...negatives.map(() => 0)];
      return { anchor, positive: textsOf(all), ...(scored('scores', all) ?? { labels }) };
    }),
  tevatron: ({ queryId: query_id, query, positives, negatives }) => {
    const passages = (all: Passages) =>
      all.map((each) => ({ docid: each.id, title: '', text: each.text, ...scoreOf(each) }));
    return [
      { query_id, query, positive_passages: passages(positives), negative_passages: passages(negatives) },
    ];
  },
};

/**
 * Writes records in a form. Yields the share done.
 * @param record gives the one at a place
 * @param numNegatives of each row of an n-tuple: a longer record gives its first ones, a shorter one no row
 * @returns lines; negatives of the records that have rows; records left out for want of negatives
 */
export function* writeForm(
  count: number,
  record: (at: number) => WrittenRecord,
  form: FormId,
  numNegatives: number,
): Sliced<{ pieces: string[]; rows: number; negatives: number; leftOut: number }> {
  const isTuple = form === 'n-tuple';
  const least = isTuple ? numNegatives : form === 'labeled-pair' ? 0 : 1;
  const made = { pieces: [] as string[], rows: 0, negatives: 0, leftOut: 0 };
  for (let at = 0; at < count; at++) {
    if (at % 256 === 0) yield at / count;
    const whole = record(at);
    const negatives = isTuple ? whole.negatives.slice(0, numNegatives) : whole.negatives;
    const rows = negatives.length < least ? [] : ROWS[form]({ ...whole, negatives });
    if (rows.length === 0) made.leftOut++;
    else made.negatives += negatives.length;
    made.rows += rows.length;
    for (const row of rows) made.pieces.push(`${JSON.stringify(row)}\n`);
  }
  return made;
}
