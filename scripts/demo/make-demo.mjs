/**
 * Builds public/demo/ from scripts/demo/facts/: `npm run bench -- --make demo`. The same facts and the same encoder give
 * the same files. One source is mined by potion-base-2M of ../shared. It must not be the bundled encoder, which judges
 * the demo: no encoder should judge what it mined.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { format } from 'prettier';

import { PROJECT } from '../lib/paths.mjs';
import { B, K1 } from './bm25.mjs';
import { cosines } from './encoder.mjs';
import { readFacts } from './facts.mjs';
import {
  MINED_NEGATIVES,
  bm25Source,
  passageText,
  randomSource,
  rankedSource,
  toNdjson,
  writtenSource,
} from './sources.mjs';

/** The encoder that mines the source "embedding": minishlab/potion-base-2M (MIT). */
const MINER = 'potion-base-2M';

const LICENSE = `The texts in this folder were written for the Negscope project and are under the MIT licence, as the project is.

They are made by \`npm run bench -- --make demo\` from scripts/demo/facts/. The passages whose docid ends in -w1, -w2 and so on
were written to mislead: they do not answer their query, and some of them say what is not true. Do not use them as a
reference for anything.
`;

/** Writes the demo's files anew. */
export async function makeDemo() {
  const corpus = readFacts(join(PROJECT, 'scripts', 'demo', 'facts'));
  const scores = await cosines(
    join(PROJECT, '..', 'shared', 'models', MINER),
    corpus.queries.map(({ query }) => query),
    corpus.passages.map(passageText),
  );

  const sources = [
    {
      name: 'bm25',
      how: `The ${MINED_NEGATIVES} passages that BM25 (k1 ${K1}, b ${B}) ranks highest for the query without its stop words, the positive left out.`,
      records: bm25Source(corpus),
    },
    {
      name: 'embedding',
      how: `The ${MINED_NEGATIVES} passages nearest to the query by cosine under ${MINER}, which does not judge them here, the positive left out.`,
      records: rankedSource(corpus, [scores]),
    },
    {
      name: 'written',
      how: 'Passages written by hand to look like an answer to the query without being one.',
      records: writtenSource(corpus),
    },
    {
      name: 'random',
      how: `${MINED_NEGATIVES} random passages for each question, never its positive.`,
      records: randomSource(corpus),
    },
  ];

  const about =
    `${corpus.queries.length} questions over ${corpus.passages.length} short passages of general knowledge, written for this project. ` +
    'The passages of the source "written" are deliberately off the point, and some of their statements are false.';

  const index = {
    sources: sources.map(({ name, how }) => ({ file: `${name}.jsonl`, name, how })),
    reference: ['bm25', 'embedding', 'written'],
    about,
  };

  const target = join(PROJECT, 'public', 'demo');
  mkdirSync(target, { recursive: true });
  for (const { name, records } of sources) writeFileSync(join(target, `${name}.jsonl`), toNdjson(records));
  writeFileSync(
    join(target, 'index.json'),
    await format(JSON.stringify(index, null, 2), { parser: 'json', printWidth: 110 }),
  );
  writeFileSync(join(target, 'LICENSE'), LICENSE);

  const count = sources.map(
    ({ name, records }) => `${name} ${records.flatMap((r) => r.negative_passages).length}`,
  );
  console.log(`public/demo: ${corpus.queries.length} records a source; negatives: ${count.join(', ')}.`);
}
