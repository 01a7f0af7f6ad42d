/** A source that was made here, kept as data: its file in any form, with its card. */

import { sha256OfStream } from '../hash';
import type { CardOutput, MiningCard } from '../mining/card';
import { writeForm, type FormId, type WrittenRecord } from '../mining/forms';
import type { Work } from './work';

export interface MadeSource {
  readonly name: string;
  /** Negatives that were asked for: an n-tuple has as many. */
  readonly numNegatives: number;
  /**
   * What is written in a form: how many records, each as it is written, and the card around its file. */
  readonly in: (form: FormId) => {
    readonly count: number;
    readonly record: (at: number) => WrittenRecord;
    readonly card: (output: CardOutput) => MiningCard;
  };
}

export interface MadeFile {
  readonly name: string;
  readonly content: Blob;
  readonly card: MiningCard;
  readonly cardName: string;
  readonly cardContent: Blob;
}

export async function fileOf(
  { name, numNegatives, in: inForm }: MadeSource,
  form: FormId,
  withScores: boolean,
  work: Work,
): Promise<MadeFile> {
  const { count, record, card: cardAround } = inForm(form);
  const sliced = writeForm(count, record, { form, withScores, numNegatives });
  const { pieces, rows, negatives, leftOut, hasScores } = await work.follow('write', count, sliced);
  const content = new Blob([...pieces], { type: 'application/x-ndjson' });
  const file = `${name}.jsonl`;
  const card = cardAround({
    file,
    form,
    with_scores: hasScores,
    rows,
    negatives,
    left_out: leftOut,
    sha256: await sha256OfStream(content.stream()),
  });
  const cardContent = new Blob([`${JSON.stringify(card, null, 2)}\n`], { type: 'application/json' });
  return { name: file, content, card, cardName: `${name}.card.json`, cardContent };
}
