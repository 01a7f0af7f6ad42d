/** `npm run bench -- mining`: BM25 beside MiniSearch and BM25S, exact top-k of vectors beside a BLAS product, side by side. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { PROJECT } from '../../scripts/lib/paths.mjs';
import { openSources } from '../../scripts/lib/source-modules.mjs';
import { figure, seconds, times } from '../lib/format.mjs';
import { ensureNative } from '../lib/native.mjs';
import { BENCH, CACHE } from '../lib/paths.mjs';
import { markdownTable } from '../lib/table.mjs';

const execute = promisify(execFile);

const SIZES = {
  full: { passages: 100_000, queries: 1000, slowQueries: 100, vectors: 25_000, asked: 25_000 },
  quick: { passages: 5000, queries: 200, slowQueries: 20, vectors: 4000, asked: 1000 },
};
const K = 10;
const DIMENSION = 384;
const WORDS = 60_000;

/** @typedef {{ passages: string[], queries: string[], k: number }} TextJob */
/** @typedef {{ at: (place: number) => Float32Array, all: Float32Array, count: number }} Vectors */

/** Words by Zipf's law, from a seed. @param {() => number} random @param {number} count */
function drawText(random, count) {
  return Array.from({ length: count }, () => `w${Math.floor(WORDS ** random())}x`).join(' ');
}

/** Unit vectors around a hundred centres, as those of texts are. @param {() => number} random @param {number} count @returns {Vectors} */
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
  return { at: (place) => all.subarray(place * DIMENSION, (place + 1) * DIMENSION), all, count };
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
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Record<string, number> | null>} null where the command or its library is not installed
 * @throws where it fails otherwise
 */
async function figuresOf(command, args) {
  try {
    const { stdout } = await execute(command, args, { cwd: BENCH, maxBuffer: 1e8 });
    return JSON.parse(stdout);
  } catch (error) {
    if (/spawn \S+ ENOENT|ModuleNotFoundError|ERR_MODULE_NOT_FOUND/.test(String(error))) return null;
    throw error;
  }
}

/**
 * @param {boolean} quick
 * @param {(text: string) => void} say
 * @returns {Promise<string>} the tables
 */
export async function benchMining(quick, say) {
  const sizes = quick ? SIZES.quick : SIZES.full;
  await ensureNative(!quick);
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'mining-'));
  const server = await openSources();
  try {
    const { seededRandom } = await server.ssrLoadModule('/src/scoring/random.ts');
    return [
      await benchText(server, seededRandom(1), sizes, folder, say),
      await benchDense(server, seededRandom(2), sizes, folder, say),
    ].join('\n\n');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Awaited<ReturnType<typeof openSources>>} server
 * @param {() => number} random
 * @param {typeof SIZES.full} sizes
 * @param {string} folder
 * @param {(text: string) => void} say
 */
async function benchText(server, random, sizes, folder, say) {
  const { BM25_PRESETS, Bm25Builder } = await server.ssrLoadModule('/src/mining/bm25.ts');
  const passages = Array.from({ length: sizes.passages }, () =>
    drawText(random, 20 + Math.floor(random() * 80)),
  );
  const queries = Array.from({ length: sizes.queries }, () => drawText(random, 4 + Math.floor(random() * 8)));
  const file = join(folder, 'texts.json');
  writeFileSync(file, JSON.stringify({ passages, queries, k: K }));
  say('BM25: Negscope');
  const indexing = processorClock();
  const builder = new Bm25Builder(BM25_PRESETS.bm25s);
  for (const text of passages) builder.add(text);
  const index = builder.build();
  const ownIndex = indexing();
  const searching = processorClock();
  for (const query of queries) index.search(index.queryWords(query), K);
  const own = { index: ownIndex, search: searching() };
  say('BM25: MiniSearch');
  const mini = await figuresOf(process.execPath, [
    join(BENCH, 'mining/minisearch.mjs'),
    file,
    String(sizes.slowQueries),
  ]);
  say('BM25: BM25S');
  const native = await figuresOf('python3', [join(BENCH, 'mining/search_bm25s.py'), file]);
  const ownRate = sizes.queries / own.search;
  /** @type {[string, number, Record<string, number> | null][]} */
  const rows = [
    ['Negscope, Node', sizes.queries, own],
    ['MiniSearch 7.2.0, Node', sizes.slowQueries, mini],
    ['BM25S, Python, one thread', sizes.queries, native],
  ];
  const lines = rows.map(([name, asked, found]) => {
    if (found === null) return [name, 'not installed', '', ''];
    const rate = asked / Number(found['search']);
    return [name, seconds(Number(found['index'])), figure(rate), times(ownRate / rate)];
  });
  return [
    `BM25: top ${K} of ${sizes.passages} passages, ${sizes.queries} queries (MiniSearch: the first ${sizes.slowQueries}); processor seconds`,
    markdownTable(['', 'index', 'queries a second', 'time of a search'], lines),
  ].join('\n\n');
}

/**
 * @param {Awaited<ReturnType<typeof openSources>>} server
 * @param {() => number} random
 * @param {typeof SIZES.full} sizes
 * @param {string} folder
 * @param {(text: string) => void} say
 */
async function benchDense(server, random, sizes, folder, say) {
  const { NearestSearch } = await server.ssrLoadModule('/src/mining/nearest.ts');
  const { compileCosines } = await server.ssrLoadModule('/src/simd/cosines.ts');
  const module = await compileCosines((/** @type {string} */ name) =>
    readFile(join(PROJECT, `src/simd/${name}.wasm`)),
  );
  const [all, asked] = [drawVectors(random, sizes.vectors), drawVectors(random, sizes.asked)];
  const files = { queries: join(folder, 'queries.f32'), passages: join(folder, 'passages.f32') };
  const lines = [];
  for (const [queries, passages] of /** @type {const} */ ([
    [sizes.asked, sizes.vectors],
    [sizes.asked / 2, sizes.vectors],
    [sizes.asked, sizes.vectors / 2],
  ])) {
    say(`dense: ${queries} × ${passages}`);
    const dense = processorClock();
    const preparing = NearestSearch.prepare(module, { count: passages, dimension: DIMENSION, row: all.at });
    let slice = preparing.next();
    while (slice.done !== true) slice = preparing.next();
    for (let first = 0; first < queries; first += 64) {
      const some = Array.from({ length: Math.min(64, queries - first) }, (_, i) => asked.at(first + i));
      slice.value.search(some, K);
    }
    const own = dense();
    writeFileSync(files.queries, asked.all.subarray(0, queries * DIMENSION));
    writeFileSync(files.passages, all.all.subarray(0, passages * DIMENSION));
    const job = join(folder, 'dense.json');
    writeFileSync(job, JSON.stringify({ ...files, dimension: DIMENSION, k: K }));
    const native = await figuresOf('python3', [join(BENCH, 'mining/dense.py'), job]);
    const beside =
      native === null
        ? ['not installed', '', '']
        : [
            seconds(Number(native['product'])),
            seconds(Number(native['total'])),
            times(own / Number(native['product'])),
          ];
    lines.push([`${queries} × ${passages}`, seconds(own), ...beside]);
  }
  return [
    `Exact top ${K} at d = ${DIMENSION}, one thread each; processor seconds`,
    markdownTable(
      [
        'queries × passages',
        'Negscope, WebAssembly',
        'numpy: product alone',
        'numpy: product and top k',
        'over the product',
      ],
      lines,
    ),
  ].join('\n\n');
}
