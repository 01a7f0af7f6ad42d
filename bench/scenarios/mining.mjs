/** BM25 beside BM25S, and exact top k of vectors beside a BLAS product. */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';

import { BENCH, CACHE, PROJECT } from '../../scripts/lib/paths.mjs';
import { openSources } from '../../scripts/lib/source-modules.mjs';
import { inSeconds, inTimes } from '../lib/line.mjs';

/** @typedef {Awaited<ReturnType<typeof openSources>>} Sources */
/** @typedef {{ sources: Sources, random: () => number, folder: string }} Ground */

const execute = promisify(execFile);

const SIZES = {
  full: { passages: 1_000_000, queries: 1000, vectors: 25_000 },
  quick: { passages: 5000, queries: 200, vectors: 1000 },
};
const K = 10;
const DIMENSION = 384;
const WORDS = 60_000;
const MOST_TO_BLAS = 1.5;

/** @type {import('../types').Scenario} */
export const mining = {
  id: 'mining',
  about:
    `In Node, one thread each, processor seconds. BM25: made texts by Zipf's law, top ${K} of ${SIZES.full.queries} queries, beside BM25S in Python. ` +
    `Dense: unit vectors around a hundred centres, d = ${DIMENSION}, exact top ${K}, beside the product alone by NumPy's BLAS.`,

  async run({ quick, say }) {
    const { passages, queries, vectors } = quick ? SIZES.quick : SIZES.full;
    const folder = mkdtempSync(join(CACHE, 'mining-'));
    const sources = await openSources();
    try {
      const { seededRandom } = await sources.ssrLoadModule('/src/scoring/random.ts');
      say('mining: BM25');
      const text = await benchText({ sources, random: seededRandom(1), folder }, passages, queries);
      say('mining: dense');
      return [...text, ...(await benchDense({ sources, random: seededRandom(2), folder }, vectors))];
    } finally {
      await sources.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Words by Zipf's law. @param {() => number} random @param {number} count */
function drawText(random, count) {
  return Array.from({ length: count }, () => `w${Math.floor(WORDS ** random())}x`).join(' ');
}

/** Unit vectors around a hundred centres, as those of texts are. @param {() => number} random @param {number} count */
function drawVectors(random, count) {
  const centres = Float32Array.from({ length: 100 * DIMENSION }, () => random() - 0.5);
  const all = new Float32Array(count * DIMENSION);
  for (let place = 0; place < count; place++) {
    const row = all.subarray(place * DIMENSION, (place + 1) * DIMENSION);
    const centre = Math.floor(random() * 100) * DIMENSION;
    for (let i = 0; i < DIMENSION; i++) row[i] = /** @type {number} */ (centres[centre + i]) + random() - 0.5;
    const norm = Math.hypot(...row);
    for (let i = 0; i < DIMENSION; i++) row[i] = /** @type {number} */ (row[i]) / norm;
  }
  return {
    all,
    at: (/** @type {number} */ place) => all.subarray(place * DIMENSION, (place + 1) * DIMENSION),
  };
}

/** Processor seconds since it was made, so that other work on the machine hardly counts. @returns {() => number} */
function processorClock() {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
}

/**
 * @param {string} script in bench/native/
 * @param {string[]} args
 * @returns {Promise<Record<string, number> | null>} null where Python or its library is not installed
 * @throws where it fails otherwise
 */
async function figuresOf(script, args) {
  try {
    return JSON.parse((await execute('python3', [join(BENCH, 'native', script), ...args])).stdout);
  } catch (error) {
    if (/spawn \S+ ENOENT|ModuleNotFoundError/.test(String(error))) return null;
    throw error;
  }
}

/** @param {Ground} ground @param {number} passages @param {number} queries */
async function benchText({ sources, random, folder }, passages, queries) {
  const { BM25_PRESETS, bm25Index } = await sources.ssrLoadModule('/src/mining/search/bm25.ts');
  const { atOnce } = await sources.ssrLoadModule('/src/scoring/sliced.ts');
  const files = { passages: join(folder, 'passages.txt'), queries: join(folder, 'queries.txt') };
  const lines = createWriteStream(files.passages);
  const texts = [];
  for (let i = 0; i < passages; i++) {
    const text = drawText(random, 20 + Math.floor(random() * 80));
    if (!lines.write(`${text}\n`)) await once(lines, 'drain');
    texts.push(text);
  }
  await finished(lines.end());
  const building = processorClock();
  const built = atOnce(bm25Index(texts, BM25_PRESETS.bm25s));
  const index = building();
  const asked = Array.from({ length: queries }, () => drawText(random, 4 + Math.floor(random() * 8)));
  writeFileSync(files.queries, asked.join('\n'));
  const searching = processorClock();
  for (const query of asked) built.search(query, K);
  const search = searching();
  const other = await figuresOf('bm25s_search.py', [files.passages, files.queries, String(K)]);
  const lacking = other === null ? 'BM25S is not installed for python3' : null;
  const to = (/** @type {number} */ own, /** @type {string} */ key) =>
    other === null ? null : own / Number(other[key]);
  const what = `BM25 index of ${passages.toLocaleString('en-US')} passages`;
  return [
    inSeconds(`${what}: time`, index),
    inTimes(`${what}: time to BM25S`, to(index, 'index'), null, lacking),
    inTimes(`${what}: a search to BM25S`, to(search, 'search'), null, lacking),
  ];
}

/** @param {Ground} ground @param {number} count */
async function benchDense({ sources, random, folder }, count) {
  const { NearestSearch } = await sources.ssrLoadModule('/src/mining/search/nearest.ts');
  const { compileCosines } = await sources.ssrLoadModule('/src/simd/cosines.ts');
  const load = (/** @type {string} */ name) => readFile(join(PROJECT, `src/simd/${name}.wasm`));
  const module = await compileCosines(load, count * DIMENSION);
  const [all, asked] = [drawVectors(random, count), drawVectors(random, count)];
  const dense = processorClock();
  const preparing = NearestSearch.prepare(module, { count, dimension: DIMENSION, row: all.at });
  let slice = preparing.next();
  while (slice.done !== true) slice = preparing.next();
  for (let first = 0; first < count; first += 64) {
    const some = Array.from({ length: Math.min(64, count - first) }, (_, i) => asked.at(first + i));
    slice.value.search(some, K);
  }
  const own = dense();
  const files = { queries: join(folder, 'queries.f32'), passages: join(folder, 'passages.f32') };
  writeFileSync(files.queries, asked.all);
  writeFileSync(files.passages, all.all);
  const job = join(folder, 'dense.json');
  writeFileSync(job, JSON.stringify({ ...files, dimension: DIMENSION }));
  const other = await figuresOf('dense.py', [job]);
  const what = `dense top ${K} of ${count.toLocaleString('en-US')} queries and as many passages, to the BLAS product`;
  const ratio = other === null ? null : own / Number(other['product']);
  return [inTimes(what, ratio, MOST_TO_BLAS, other === null ? 'NumPy is not installed for python3' : null)];
}
