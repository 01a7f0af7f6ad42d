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

/** Writes a file piece by piece, and counts rows and what a form cannot hold. */
export class FormWriter {
  rows = 0;
  /** Negatives of the records that have rows. */
  negatives = 0;
  /** Records that the form leaves out for want of negatives. */
  leftOut = 0;

  constructor(private readonly options: FormOptions) {}

  begin(): string {
    if (this.options.form !== 'nemo') return '';
    const corpus = JSON.stringify([{ path: this.options.corpus }]);
    return `{"corpus": ${corpus}, "data": [\n`;
  }

  /** The rows of a record. */
  record(record: WrittenRecord): string {
    const rows = this.rowsOf(record);
    if (rows.length === 0) this.leftOut++;
    else this.negatives += this.columns(record).length;
    const first = this.rows === 0;
    this.rows += rows.length;
    const lines = rows.map((row) => JSON.stringify(row));
    if (this.options.form !== 'nemo') return lines.map((line) => `${line}\n`).join('');
    return lines.map((line, i) => `${first && i === 0 ? '' : ',\n'}${line}`).join('');
  }

  end(): string {
    return this.options.form === 'nemo' ? '\n]}\n' : '';
  }

  private rowsOf(record: WrittenRecord): object[] {
    switch (this.options.form) {
      case 'flag-embedding':
        return this.flagEmbedding(record);
      case 'triplet':
        return this.triplets(record);
      case 'n-tuple':
        return this.tuples(record);
      case 'labeled-pair':
        return this.labeledPairs(record);
      case 'labeled-list':
        return this.labeledLists(record);
      case 'tevatron':
        return this.tevatron(record);
      case 'nemo':
        return this.nemo(record);
    }
  }

  /** The negatives that are written. */
  private columns({ negatives }: WrittenRecord): readonly WrittenPassage[] {
    return this.options.form === 'n-tuple' ? negatives.slice(0, this.options.numNegatives) : negatives;
  }

  private scoresOf({ scores }: WrittenRecord) {
    return this.options.withScores ? scores : null;
  }

  private flagEmbedding(record: WrittenRecord): object[] {
    const scores = this.scoresOf(record);
    if (record.negatives.length === 0) return [];
    const row = {
      query: record.query,
      pos: record.positives.map(({ text }) => text),
      neg: record.negatives.map(({ text }) => text),
    };
    if (scores === null) return [row];
    return [{ ...row, pos_scores: Array.from(scores.positives), neg_scores: Array.from(scores.negatives) }];
  }

  private triplets(record: WrittenRecord): object[] {
    const scores = this.scoresOf(record);
    return record.positives.flatMap((positive, p) =>
      record.negatives.map((negative, n) => ({
        anchor: record.query,
        positive: positive.text,
        negative: negative.text,
        ...(scores && { scores: [scores.positives[p], scores.negatives[n]] }),
      })),
    );
  }

  private tuples(record: WrittenRecord): object[] {
    const scores = this.scoresOf(record);
    const negatives = this.columns(record);
    if (negatives.length < this.options.numNegatives) return [];
    const named = Object.fromEntries(negatives.map(({ text }, n) => [`negative_${n + 1}`, text]));
    return record.positives.map(({ text }, p) => ({
      anchor: record.query,
      positive: text,
      ...named,
      ...(scores && {
        scores: [scores.positives[p], ...Array.from(scores.negatives).slice(0, negatives.length)],
      }),
    }));
  }

  /** Positives are written even without negatives. */
  private labeledPairs(record: WrittenRecord): object[] {
    const scores = this.scoresOf(record);
    const row = (text: string, label: number, score: number | undefined) => ({
      anchor: record.query,
      positive: text,
      ...(scores ? { score } : { label }),
    });
    return [
      ...record.positives.map(({ text }, p) => row(text, 1, scores?.positives[p])),
      ...record.negatives.map(({ text }, n) => row(text, 0, scores?.negatives[n])),
    ];
  }

  private labeledLists(record: WrittenRecord): object[] {
    const scores = this.scoresOf(record);
    const { negatives } = record;
    if (negatives.length === 0) return [];
    return record.positives.map(({ text }, p) => ({
      anchor: record.query,
      positive: [text, ...negatives.map((negative) => negative.text)],
      ...(scores
        ? { scores: [scores.positives[p], ...Array.from(scores.negatives)] }
        : { labels: [1, ...negatives.map(() => 0)] }),
    }));
  }

  private tevatron(record: WrittenRecord): object[] {
    const scores = this.scoresOf(record);
    if (record.negatives.length === 0) return [];
    const passages = (all: readonly WrittenPassage[], given: ArrayLike<number> | undefined) =>
      all.map(({ id, text }, i) => ({ docid: id, title: '', text, ...(given && { score: given[i] }) }));
    return [
      {
        query_id: record.queryId,
        query: record.query,
        positive_passages: passages(record.positives, scores?.positives),
        negative_passages: passages(record.negatives, scores?.negatives),
      },
    ];
  }

  private nemo(record: WrittenRecord): object[] {
    const scores = this.scoresOf(record);
    if (record.negatives.length === 0) return [];
    const documents = (all: readonly WrittenPassage[], given: ArrayLike<number> | undefined) =>
      all.map(({ id }, i) => ({ id, ...(given && { score: given[i] }) }));
    return [
      {
        question_id: record.queryId,
        question: record.query,
        corpus_id: this.options.corpus,
        pos_doc: documents(record.positives, scores?.positives),
        neg_doc: documents(record.negatives, scores?.negatives),
      },
    ];
  }
}
