/** What is wrong with a text by itself, or beside the other texts of its file: markup, broken letters, another language, a stock sentence. */

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

/** Scripts that are told apart; letters of all others are one. */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Devanagari',
  'Han',
  'Hiragana',
  'Hangul',
  'Thai',
  'Hebrew',
];
const OF_SCRIPT = SCRIPTS.map((name) => new RegExp(`\\p{Script=${name}}`, 'gu'));

/** A script is the file's own from this share of its texts on. */
const OWN_SCRIPT = 0.1;
/** The commonest words, and how many texts they are counted over. */
const COMMON_WORDS = 100;
const COUNTED_TEXTS = 2_000;
/** A shorter text may do without a common word. */
const FEWEST_WORDS = 5;
/** A list of names has few common words too: where more texts than this seem foreign, the file is such a list. */
const MOST_FOREIGN = 0.05;

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Place of the script that most letters of a text have; −1 for a text without letters. Of a long text its beginning counts. */
function scriptOf(text: string): number {
  const beginning = text.slice(0, 400);
  const counts = OF_SCRIPT.map((letters) => beginning.match(letters)?.length ?? 0);
  const most = Math.max(...counts);
  return most === 0 ? (/\p{L}/u.test(beginning) ? SCRIPTS.length : -1) : counts.indexOf(most);
}

const FNV_PRIME = 0x01000193;
const FNV_START = 0x811c9dc5;

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
export function foreignTexts(
  texts: readonly string[],
  mostCommon: number,
  wordsOf: (text: string) => ArrayLike<number>,
): Uint8Array {
  const found = new Uint8Array(texts.length);
  const scripts = Int8Array.from(texts, (text) => (isAscii(text) ? 0 : scriptOf(text)));
  const perScript = new Map<number, number>();
  for (const script of scripts) perScript.set(script, (perScript.get(script) ?? 0) + 1);
  const frequency = new Map<number, number>();
  const step = Math.max(1, Math.floor(texts.length / COUNTED_TEXTS));
  for (let at = 0; at < texts.length; at += step)
    for (const word of new Set(Array.from(wordsOf(texts[at]))))
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const common = new Set(
    [...frequency]
      .sort(([, a], [, b]) => b - a)
      .slice(0, COMMON_WORDS)
      .map(([word]) => word),
  );
  let rare = 0;
  texts.forEach((text, at) => {
    const script = scripts[at];
    if (script >= 0 && (perScript.get(script) ?? 0) < OWN_SCRIPT * texts.length) {
      found[at] = 1;
      return;
    }
    const words = wordsOf(text);
    if (words.length < FEWEST_WORDS) return;
    let shared = 0;
    for (let i = 0; i < words.length; i++) shared += Number(common.has(words[i]));
    if (shared > mostCommon * words.length) return;
    found[at] = 2;
    rare += 1;
  });
  if (rare > MOST_FOREIGN * texts.length) return found.map((flag) => Number(flag === 1));
  const known = rare === 0 ? new Set<number>() : wordsOfSome(texts, found, wordsOf);
  const isForeign = (text: string): boolean => {
    const unknown = (text.match(LOWER_CASE) ?? []).filter((word) => !known.has(wordsOf(word)[0]));
    return unknown.length >= UNKNOWN_WORDS * wordsOf(text).length;
  };
  return found.map((flag, at) => Number(flag === 1 || (flag === 2 && isForeign(texts[at]))));
}

/** Words of texts without a flag, spread over all of them. */
function wordsOfSome(
  texts: readonly string[],
  flags: Uint8Array,
  wordsOf: (text: string) => ArrayLike<number>,
): ReadonlySet<number> {
  const words = new Set<number>();
  const step = Math.max(1, Math.floor(texts.length / KNOWN_TEXTS));
  for (let at = 0; at < texts.length; at += step) {
    if (flags[at] !== 0) continue;
    const own = wordsOf(texts[at]);
    for (let i = 0; i < own.length; i++) words.add(own[i]);
  }
  return words;
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

/** Calls `visit` with the hash of each sentence of a text, and where it stands. */
function eachSentence(text: string, visit: (hash: number, start: number, end: number) => void): void {
  let start = 0;
  let hash = FNV_START;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 10;
    const isStop = code === 46 || code === 33 || code === 63 || code === 0x3002;
    const follows = text.charCodeAt(at + 1);
    const ends = code === 10 || (isStop && !(follows > 32));
    if (!ends && start === at && code <= 32) {
      start = at + 1;
      continue;
    }
    hash = Math.imul(hash ^ code, FNV_PRIME);
    if (!ends) continue;
    const end = Math.min(text.length, at + 1);
    if (end - start >= SHORTEST) visit(hash, start, end);
    start = at + 1;
    hash = FNV_START;
  }
}

/**
 * Sentences that stand in far more negatives than positives, the most frequent first.
 * @param negatives how often each text is a negative
 * @param positives likewise
 * @returns the sentences, and a flag for each text that holds one
 */
export function stockSentences(
  texts: readonly string[],
  negatives: ArrayLike<number>,
  positives: ArrayLike<number>,
): { readonly sentences: readonly StockSentence[]; readonly holds: Uint8Array } {
  const holds = new Uint8Array(texts.length);
  const distinct = new Uint16Array(PLACES);
  texts.forEach((text) => {
    const seen = new Set<number>();
    eachSentence(text, (hash) => {
      const place = hash & (PLACES - 1);
      if (seen.has(place)) return;
      seen.add(place);
      distinct[place] = Math.min(65_535, distinct[place] + 1);
    });
  });
  // Few sentences stand in many texts: only they are counted by their words.
  const counted = new Map<string, { texts: number[]; negatives: number; positives: number }>();
  const sum = (of: ArrayLike<number>) => texts.reduce((all, _, at) => all + of[at], 0);
  const [allNegatives, allPositives] = [sum(negatives), sum(positives)];
  texts.forEach((text, at) => {
    const seen = new Set<string>();
    eachSentence(text, (hash, start, end) => {
      if (distinct[hash & (PLACES - 1)] < FEWEST_TEXTS) return;
      const sentence = text.slice(start, end);
      if (seen.has(sentence)) return;
      seen.add(sentence);
      const known = counted.get(sentence) ?? { texts: [], negatives: 0, positives: 0 };
      known.texts.push(at);
      known.negatives += negatives[at];
      known.positives += positives[at];
      counted.set(sentence, known);
    });
  });
  const sentences = [...counted].flatMap(([sentence, own]) => {
    const shares = {
      negatives: own.negatives / Math.max(1, allNegatives),
      positives: own.positives / Math.max(1, allPositives),
    };
    const isStock =
      own.texts.length >= FEWEST_TEXTS &&
      shares.negatives >= LEAST_SHARE &&
      shares.negatives > TIMES_THE_POSITIVES * shares.positives;
    return isStock ? [{ sentence, ...shares }] : [];
  });
  // It may follow words without a stop.
  if (sentences.length > 0)
    texts.forEach(
      (text, at) => (holds[at] = Number(sentences.some(({ sentence }) => text.includes(sentence)))),
    );
  return { sentences: sentences.sort((a, b) => b.negatives - a.negatives), holds };
}
