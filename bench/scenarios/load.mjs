/** e. Large files through the page's own file input: time, and memory of the tab. */

import { join } from 'node:path';

import { DriveError } from '../../tests/support/rank-page.mjs';
import { BIG_FILE_WORDS, ensureBigFile, sizeOf } from '../lib/big-files.mjs';
import { ask, launch } from '../lib/browser.mjs';
import { bytes, figure, percent, seconds, times } from '../lib/format.mjs';
import { MemoryWatch, rendererOf } from '../lib/memory.mjs';
import { CACHE } from '../lib/paths.mjs';

/** @typedef {import('../lib/bench.mjs').Bench} Bench */
/** @typedef {import('../lib/big-files.mjs').Kind} Kind */
/** @typedef {import('../lib/memory.mjs').Memory} Memory */

/**
 * @typedef {object} LoadRow
 * @property {string} what
 * @property {Kind} kind
 * @property {number} bytes
 * @property {'loaded' | 'refused' | 'died'} end
 * @property {string | null} message what the page said where it did not load
 * @property {number} start_seconds from the choice of a file of one record, which starts the table store, to its end
 * @property {number} seconds from the choice of the large file to its end
 * @property {number} parse_seconds every line of as much JSONL through JSON.parse
 * @property {Memory | null} empty the tab before the file; null where there is no /proc
 * @property {Memory | null} peak
 */

const MEGABYTE = 1_000_000;

/** Loaded before the large file: the store starts with a page's first file, whatever its size. */
const FIRST_FILE = {
  name: 'first.jsonl',
  mimeType: 'application/jsonl',
  buffer: Buffer.from('{"query": "q", "pos": ["p"], "neg": ["n"]}\n'),
};

/** @type {{ kind: Kind, megabytes: number }[]} */
const FILES = [
  { kind: 'jsonl', megabytes: 100 },
  { kind: 'jsonl', megabytes: 1000 },
  { kind: 'csv', megabytes: 100 },
  { kind: 'parquet', megabytes: 100 },
];
const QUICK_FILES = FILES.filter(({ megabytes }) => megabytes === 100).map((file) => ({
  ...file,
  megabytes: 1,
}));

/** @type {Record<Kind, (megabytes: number) => string>} */
const WHAT = {
  jsonl: (megabytes) => `${megabytes} MB of JSONL`,
  csv: (megabytes) => `${megabytes} MB of CSV`,
  parquet: (megabytes) => `Parquet of ${megabytes} MB of JSONL`,
};

/** For JSONL files: the most time, as a multiple of JSON.parse of their lines, and the most memory, of their size. */
const GOALS = [
  { megabytes: 100, parse_times: 3, memory_times: null },
  { megabytes: 1000, parse_times: 3.5, memory_times: 1.5 },
];

/** @type {import('../types').Scenario<{ rows: LoadRow[] }>} */
export const load = {
  id: 'e',
  title: 'Loading large files',
  about:
    `Made files of random words: ${BIG_FILE_WORDS.jsonl}; ${BIG_FILE_WORDS.csv}; ${BIG_FILE_WORDS.parquet}. Hardly a text comes twice. Each in a new ` +
    'browser through the input "Source files"; seconds to the entry in the list of sources (looked for every 100 ms). Memory of ' +
    'the tab: what its renderer process (page, workers, all wasm memory) has of its own, RssAnon + RssShmem + VmSwap of ' +
    "/proc/PID/status, every 20 ms; beside it the kernel's own peak of the resident set, in which the browser's program counts " +
    'too. JSON.parse alone: a worker that reads a JSONL file of as many MB and parses every line, keeping nothing.',

  async run(bench) {
    const rows = [];
    for (const { kind, megabytes } of bench.options.quick ? QUICK_FILES : FILES) {
      rows.push(await loadFile(bench, kind, megabytes));
    }
    return { rows };
  },

  tables: ({ rows }) => [
    {
      title: 'Through the file input of the page',
      columns: [
        'file',
        'end',
        'start of the store',
        'seconds',
        'MB/s',
        'JSON.parse alone',
        'to that',
        'memory of the tab',
        'to the file',
        'empty tab',
        'resident set',
      ],
      rows: rows.map((row) => [
        row.what,
        row.message === null ? row.end : `${row.end}: ${row.message}`,
        seconds(row.start_seconds),
        figure(row.seconds),
        figure(row.bytes / MEGABYTE / row.seconds),
        seconds(row.parse_seconds),
        times(row.seconds / row.parse_seconds),
        row.peak === null ? 'not measured' : bytes(row.peak.own),
        row.peak === null ? '–' : times(row.peak.own / row.bytes),
        row.empty === null ? '–' : bytes(row.empty.own),
        row.peak === null ? '–' : bytes(row.peak.most_resident),
      ]),
    },
  ],

  goals: ({ rows }) =>
    GOALS.flatMap(({ megabytes, parse_times, memory_times }) => {
      const row = rows.find(({ kind, bytes }) => kind === 'jsonl' && bytes >= megabytes * MEGABYTE);
      const time = goalOf(
        `${WHAT.jsonl(megabytes)}, seconds to JSON.parse of its lines`,
        parse_times,
        row,
        timeOf,
      );
      if (memory_times === null) return [time];
      const memory = `${WHAT.jsonl(megabytes)}, memory of the tab to the size of the file`;
      return [time, goalOf(memory, memory_times, row, memoryOf)];
    }),
};

