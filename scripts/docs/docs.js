/**
 * Search over all documents: sections in which every word begins a word of the text. Those with a word in their title come
 * first, then those that have the words whole.
 */

const MOST = 12;

/** Letters of an excerpt, and of what stands in it before the word. */
const EXCERPT = 120;
const BEFORE = 40;

/** @typedef {{ title: string, document: string, at: string, text: string }} Section */

const input = /** @type {HTMLInputElement} */ (document.getElementById('search'));
const list = /** @type {HTMLElement} */ (document.getElementById('found'));

/** Fetched at the first letter. @type {Promise<Section[]> | null} */
let sections = null;

/** @param {string} word @param {{ whole?: boolean }} [how] @returns {RegExp} finds it where a word begins */
function beginningOf(word, { whole = false } = {}) {
  const letters = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])${letters}${whole ? String.raw`(?![\p{L}\p{N}])` : ''}`,
    'iu',
  );
}

/** @param {string} text @param {string} word @returns {string} whole words around the first place of the word */
function excerptOf(text, word) {
  const at = Math.max(0, text.search(beginningOf(word)));
  const start = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const end = text.length <= start + EXCERPT ? text.length : text.lastIndexOf(' ', start + EXCERPT);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/** @param {Section} section @param {string} word @returns {HTMLLIElement} */
function item({ title, document: name, at, text }, word) {
  const link = Object.assign(document.createElement('a'), { href: at, textContent: title });
  const where = title === name ? '' : `${name}: `;
  const excerpt = Object.assign(document.createElement('span'), {
    textContent: `${where}${excerptOf(text, word)}`,
  });
  const entry = document.createElement('li');
  entry.append(link, excerpt);
  return entry;
}

input.addEventListener('input', async () => {
  const words = input.value.split(/\s+/).filter(Boolean);
  sections ??= fetch('search.json').then((response) => response.json());
  const all = await sections;
  const every = (/** @type {string} */ text, /** @type {{ whole?: boolean }} */ how = {}) =>
    words.every((word) => beginningOf(word, how).test(text));
  const ranked = ({ title = '', text = '' }) =>
    2 * Number(every(title)) + Number(every(`${title} ${text}`, { whole: true }));
  const found = words.length === 0 ? [] : all.filter(({ title, text }) => every(`${title} ${text}`));
  found.sort((a, b) => ranked(b) - ranked(a));
  list.replaceChildren(...found.slice(0, MOST).map((section) => item(section, words[0] ?? '')));
  if (words.length > 0 && found.length === 0) {
    list.replaceChildren(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }));
  }
});
