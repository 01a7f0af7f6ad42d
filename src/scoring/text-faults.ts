/** What is wrong with a text by itself, or beside the other texts of its file: markup, broken letters, another language, a stock sentence. */

import { sumOf } from './means';
import type { Sliced } from './sliced';

/** Words with UTF-8 that was read as Windows-1252: `cafÃ©`, `itâ€™s`. At most 40 letters. */
const BROKEN =
  /[\p{L}\p{N}]{0,20}(?:Ã[\u0080-\u00bfŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]|â€[\u0080-\u009f™œ˜š“”¦¢\u00a0-\u00bf]|Â[\u00a0-\u00bf])[\p{L}\p{N}]{0,17}/u;
/** What each of these words has: a look for it takes a hundredth of the time of {@link BROKEN}. */
const BROKEN_BEGINS = ['Ã', 'Â', 'â€'];
/** What stands where a miner or a table had nothing. */
const PLACEHOLDER = /^(n\/?a|nan|none|null|undefined|-+)$/i;
/** Tags of HTML by their names, and its entities. */
const MARKUP =
  /<\/?(?:a|article|b|body|br|center|code|div|em|font|footer|h[1-6]|head|header|hr|html|i|iframe|img|input|li|link|meta|nav|ol|p|pre|script|section|span|strong|style|sub|sup|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>|&(?:nbsp|lt|gt|quot|amp|#x?[\da-f]{2,6});/i;

/** The first word with letters of a broken encoding; null for none. */
export function brokenWord(text: string): string | null {
  const may = BROKEN_BEGINS.some((letters) => text.includes(letters));
  return may ? (BROKEN.exec(text)?.[0] ?? null) : null;
}

/** Whether a text stands for nothing, such as "N/A". */
export function isPlaceholder(text: string): boolean {
  // Longer texts are none.
  return text.length <= 9 && PLACEHOLDER.test(text);
}

export function hasMarkup(text: string): boolean {
  return (text.includes('<') || text.includes('&')) && MARKUP.test(text);
}

/** Texts by their places, read when they are asked for: those of a large file do not fit into memory twice. */
export interface TextList {
  readonly length: number;
  /** Decodes a text, or its bytes from `start` on and before `end`. */
  text(place: number, start?: number, end?: number): string;
  /** Reads the bytes of a text: whether its beginning has Latin letters and no other, and its sentences, each with a hash. */
  readAt(place: number): void;
  readonly isLatin: boolean;
  eachSentence(use: (start: number, end: number, hash: number) => void): void;
}

const SLICE_TEXTS = 64;

/** A check that goes through all texts, perhaps more than once: it gives what it does with each text that is read. */
export type Passes<Result> = Generator<(place: number) => void, Result, void>;

/** Several checks of the same texts: a pass of one is a pass of all, for which every text is read once. */
export function* inPasses<Results extends Readonly<Record<string, unknown>>>(
  texts: TextList,
  checks: { readonly [Name in keyof Results]: Passes<Results[Name]> },
): Sliced<Results> {
  const found: Record<string, unknown> = {};
  for (;;) {
    const uses: ((place: number) => void)[] = [];
    for (const [name, check] of Object.entries<Passes<unknown>>(checks)) {
      const next = name in found ? null : check.next();
      if (next?.done === true) found[name] = next.value;
      else if (next !== null) uses.push(next.value);
    }
    if (uses.length === 0) return found as Results;
    for (let place = 0; place < texts.length; place++) {
      if (place % SLICE_TEXTS === 0) yield place / texts.length;
      texts.readAt(place);
      for (const use of uses) use(place);
    }
  }
}

/** Scripts that are told apart; letters of all others are one. */
const SCRIPTS = 'Latin Cyrillic Greek Arabic Devanagari Han Hiragana Hangul Thai Hebrew'
  .split(' ')
  .map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));
const OTHERS = SCRIPTS.length;
const LATIN = 0;
const [NO_LETTER, UNKNOWN] = [-1, -2];
/** Of each UTF-16 unit the place of its script, once a text has had it. */
const SCRIPT_OF = new Int8Array(0x10000).fill(UNKNOWN);

