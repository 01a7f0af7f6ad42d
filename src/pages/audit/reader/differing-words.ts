/** Which words of two similar texts differ. */

import { diffArrays } from 'diff';

/** Only this many words of a text are compared. */
const MOST_WORDS = 2000;
/** Share of the shorter text's words that must be in both for the difference to mean anything. */
const LEAST_COMMON = 0.4;
/** Bounds the work. */
const MOST_EDITS = 1200;

/** Positions of the differing words in each of two texts. */
export interface DifferingWords {
  readonly first: ReadonlySet<number>;
  readonly second: ReadonlySet<number>;
}

/** Null if the texts have little in common. */
export function differingWords(first: string, second: string): DifferingWords | null {
  const [a, b] = [wordsOf(first), wordsOf(second)];
  if (a.length === 0 || b.length === 0) return null;
  const changes = diffArrays(a, b, { maxEditLength: MOST_EDITS });
  if (changes === undefined) return null;
  const differing = { first: new Set<number>(), second: new Set<number>() };
  let [atFirst, atSecond, common] = [0, 0, 0];
  for (const { added, removed, count } of changes) {
    for (let i = 0; i < count; i++) {
      if (removed) differing.first.add(atFirst++);
      else if (added) differing.second.add(atSecond++);
      else {
        atFirst++;
        atSecond++;
        common++;
      }
    }
  }
  return common >= LEAST_COMMON * Math.min(a.length, b.length) ? differing : null;
}

/** The first words of a text, in lower case, in their order. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (words.push(word.toLowerCase()) === MOST_WORDS) break;
  }
  return words;
}
