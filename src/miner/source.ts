/** A source that was made here, kept as data: its file in any form, with its card. */

import { sha256OfStream } from '../hash';
import { cardText, type CardOutput } from '../mining/card';
import { formExtension, FormWriter, type FormId, type WrittenRecord } from '../mining/forms';
import type { Sliced } from '../scoring/sliced';
import type { Work } from './work';

export interface MadeSource<Card> {
  readonly name: string;
  /** Negatives that were asked for: an n-tuple has as many. */
  readonly numNegatives: number;
  /**
   * What is written in a form: how many records, each as it is written, and the card around its file.
   * @throws MiningInputError where the form cannot hold the source
   */
  readonly in: (form: FormId) => {
    readonly count: number;
    readonly record: (at: number) => WrittenRecord;
    readonly card: (output: CardOutput) => Card;
  };
}

export interface MadeFile<Card> {
  readonly name: string;
  readonly content: Blob;
  readonly card: Card;
  readonly cardName: string;
  readonly cardContent: Blob;
}

/** Records that are written before others get their turn. */
const SLICE = 256;

/** @param corpus what NeMo's files name as their corpus */
export async function fileOf<Card extends object>(
  { name, numNegatives, in: inForm }: MadeSource<Card>,
  form: FormId,
  withScores: boolean,
  corpus: string,
  work: Work,
): Promise<MadeFile<Card>> {
  const { count, record, card } = inForm(form);
  const writer = new FormWriter({ form, withScores, numNegatives, corpus });
  const pieces = await work.follow('write', count, written(writer, count, record));
  const content = new Blob(pieces, { type: 'application/x-ndjson' });
  const file = `${name}.${formExtension(form)}`;
  const made = card({
    file,
    form,
    with_scores: writer.hasScores,
    rows: writer.rows,
    negatives: writer.negatives,
    left_out: writer.leftOut,
    sha256: await sha256OfStream(content.stream()),
  });
  return {
    name: file,
    content,
    card: made,
    cardName: `${name}.card.json`,
    cardContent: new Blob([cardText(made)], { type: 'application/json' }),
  };
}

function* written(
  writer: FormWriter,
  count: number,
  record: (at: number) => WrittenRecord,
): Sliced<string[]> {
  const pieces = [writer.begin()];
  for (let first = 0; first < count; first += SLICE) {
    const some = Math.min(SLICE, count - first);
    pieces.push(Array.from({ length: some }, (_, i) => writer.record(record(first + i))).join(''));
    yield (first + some) / count;
  }
  pieces.push(writer.end());
  return pieces;
}