function scriptOfUnit(code: number): number {
  if (SCRIPT_OF[code] === UNKNOWN) {
    const sign = String.fromCharCode(code);
    const script = SCRIPTS.findIndex((letters) => letters.test(sign));
    SCRIPT_OF[code] = script >= 0 ? script : /\p{L}/u.test(sign) ? OTHERS : NO_LETTER;
  }
  return SCRIPT_OF[code];
}

/** A script is the file's own from this share of its texts on. */
const OWN_SCRIPT = 0.1;
/** The commonest words, and how many texts they are counted over. */
const COMMON_WORDS = 100;
const COUNTED_TEXTS = 2_000;
/** A shorter text may do without a common word. */
const FEWEST_WORDS = 5;
/** A list of names has few common words too: where more texts than this seem foreign, the file is such a list. */
const MOST_FOREIGN = 0.05;

/** Of a text: its letters are of another script, or it has hardly any common word. */
const OTHER_SCRIPT = 1;
const RARE = 2;

/** Place of the script that most letters of a text have; `NO_LETTER` for a text without any. Of a long text its beginning counts. */
function scriptOf(text: string): number {
  const beginning = text.slice(0, 400);
  const counts = new Uint32Array(OTHERS + 1);
  for (let at = 0; at < beginning.length; at++) {
    const script = scriptOfUnit(beginning.charCodeAt(at));
    if (script !== NO_LETTER) counts[script] += 1;
  }
  const most = Math.max(...counts.subarray(0, OTHERS));
  if (most > 0) return counts.indexOf(most);
  return counts[OTHERS] > 0 ? OTHERS : NO_LETTER;
}

