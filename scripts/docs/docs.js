/** Search over all documents: sections that hold every word, those with a word in their title first. */

const MOST = 12;

/** @typedef {{ title: string, at: string, text: string }} Section */

const input = /** @type {HTMLInputElement} */ (document.getElementById('search'));
const list = /** @type {HTMLElement} */ (document.getElementById('found'));

/** Fetched at the first letter. @type {Promise<Section[]> | null} */
let sections = null;

/** @param {Section} section @param {string} word @returns {HTMLLIElement} */
function item({ title, at, text }, word) {
  const link = Object.assign(document.createElement('a'), { href: at, textContent: title });
  const found = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  const excerpt = Object.assign(document.createElement('span'), {
    textContent: text.slice(found, found + 120),
  });
  const entry = document.createElement('li');
  entry.append(link, excerpt);
  return entry;
}

input.addEventListener('input', async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  sections ??= fetch('search.json').then((response) => response.json());
  const all = await sections;
  const holds = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word));
  const found = words.length === 0 ? [] : all.filter(({ title, text }) => holds(`${title} ${text}`));
  found.sort((a, b) => Number(holds(b.title)) - Number(holds(a.title)));
  list.replaceChildren(...found.slice(0, MOST).map((section) => item(section, words[0] ?? '')));
  if (words.length > 0 && found.length === 0) {
    list.replaceChildren(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }));
  }
});
