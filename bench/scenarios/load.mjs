/** Large files through the page's own file input: time, and memory of the tab. */

import { openAsBlob } from 'node:fs';
import { join } from 'node:path';

import { parquetReadObjects } from 'hyparquet';

import { launch } from '../lib/bench.mjs';
import { BIG_FILE_WORDS, ensureBigFile, sizeOf } from '../lib/big-files.mjs';
import { inBytes, inTimes } from '../lib/line.mjs';
import { MemoryWatch, rendererOf } from '../lib/memory.mjs';
import { CACHE } from '../../scripts/lib/paths.mjs';

/** @typedef {import('../lib/bench.mjs').Bench} Bench */

const MEGABYTE = 1_000_000;

/** Loaded before the large file: what starts with a page's first file, whatever its size, is told apart. */
const FIRST_FILE = {
  name: 'first.jsonl',
  mimeType: 'application/jsonl',
  buffer: Buffer.from('{"query": "q", "pos": ["p"], "neg": ["n"]}\n'),
};

/** JSON lines by JSON.parse of every line, and Parquet by hyparquet alone. */
const MOST_TIMES = { jsonl: 3.5, parquet: 2 };
/** Memory of the tab, of the size of a file of JSON lines. */
const MOST_MEMORY = 1.5;

/** @type {import('../types').Scenario} */
export const load = {
  id: 'load',
  about:
    `Made files of random words: ${BIG_FILE_WORDS}. Each is loaded in a new browser. Time: until its entry stands in the list of sources. ` +
    'JSON.parse alone: Node parses every line and keeps nothing. Parquet alone: Node reads the file by the library that the row names. ' +
    'Memory of the tab: the most that its renderer process has of its own, read every 20 ms from /proc.',

  async run(bench) {
    const [jsonl, parquet] = bench.quick ? [1, 1] : [1000, 100];
    const lines = await loadFile(bench, `words-${jsonl}.jsonl`, jsonl);
    const rows = await loadFile(bench, `words-${parquet}.parquet`, parquet);
    return [
      inTimes(
        `${jsonl} MB of JSONL, seconds to JSON.parse of its lines`,
        lines.seconds / lines.alone,
        MOST_TIMES.jsonl,
        secondsOf(lines),
      ),
      inTimes(
        `${jsonl} MB of JSONL, memory of the tab to the size of the file`,
        lines.memory === null ? null : lines.memory / lines.size,
        MOST_MEMORY,
      ),
      inTimes(
        `Parquet of ${parquet} MB of JSONL, seconds to hyparquet's own reading`,
        rows.seconds / rows.alone,
        MOST_TIMES.parquet,
        secondsOf(rows),
      ),
      inBytes(`Parquet of ${parquet} MB of JSONL, memory of the tab`, rows.memory),
    ];
  },
};

/** @param {{ seconds: number, alone: number }} measured */
const secondsOf = ({ seconds, alone }) => `${seconds.toFixed(1)} s, alone ${alone.toFixed(1)} s`;

/**
 * @param {Bench} bench
 * @param {string} name
 * @param {number} megabytes
 */
async function loadFile(bench, name, megabytes) {
  const file = join(CACHE, name);
  bench.say(`load: making ${name}`);
  ensureBigFile(file, megabytes * MEGABYTE);
  bench.say(`load: ${name} alone`);
  const alone = await secondsAlone(file);
  bench.say(`load: ${name}`);
  const browser = await launch();
  try {
    const page = await bench.rankPage(browser);
    await page.loadFiles([FIRST_FILE]);
    const watch = new MemoryWatch(await rendererOf(browser));
    const start = performance.now();
    const { names, refused } = await page.loadFiles([file]);
    const seconds = (performance.now() - start) / 1000;
    watch.stop();
    // The first file's source, and this one's.
    if (names.length !== 2) throw new Error(`${name} was refused: ${refused.join(' ')}`);
    return { seconds, alone, memory: watch.most, size: sizeOf(file) };
  } finally {
    await browser.close();
  }
}

/**
 * The least that reading a file costs: of JSON lines every line through JSON.parse, of Parquet hyparquet's own reading.
 *
 * @param {string} path
 */
async function secondsAlone(path) {
  const file = await openAsBlob(path);
  const begun = performance.now();
  if (path.endsWith('.parquet')) {
    await parquetReadObjects({ file: await file.arrayBuffer() });
  } else {
    let rest = '';
    for await (const text of file.stream().pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) JSON.parse(line);
    }
  }
  return (performance.now() - begun) / 1000;
}