/** A text of another language has words that no text of this one has; a list of goods or places has not. */
const UNKNOWN_WORDS = 0.2;
/** The words of this language are those of so many texts. */
const KNOWN_TEXTS = 10_000;
/** Names begin with a capital, and are new in every text: they tell nothing. */
const LOWER_CASE = /(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu;

/**
 * Texts in another script or language than the others: letters of a script that fewer than a tenth of them have, or hardly any of
 * their hundred commonest words and a fifth of words that no other text has.
 * @param mostCommon share of its words up to which a text has hardly any of the common ones
 * @param wordsOf a text's words in their order, each as the same number wherever it stands
 * @returns a flag for each text
 */
export function* foreignTexts(
  texts: TextList,
  mostCommon: number,
  wordsOf: (text: string) => Int32Array | readonly number[],
): Passes<Uint8Array> {
  const counted = spread(texts.length, COUNTED_TEXTS);
  const frequency = new Map<number, { word: number; last: number; texts: number }>();
  for (const at of counted) {
    for (const word of wordsOf(texts.text(at))) {
      let known = frequency.get(word);
      if (known === undefined) frequency.set(word, (known = { word, last: -1, texts: 0 }));
      known.texts += Number(known.last !== at);
      known.last = at;
    }
  }
  const mostFrequent = [...frequency.values()].sort((a, b) => b.texts - a.texts).slice(0, COMMON_WORDS);
  const common = new Set(mostFrequent.map(({ word }) => word));
  const isRare = (text: string): boolean => {
    const words = wordsOf(text);
    let left = mostCommon * words.length;
    for (let i = 0; i < words.length && left >= 0; i++) left -= Number(common.has(words[i]));
    return words.length >= FEWEST_WORDS && left >= 0;
  };
  const [scripts, found] = [new Int8Array(texts.length), new Uint8Array(texts.length)];
  const [ofScript, rareOfScript] = [new Uint32Array(OTHERS + 2), new Uint32Array(OTHERS + 2)];
  yield (at) => {
    scripts[at] = texts.isLatin ? LATIN : scriptOf(texts.text(at));
    const place = scripts[at] + 1;
    ofScript[place] += 1;
    // With so many rare texts a script is that of a list, or as a whole another than the file's own: whatever follows.
    if (rareOfScript[place] > MOST_FOREIGN * texts.length || !isRare(texts.text(at))) return;
    found[at] = RARE;
    rareOfScript[place] += 1;
  };
  const lettered = texts.length - ofScript[NO_LETTER + 1];
  scripts.forEach((script, at) => {
    if (script !== NO_LETTER && ofScript[script + 1] < OWN_SCRIPT * lettered) found[at] = OTHER_SCRIPT;
  });
  const rare = found.filter((flag) => flag === RARE).length;
  if (rare === 0 || rare > MOST_FOREIGN * texts.length)
    return found.map((flag) => Number(flag === OTHER_SCRIPT));
  const others = spread(texts.length, KNOWN_TEXTS).filter((at) => found[at] === 0);
  const known = new Set(others.flatMap((at) => [...wordsOf(texts.text(at))]));
  const isForeign = (text: string): boolean => {
    const unknown = (text.match(LOWER_CASE) ?? []).filter((word) => !known.has(wordsOf(word)[0]));
    return unknown.length >= UNKNOWN_WORDS * wordsOf(text).length;
  };
  return found.map((flag, at) =>
    Number(flag === OTHER_SCRIPT || (flag === RARE && isForeign(texts.text(at)))),
  );
}

/** Places of about `most` of so many texts, spread over all of them. */
function spread(texts: number, most: number): number[] {
  const step = Math.max(1, Math.floor(texts / most));
  return Array.from({ length: Math.ceil(texts / step) }, (_, i) => i * step);
}

/** A sentence that stands in many of the texts of one side. */
export interface StockSentence {
  readonly sentence: string;
  /** Shares of the negatives, and of the positives, that hold it. */
  readonly negatives: number;
  readonly positives: number;
}

/** A sentence is stock from so many distinct texts and this share of the negatives on, at so many times the share of the positives. */
const FEWEST_TEXTS = 10;
const LEAST_SHARE = 0.01;
const TIMES_THE_POSITIVES = 4;
/** Sentences looked at are counted in so many places. */
const PLACES = 1 << 20;

/**
 * Sentences that stand in far more negatives than positives, the most frequent first.
 * @param negatives how often each text is a negative
 * @param positives likewise
 * @returns the sentences, and a flag for each text that holds one
 */
export function* stockSentences(
  texts: TextList,
  negatives: ArrayLike<number>,
  positives: ArrayLike<number>,
): Passes<{ readonly sentences: readonly StockSentence[]; readonly holds: Uint8Array }> {
  const all = { negatives: sumOf(negatives), positives: sumOf(positives) };
  const standing = new Uint32Array(PLACES);
  let most = 0;
  const add = (hash: number, times: number) => (standing[hash & (PLACES - 1)] += times);
  yield (at) => texts.eachSentence((_, __, hash) => (most = Math.max(most, add(hash, negatives[at]))));
  // Few sentences stand in many negatives: only they are counted by their words.
  const least = Math.max(1, LEAST_SHARE * all.negatives);
  const counted = new Map<string, { last: number; texts: number; negatives: number; positives: number }>();
  const count = (at: number) =>
    texts.eachSentence((start, end, hash) => {
      if (standing[hash & (PLACES - 1)] < least) return;
      const sentence = texts.text(at, start, end);
      const known = counted.get(sentence) ?? { last: -1, texts: 0, negatives: 0, positives: 0 };
      if (known.last === at) return;
      known.last = at;
      known.texts += 1;
      known.negatives += negatives[at];
      known.positives += positives[at];
      counted.set(sentence, known);
    });
  if (most >= least) yield count;
  const sentences = [...counted]
    .filter(([, own]) => own.texts >= FEWEST_TEXTS)
    .map(([sentence, own]) => ({
      sentence,
      negatives: own.negatives / Math.max(1, all.negatives),
      positives: own.positives / Math.max(1, all.positives),
    }))
    .filter(({ negatives: n, positives: p }) => n >= LEAST_SHARE && n > TIMES_THE_POSITIVES * p)
    .sort((a, b) => b.negatives - a.negatives);
  const holds = new Uint8Array(negatives.length);
  // It may follow words without a stop.
  const isHeld = (text: string) => sentences.some(({ sentence }) => text.includes(sentence));
  if (sentences.length > 0) yield (at) => (holds[at] = Number(isHeld(texts.text(at))));
  return { sentences, holds };
}
