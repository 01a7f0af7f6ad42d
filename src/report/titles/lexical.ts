/** What the grid of tokenizers and IDF corpora found. */

import type { ExperimentOutcome, LexicalCell } from '../../experiments/types';
import type { Phrase } from '../verdict-words';
import { countInWords } from '../../ui/words';
import { hasOrder, swapPhrase, swapsBetween } from './order-changes';

/** The cell of the paper's choices, against which the others are held. */
export function baseCell(cells: readonly LexicalCell[]): LexicalCell | undefined {
  return (
    cells.find(({ tokenizer, corpus }) => tokenizer === 'alphanumeric' && corpus === 'pooled-documents') ??
    cells[0]
  );
}

/** In how many cells the order holds, and where it first does not. */
export function lexicalTitle({ about, result: { cells } }: ExperimentOutcome<'lexical'>): Phrase {
  const base = baseCell(cells);
  if (!base || !hasOrder(about.sources)) return ['Without a rival there is no order for words to change'];
  const swaps = (cell: LexicalCell) => swapsBetween(about.sources, base.scores, cell.scores);
  const changed = cells.filter((cell) => swaps(cell).length > 0);
  const all = countInWords(cells.length);
  const [first] = changed;
  if (!first) return [`The order holds in all ${all} combinations of words and weights`];
  return [
    `The order holds in ${countInWords(cells.length - changed.length)} of ${all}; with ${first.tokenizer} and ${first.corpus} `,
    ...swapPhrase(about.sources, swaps(first)),
  ];
}
