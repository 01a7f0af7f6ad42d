/** A source that was made here, kept as data: its file in any form, with its card. */

import { sha256OfStream } from '../hash';
import type { MiningCard } from './card';
import { writeForm, type FormId, type WrittenRecord } from './forms';
import type { Work } from './work';

export interface MadeSource {
  /** All that its card says before it is written. */
  readonly card: Omit<MiningCard, 'output'>;
  /** Negatives that were asked for: an n-tuple has as many. */
  readonly numNegatives: number;
  /**
   * How many records a form is written from, and each of them.
   * @throws MiningInputError where the form cannot hold the source
   */
  readonly records: (form: FormId) => {
    readonly count: number;
    readonly record: (at: number) => WrittenRecord;
  };
}

export interface MadeFile {
  readonly name: string;
  readonly content: Blob;
  readonly card: MiningCard;
  readonly cardName: string;
  readonly cardContent: Blob;
}

/** @param corpus what NeMo's files name as their corpus */
export async function fileOf(
  { card: about, numNegatives, records }: MadeSource,
  form: FormId,
  withScores: boolean,
  corpus: string,
  work: Work,
): Promise<MadeFile> {
  const { count, record } = records(form);
  const sliced = writeForm(count, record, { form, withScores, numNegatives, corpus });
  const { pieces, rows, negatives, leftOut, hasScores } = await work.follow('write', count, sliced);
  const content = new Blob([...pieces], { type: 'application/x-ndjson' });
  const name = `${about.source}.${form === 'nemo' ? 'json' : 'jsonl'}`;
  const sha256 = await sha256OfStream(content.stream());
  const output = { file: name, form, with_scores: hasScores, rows, negatives, left_out: leftOut, sha256 };
  const card = { ...about, output };
  const cardContent = new Blob([`${JSON.stringify(card, null, 2)}\n`], { type: 'application/json' });
  return { name, content, card, cardName: `${about.source}.card.json`, cardContent };
}
