/**
 * Builds public/demo/ from scripts/demo/facts/: `npm run bench -- --make demo`. The same facts and the same encoder give
 * the same files. One source is mined by potion-base-2M of ../shared. It must not be the bundled encoder, which judges
 * the demo: no encoder should judge what it mined.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from '../lib/commands.mjs';
import { writeFormatted } from '../lib/formatted.mjs';
import { PROJECT } from '../lib/paths.mjs';
import { withSource } from '../lib/source-modules.mjs';
import { SetupError } from '../setup.mjs';

/** @typedef {import('./sources').Corpus} Corpus */

/** The encoder that mines the source "embedding": minishlab/potion-base-2M (MIT). */
const MINER = 'potion-base-2M';

const LICENSE = `The texts in this folder were written for the Negscope project and are under the MIT licence, as the project is.

They are made by \`npm run bench -- --make demo\` from scripts/demo/facts/. The passages whose docid ends in -w1, -w2 and so on
were written to mislead: they do not answer their query, and some of them say what is not true. Do not use them as a
reference for anything.
`;

/** Writes the demo's files anew. Needs the built page. */
export async function makeDemo() {
  await withSource('/scripts/demo/sources.ts', (made) =>
    writeDemo(/** @type {typeof import('./sources')} */ (made)),
  );
}

/** @param {typeof import('./sources')} made */
async function writeDemo(made) {
  const target = join(PROJECT, 'public', 'demo');
  const { BM25, MINED_NEGATIVES, bm25Source, minedSource, randomSource, readFacts, toLines, writtenSource } =
    made;
  const corpus = readFacts(join(PROJECT, 'scripts', 'demo', 'facts'));
  const sources = [
    {
      name: 'bm25',
      how: `The ${MINED_NEGATIVES} passages that BM25 (k1 ${BM25.k1}, b ${BM25.b}) ranks highest for the query without its stop words, the positive left out.`,
      records: bm25Source(corpus),
    },
    {
      name: 'embedding',
      how: `The ${MINED_NEGATIVES} passages nearest to the query by cosine under ${MINER}, which does not judge them here, the positive left out.`,
      records: minedSource(corpus, await mineDense(corpus, made)),
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

  const index = {
    files: sources.map(({ name, how }) => ({ path: `${name}.jsonl`, address: `${name}.jsonl`, note: how })),
    reference: ['bm25', 'embedding', 'written'],
  };

  mkdirSync(target, { recursive: true });
  for (const { name, records } of sources) writeFileSync(join(target, `${name}.jsonl`), toLines(records));
  await writeFormatted(join(target, 'index.json'), JSON.stringify(index, null, 2));
  writeFileSync(join(target, 'LICENSE'), LICENSE);

  const count = sources.map(
    ({ name, records }) => `${name} ${records.flatMap((r) => r.negative_passages).length}`,
  );
  console.log(`public/demo: ${corpus.queries.length} records a source; negatives: ${count.join(', ')}.`);
}

/**
 * What `negscope mine` finds nearest under the miner's encoder, in Tevatron's form.
 *
 * @param {Corpus} corpus
 * @param {Pick<typeof import('./sources'), 'MINED_NEGATIVES' | 'toLines'>} made
 * @returns {Promise<string>}
 * @throws {SetupError} where it cannot be mined
 */
export async function mineDense({ passages, queries }, { MINED_NEGATIVES, toLines }) {
  const folder = join(PROJECT, '.cache', 'demo');
  mkdirSync(join(folder, 'qrels'), { recursive: true });
  const judged = queries.map(({ id, positive }) => `${id}\t${positive}\t1\n`);
  writeFileSync(
    join(folder, 'corpus.jsonl'),
    toLines(passages.map(({ id, ...rest }) => ({ _id: id, ...rest }))),
  );
  writeFileSync(
    join(folder, 'queries.jsonl'),
    toLines(queries.map(({ id, query }) => ({ _id: id, text: query }))),
  );
  writeFileSync(join(folder, 'qrels', 'train.tsv'), `query-id\tcorpus-id\tscore\n${judged.join('')}`);
  const { code } = await run(process.execPath, [
    join(PROJECT, 'scripts', 'negscope.mjs'),
    ...['mine', folder, '--out', folder, '--method', 'dense', '--format', 'tevatron'],
    ...['--exclude-same-query', 'no', '--exclude-query', 'no', '--exclude-copies', 'none'],
    ...['--model', join(PROJECT, '..', 'shared', 'models', MINER), '--num-negatives', `${MINED_NEGATIVES}`],
  ]);
  if (code !== 0) throw new SetupError('The demo could not be mined; the reason stands above.');
  return readFileSync(join(folder, 'dense.jsonl'), 'utf8');
}
