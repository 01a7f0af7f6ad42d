/** Regular English inflection, and the root that derived words share. General rules, no data. */

const VOWELS = 'aeiou';
/** @param {string | undefined} letter */
const isVowel = (letter) => letter !== undefined && VOWELS.includes(letter);

/** Verbs of two syllables that double their last letter because they are stressed on it. */
const STRESSED_LAST = new Set(
  'admit permit commit submit omit transmit occur refer prefer infer transfer control compel propel rebel'.split(
    ' ',
  ),
);

/**
 * Whether the last consonant is doubled before a vowel: one syllable ending consonant, vowel, consonant (run,
 * stop, but not fix, play, row), or stressed on the last.
 * @param {string} word
 */
function doubles(word) {
  if (STRESSED_LAST.has(word)) return true;
  return /^[^aeiou]*[aeiouy][^aeiouwxy]$/.test(word) || /^qu[aeiou][^aeiouwxy]$/.test(word);
}

/**
 * The word before a suffix that starts with a vowel: make → mak, stop → stopp, carry → carri (not before i).
 * @param {string} word
 * @param {string} suffix
 */
function join(word, suffix) {
  if (word.endsWith('ie') && suffix.startsWith('i')) return `${word.slice(0, -2)}y${suffix}`;
  if (word.endsWith('e') && (suffix.startsWith('e') || !/[eoy]e$/.test(word)))
    return word.slice(0, -1) + suffix;
  if (/[^aeiou]y$/.test(word) && !suffix.startsWith('i')) return `${word.slice(0, -1)}i${suffix}`;
  return word + (doubles(word) ? word.slice(-1) : '') + suffix;
}

/**
 * Plural of a noun, third person of a verb.
 * @param {string} word
 * @returns {string | undefined} undefined for a word that ends in a plain s: it has no other form
 */
function withS(word) {
  if (/(us|ss|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (word.endsWith('s')) return undefined;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/**
 * Comparative, superlative, adverb and noun of an adjective.
 * @param {string} word
 */
function adjectiveForms(word) {
  const adverb = /[^l]le$/.test(word)
    ? `${word.slice(0, -1)}y`
    : word.endsWith('ic')
      ? `${word}ally`
      : word.endsWith('ll')
        ? `${word}y`
        : `${word.endsWith('y') ? `${word.slice(0, -1)}i` : word}ly`;
  const short = /^[^aeiou]*[aeiou]+[^aeiou]*e?$/.test(word) || /^[^aeiou]*[aeiou]+[^aeiou]+y$/.test(word);
  return short ? [adverb, join(word, 'er'), join(word, 'est'), `${word.replace(/y$/, 'i')}ness`] : [adverb];
}

/**
 * The other regular forms of a word.
 * @param {string} word
 * @param {string} kind `n` noun, `v` verb, `a` adjective, anything else: no forms
 * @returns {string[]}
 */
export function inflections(word, kind) {
  const s = withS(word);
  if (kind === 'n') return s === undefined ? [] : [s];
  if (kind === 'a') return adjectiveForms(word);
  if (kind !== 'v') return [];
  return [...(s === undefined ? [] : [s]), join(word, 'ed'), join(word, 'ing')];
}

/** Derivational endings, longest first, that leave a root of four letters or more. */
const ENDINGS = (
  'ization isation istry atic acy iveness fulness ousness ational ability ibility ication ically ations ation ition ement ments ' +
  'ment ness ance ence ancy ency able ible ical ally ists ist isms ism ize ise ive ions ion ing ings ery ian ians ' +
  'ity ies ous ful less ship hood ers ors er or ed al ic ar ly ate ant ent age es s y e i'
)
  .split(' ')
  .sort((a, b) => b.length - a.length);

/**
 * What is left of a word without its endings, so that derived words meet: nation, national, nationalism, nationality
 * → nation; at most three endings are taken, and four letters stay.
 * @param {string} word
 * @returns {string}
 */
export function rootOf(word) {
  let root = word;
  for (let turn = 0; turn < 3; turn++) {
    const ending = ENDINGS.find((end) => root.endsWith(end) && root.length - end.length >= 4);
    if (ending === undefined) break;
    root = root.slice(0, -ending.length);
  }
  return isVowel(root.slice(-1)) || !/(.)\1$/.test(root) ? root : root.slice(0, -1);
}
