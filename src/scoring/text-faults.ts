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
  text(place: number): string;
}

const SLICE_TEXTS = 64;

/** Hands over one text after the other. */
export function* eachText(texts: TextList, use: (text: string, place: number) => void): Sliced<void> {
  for (let place = 0; place < texts.length; place++) {
    if (place % SLICE_TEXTS === 0) yield place / texts.length;
    use(texts.text(place), place);
  }
}

/** Scripts that are told apart; letters of all others are one. */
const SCRIPTS = 'Latin Cyrillic Greek Arabic Devanagari Han Hiragana Hangul Thai Hebrew'
  .split(' ')
  .map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));
const OTHERS = SCRIPTS.length;
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
  const counts = new Uint32Array(OTHERS + 1);
  for (let at = 0; at < Math.min(text.length, 400); at++) {
    const script = scriptOfUnit(text.charCodeAt(at));
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
  wordsOf: (text: string) => ArrayLike<number>,
): Sliced<Uint8Array> {
  const counted = spread(texts.length, COUNTED_TEXTS);
  const frequency = countsOf(counted.flatMap((at) => [...new Set(Array.from(wordsOf(texts.text(at))))]));
  const mostFrequent = [...frequency].sort(([, a], [, b]) => b - a).slice(0, COMMON_WORDS);
  const common = new Set(mostFrequent.map(([word]) => word));
  const isRare = (text: string): boolean => {
    const words = wordsOf(text);
    let shared = 0;
    for (let i = 0; i < words.length; i++) shared += Number(common.has(words[i]));
    return words.length >= FEWEST_WORDS && shared <= mostCommon * words.length;
  };
  const scripts = new Int8Array(texts.length);
  const found = new Uint8Array(texts.length);
  yield* eachText(texts, (text, at) => {
    scripts[at] = scriptOf(text);
    if (isRare(text)) found[at] = RARE;
  });
  const perScript = countsOf(scripts);
  const lettered = texts.length - (perScript.get(NO_LETTER) ?? 0);
  scripts.forEach((script, at) => {
    if (script !== NO_LETTER && (perScript.get(script) ?? 0) < OWN_SCRIPT * lettered)
      found[at] = OTHER_SCRIPT;
  });
  const rare = found.filter((flag) => flag === RARE).length;
  if (rare === 0 || rare > MOST_FOREIGN * texts.length)
    return found.map((flag) => Number(flag === OTHER_SCRIPT));
  const others = spread(texts.length, KNOWN_TEXTS).filter((at) => found[at] === 0);
  const known = new Set(others.flatMap((at) => Array.from(wordsOf(texts.text(at)))));
  const isForeign = (text: string): boolean => {
    const unknown = (text.match(LOWER_CASE) ?? []).filter((word) => !known.has(wordsOf(word)[0]));
    return unknown.length >= UNKNOWN_WORDS * wordsOf(text).length;
  };
  return found.map((flag, at) =>
    Number(flag === OTHER_SCRIPT || (flag === RARE && isForeign(texts.text(at)))),
  );
}

function countsOf(numbers: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
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
const SHORTEST = 12;
/** Sentences looked at are counted in so many places. */
const PLACES = 1 << 20;

const [NEWLINE, BLANK] = [0x0a, 0x20];
const [DOT, EXCLAMATION, QUESTION, IDEOGRAPHIC_STOP] = [0x2e, 0x21, 0x3f, 0x3002];

function isStop(code: number): boolean {
  return code === DOT || code === QUESTION || code === EXCLAMATION || code === IDEOGRAPHIC_STOP;
}

/**
 * The sentences of a text that are long enough. A sentence ends with its line, or at a stop before a blank; it begins with no blank.
 * @param use gets where it begins and ends, and its hash
 */
function eachSentence(text: string, use: (start: number, end: number, hash: number) => void): void {
  let [start, hash] = [-1, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (start < 0 && code > BLANK) start = at;
    if (start >= 0) hash = Math.imul(hash ^ code, 0x01000193);
    const ends = code === NEWLINE || (isStop(code) && !(text.charCodeAt(at + 1) > BLANK));
    if (!ends && at + 1 < text.length) continue;
    if (start >= 0 && at + 1 - start >= SHORTEST) use(start, at + 1, hash);
    [start, hash] = [-1, 0];
  }
}

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
): Sliced<{ readonly sentences: readonly StockSentence[]; readonly holds: Uint8Array }> {
  const all = { negatives: sumOf(negatives), positives: sumOf(positives) };
  const standing = new Uint32Array(PLACES);
  yield* eachText(texts, (text, at) => {
    eachSentence(text, (_, __, hash) => (standing[hash & (PLACES - 1)] += negatives[at]));
  });
  // Few sentences stand in many negatives: only they are counted by their words.
  const least = Math.max(1, LEAST_SHARE * all.negatives);
  const counted = new Map<string, { last: number; texts: number; negatives: number; positives: number }>();
  const count = (text: string, at: number) =>
    eachSentence(text, (start, end, hash) => {
      if (standing[hash & (PLACES - 1)] < least) return;
      const sentence = text.slice(start, end);
      const known = counted.get(sentence) ?? { last: -1, texts: 0, negatives: 0, positives: 0 };
      if (known.last === at) return;
      known.last = at;
      known.texts += 1;
      known.negatives += negatives[at];
      known.positives += positives[at];
      counted.set(sentence, known);
    });
  if (standing.some((times) => times >= least)) yield* eachText(texts, count);
  const sentences = [...counted]
    .filter(([, own]) => own.texts >= FEWEST_TEXTS)
    .map(([sentence, own]) => ({
      sentence,
      negatives: own.negatives / Math.max(1, all.negatives),
      positives: own.positives / Math.max(1, all.positives),
    }))
    .filter((own) => own.negatives >= LEAST_SHARE)
    .filter((own) => own.negatives > TIMES_THE_POSITIVES * own.positives)
    .sort((a, b) => b.negatives - a.negatives);
  const holds = new Uint8Array(texts.length);
  // It may follow words without a stop.
  const isHeld = (text: string) => sentences.some(({ sentence }) => text.includes(sentence));
  if (sentences.length > 0) yield* eachText(texts, (text, at) => (holds[at] = Number(isHeld(text))));
  return { sentences, holds };
}
