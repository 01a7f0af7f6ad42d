/** MiniSearch on the same passages and queries, in a process of its own: JSON in a file, figures on standard output. */

import { readFileSync } from 'node:fs';

import MiniSearch from 'minisearch';

/** @type {{ passages: string[], queries: string[], k: number }} */
const { passages, queries, k } = JSON.parse(readFileSync(String(process.argv[2]), 'utf8'));

const start = performance.now();
const index = new MiniSearch({ fields: ['text'], searchOptions: { fuzzy: false, prefix: false } });
index.addAll(passages.map((text, id) => ({ id, text })));
const indexed = performance.now();
let found = 0;
for (const query of queries) found += index.search(query).slice(0, k).length;
const seconds = (performance.now() - indexed) / 1000;
process.stdout.write(JSON.stringify({ index: (indexed - start) / 1000, search: seconds, found }));
