/** The documents of docs/ as pages beside the built page, under `docs/`: the same policy, the same copy for use offline. */

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Marked } from 'marked';

import { PROJECT } from './paths.mjs';

/** In this order; what is not named follows by name. */
const FIRST = [
  'GUIDE',
  'FORMATS',
  'MODELS',
  'MINING',
  'JUDGE',
  'METHOD',
  'CERTAINTY',
  'EVIDENCE',
  'PRIVACY',
  'RELIABILITY',
  'REPORT',
  'REFERENCE',
  'SCALE',
  'NOTEBOOK',
];

/** @typedef {{ name: string, title: string, html: string }} Document */

/** @param {string} text of a heading @returns {string} the anchor that GitHub gives it */
function anchorOf(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** @param {string} text @returns {string} */
function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * @param {string} name without its ending
 * @param {string} markdown
 * @param {readonly string[]} names of all documents
 * @returns {Document}
 */
function rendered(name, markdown, names) {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(plain(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const [, target = '', anchor = ''] = /^(?:\.\.\/|docs\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
        if (names.includes(target)) return `<a href="${target}.html${anchor}">${words}</a>`;
        if (target === 'README') return `<a href="../">${words}</a>`;
        // The rest of the repository is not part of the site.
        return /^(https:|#)/.test(href) ? `<a href="${escaped(href)}">${words}</a>` : words;
      },
    },
  });
  const [, title = name] = /^# (.*)$/m.exec(markdown) ?? [];
  // What scrolls sideways is reached by keyboard too.
  const html = marked.parse(markdown, { async: false }).replace(/<(table|pre)>/g, '<$1 tabindex="0">');
  return { name, title: plain(title), html };
}

/** @param {string} markdown @returns {string} its words */
function plain(markdown) {
  return markdown
    .replace(/[|`*#>]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * @param {string} title
 * @param {readonly Document[]} documents
 * @param {string} main
 * @param {string} [current] name of the document shown
 */
function page(title, documents, main, current) {
  const links = documents.map(
    ({ name, title: words }) =>
      `<li><a href="${name}.html"${name === current ? ' aria-current="page"' : ''}>${escaped(words)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Negscope</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<header><a href="../">Negscope</a> <span>Documentation</span></header>
<nav aria-label="Documents">
<ul>${links.join('')}</ul>
</nav>
<main>
${main}
</main>
</body>
</html>
`;
}

/** Writes the documents into a build. @param {string} folder of the build */
export function writeDocs(folder) {
  const site = join(folder, 'docs');
  mkdirSync(site, { recursive: true });
  const files = readdirSync(join(PROJECT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file));
  const paths = new Map(
    [...files, ...['CONTRIBUTING.md', 'CHANGELOG.md'].filter((path) => existsSync(join(PROJECT, path)))].map(
      (path) => [path.replace(/^.*[/\\]|\.md$/g, ''), path],
    ),
  );
  const rank = (/** @type {string} */ name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const names = [...paths.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const documents = names.map((name) =>
    rendered(name, readFileSync(join(PROJECT, paths.get(name) ?? ''), 'utf8'), names),
  );
  for (const { name, title, html } of documents) {
    writeFileSync(join(site, `${name}.html`), page(title, documents, html, name));
  }
  const first = documents[0];
  if (first)
    writeFileSync(join(site, 'index.html'), page('Documentation', documents, first.html, first.name));
  const tokens = readFileSync(join(PROJECT, 'src', 'ui', 'styles', 'tokens.css'), 'utf8');
  writeFileSync(
    join(site, 'docs.css'),
    tokens + readFileSync(join(PROJECT, 'scripts', 'docs', 'docs.css'), 'utf8'),
  );
  cpSync(join(PROJECT, 'docs', 'images'), join(site, 'images'), { recursive: true });
}
