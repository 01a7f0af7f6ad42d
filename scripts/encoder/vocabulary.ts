/** Which words and pieces get a vector: the frequent words, single characters, and pieces for all other words. */

import { SPECIAL_TOKENS } from './model-files.mjs';
import { piecesOf, stretchesOf, wordReader } from './wordpiece';

/** Share of the tokens that are pieces of rarer words. */
const PIECE_SHARE = 0.16;

/** Single characters beside those of ASCII. */
const MOST_CHARACTERS = 220;

/** A number is a token where it has two to four digits and comes more often. */
const FREQUENT_NUMBER = 30;

/** A word counts at most as often among those that need a piece, so that no name decides. */
const MOST_USES = 50;

const LONGEST_PIECE = 9;
const PIECE_ROUNDS = 3;

/** How often each word comes. */
export function countWords(texts: Iterable<string>): Map<string, number> {
  const stretches = new Map<string, number>();
  for (const text of texts) {
    for (const stretch of stretchesOf(text)) stretches.set(stretch, (stretches.get(stretch) ?? 0) + 1);
  }
  const wordsOf = wordReader();
  const counts = new Map<string, number>();
  for (const [stretch, n] of stretches) {
    for (const word of wordsOf(stretch)) counts.set(word, (counts.get(word) ?? 0) + n);
  }
  return counts;
}

/**
 * @param counts how often each word comes
 * @param size tokens at most
 * @returns tokens by id, the special ones first
 */
export function chooseVocabulary(counts: ReadonlyMap<string, number>, size: number): string[] {
  const base = [...SPECIAL_TOKENS, ...characters(counts), ...ALPHANUMERIC.map((one) => `##${one}`)];
  const pieceCount = Math.floor(size * PIECE_SHARE);
  const taken = new Set(base);
  const words = mostFrequent(counts, size).filter((word) => isToken(word, counts) && !taken.has(word));
  const known = [...base, ...words.slice(0, Math.max(0, size - base.length - pieceCount))];
  return [...known, ...choosePieces(counts, known, pieceCount)].slice(0, size);
}

const ASCII = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
  (c) => !/[A-Z]/.test(c),
);
const ALPHANUMERIC = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

function mostFrequent(counts: ReadonlyMap<string, number>, most: number): string[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.slice(0, most).map(([word]) => word);
}

function characters(counts: ReadonlyMap<string, number>): string[] {
  const single = new Map([...counts].filter(([word]) => [...word].length === 1));
  return [...new Set([...ASCII, ...mostFrequent(single, MOST_CHARACTERS)])].sort();
}

function isToken(word: string, counts: ReadonlyMap<string, number>): boolean {
  if (/^[a-z]{2,}$/.test(word)) return true;
  return /^\d{2,4}$/.test(word) && (counts.get(word) ?? 0) > FREQUENT_NUMBER;
}

/**
 * Pieces for the words that are no token: beginnings and ends of what is left behind their longest known beginning, then
 * those that splitting them uses most, in some rounds.
 */
function choosePieces(counts: ReadonlyMap<string, number>, known: readonly string[], most: number): string[] {
  const have = new Set(known);
  const rare = [...counts].filter(([word, n]) => n > 1 && /^[a-z]+$/.test(word) && !have.has(word));
  let uses = new Map<string, number>();
  const add = (piece: string, n: number) => uses.set(piece, (uses.get(piece) ?? 0) + n);
  for (const [word, n] of rare) {
    const rest = word.slice(longestBeginning(word, have));
    for (let length = 2; length <= Math.min(LONGEST_PIECE, rest.length); length++) {
      // A long piece saves more than one.
      const worth = Math.min(n, MOST_USES) * (length - 0.9);
      add(rest.slice(0, length), worth);
      if (rest.length > length) add(rest.slice(-length), worth);
    }
  }
  for (let round = 0; round < PIECE_ROUNDS; round++) {
    const tokens = [...known, ...mostFrequent(uses, 2 * most).map((piece) => `##${piece}`)];
    const idOf = new Map(tokens.map((token, id) => [token, id]));
    uses = new Map();
    for (const [word, n] of rare) {
      for (const id of piecesOf(word, idOf)) {
        const token = tokens[id] ?? '';
        if (token.startsWith('##') && token.length > 3) add(token.slice(2), Math.min(n, MOST_USES));
      }
    }
    uses = new Map(mostFrequent(uses, most).map((piece) => [piece, uses.get(piece) ?? 0]));
  }
  return [...uses.keys()].map((piece) => `##${piece}`);
}

function longestBeginning(word: string, have: ReadonlySet<string>): number {
  let end = word.length;
  while (end > 0 && !have.has(word.slice(0, end))) end--;
  return end;
}
