/** A text cut into pieces: plain, a word of the query, a word that another text lacks. */

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
 * @param only of {@link wordsOnlyIn}
 */
export function piecesOf(
  text: string,
  weights: ReadonlyMap<string, number> | null,
  only: ReadonlySet<string> | null,
): TextPiece[] {
  const heaviest = Math.max(1e-9, ...(weights?.values() ?? []));
  const pieces: TextPiece[] = [];
  for (const { text: run, weight } of markedRuns(text, (token) => weights?.get(token) ?? null)) {
    const piece = {
      text: visible(run),
      share: weight === null ? null : weight / heaviest,
      differs: only?.has(run.toLowerCase()) === true,
    };
    const last = pieces.at(-1);
    if (last && last.share === null && piece.share === null && last.differs === piece.differs) {
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
    } else {
      pieces.push(piece);
    }
  }
  return pieces;
}

/** Share of the shorter text's words that must be in both for the difference to mean anything. */
const LEAST_COMMON = 0.6;

/** The words of a text, in lower case, that another one lacks; null if the two have little in common. */
export function wordsOnlyIn(text: string, other: string): ReadonlySet<string> | null {
  const [own, others] = [text, other].map(
    (each) => new Set(each.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu)),
  ) as [Set<string>, Set<string>];
  const only = new Set([...own].filter((word) => !others.has(word)));
  const least = LEAST_COMMON * Math.min(own.size, others.size);
  return least > 0 && own.size - only.size >= least ? only : null;
}
