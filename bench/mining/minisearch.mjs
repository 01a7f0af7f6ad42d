/** MiniSearch on the same passages and queries, in a process of its own: JSON in a file and how many queries to ask; processor seconds on standard output. */

import { readFileSync } from 'node:fs';

import MiniSearch from 'minisearch';

/** @type {{ passages: string[], queries: string[], k: number }} */
const { passages, queries, k } = JSON.parse(readFileSync(String(process.argv[2]), 'utf8'));

const start = process.cpuUsage();
/** @param {NodeJS.CpuUsage} since */
const seconds = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};
const index = new MiniSearch({ fields: ['text'], searchOptions: { fuzzy: false, prefix: false } });
index.addAll(passages.map((text, id) => ({ id, text })));
const indexing = seconds(start);
const searching = process.cpuUsage();
let found = 0;
for (const query of queries.slice(0, Number(process.argv[3])))
  found += index.search(query).slice(0, k).length;
process.stdout.write(JSON.stringify({ index: indexing, search: seconds(searching), found }));
