/** A text cut into pieces: plain, a word of the query, a word that differs. */

import { markedRuns } from '../../../lexical/marked-runs';
import { visible } from '../../../ui/words';

export interface TextPiece {
  readonly text: string;
  /** Weight of a word of the query as a share of the heaviest; null for other text. */
  readonly share: number | null;
  readonly differs: boolean;
}

/**
 * @param weights of the tokens to mark
 * @param differing places of words, counted as `wordsOf` does
 */
export function piecesOf(
  text: string,
  weights: ReadonlyMap<string, number> | null,
  differing: ReadonlySet<number> | null,
): TextPiece[] {
  const heaviest = Math.max(1e-9, ...(weights?.values() ?? []));
  const pieces: TextPiece[] = [];
  let word = 0;
  for (const run of markedRuns(text, (token) => weights?.get(token) ?? null)) {
    const isWord = WORD.test(run.text);
    const piece = {
      text: visible(run.text),
      share: run.weight === null ? null : run.weight / heaviest,
      differs: isWord && differing?.has(word) === true,
    };
    if (isWord) word++;
    const last = pieces.at(-1);
    if (last && last.share === null && piece.share === null && last.differs === piece.differs) {
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
    } else {
      pieces.push(piece);
    }
  }
  return pieces;
}

const WORD = /[\p{L}\p{N}\p{M}]/u;