/** @param {LoadRow} row */
const timeOf = (row) => row.seconds / row.parse_seconds;

/** @param {LoadRow} row null where there is no /proc */
const memoryOf = (row) => (row.peak === null ? null : row.peak.own / row.bytes);

/**
 * @param {string} what
 * @param {number} most
 * @param {LoadRow | undefined} row
 * @param {(row: LoadRow) => number | null} ratioOf
 */
function goalOf(what, most, row, ratioOf) {
  const goal = `≤ ${most} ×, or refused with a message`;
  if (row === undefined) {
    return { what, goal, figure: null, met: null, why: 'A run with --quick loads no large file.' };
  }
  if (row.end === 'refused') return { what, goal, figure: `refused: ${row.message}`, met: true, why: null };
  if (row.end === 'died') return { what, goal, figure: 'the tab died', met: false, why: row.message };
  const ratio = ratioOf(row);
  if (ratio === null) {
    return {
      what,
      goal,
      figure: null,
      met: null,
      why: 'Memory is read from /proc, which this system lacks.',
    };
  }
  const met = ratio <= most;
  return {
    what,
    goal,
    figure: times(ratio),
    met,
    why: met ? null : `Missed by ${percent(ratio / most - 1)}.`,
  };
}

/**
 * @param {Bench} bench
 * @param {Kind} kind
 * @param {number} megabytes
 * @returns {Promise<LoadRow>}
 */
async function loadFile(bench, kind, megabytes) {
  const what = WHAT[kind](megabytes);
  const file = join(CACHE, `words-${megabytes}.${kind}`);
  bench.say(`e: making ${what}`);
  ensureBigFile(file, kind, megabytes * MEGABYTE);
  const jsonl = join(CACHE, `words-${megabytes}.jsonl`);
  ensureBigFile(jsonl, 'jsonl', megabytes * MEGABYTE);
  const parse_seconds = await parseLines(bench, jsonl);
  bench.say(`e: loading ${what}`);
  const browser = await launch();
  try {
    const page = await bench.rankPage(browser);
    const pid = await rendererOf(browser);
    const watch = new MemoryWatch(pid);
    const { seconds: start_seconds } = await timed(() => page.loadFiles([FIRST_FILE]));
    const { seconds, value } = await timed(() => loadOn(page, file));
    watch.stop();
    const { end, message } = value;
    return {
      what,
      kind,
      bytes: sizeOf(file),
      end,
      message,
      start_seconds,
      seconds,
      parse_seconds,
      empty: watch.first,
      peak: watch.most,
    };
  } finally {
    await browser.close();
  }
}

/**
 * @param {import('../../tests/support/rank-page.mjs').RankPage} page
 * @param {string} file
 * @returns {Promise<Pick<LoadRow, 'end' | 'message'>>}
 */
async function loadOn(page, file) {
  try {
    const { names, refused } = await page.loadFiles([file]);
    // The first file's source, and this one's.
    return names.length === 2
      ? { end: 'loaded', message: null }
      : { end: 'refused', message: refused.join(' ') };
  } catch (error) {
    if (error instanceof DriveError) return { end: 'died', message: error.message };
    throw error;
  }
}

/**
 * @template T
 * @param {() => Promise<T>} work
 */
async function timed(work) {
  const start = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - start) / 1000 };
}

/**
 * @param {Bench} bench
 * @param {string} file
 */
function parseLines(bench, file) {
  return bench.onBenchPage(async (page) => {
    await page.getByLabel('File').setInputFiles(file);
    return (await ask(page, 'parseLines')).seconds;
  });
}
