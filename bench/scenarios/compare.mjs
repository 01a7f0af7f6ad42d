/** b. A whole comparison of six sources: the page against native scripts that encode as they read. */

import { join } from 'node:path';

import { byLength, countsOf, inOrder } from '../lib/batches.mjs';
import { count, figure, percent, seconds, small, times } from '../lib/format.mjs';
import { ONNX, shapeInWords } from '../lib/model.mjs';
import { ensureNative, orNotRun, runNative } from '../lib/native.mjs';
import { CACHE, sharedFile } from '../lib/paths.mjs';
import {
  pairsOf,
  readSource,
  sampleQueries,
  textsByPair,
  textsByRecord,
  withHybrids,
  writeSources,
} from '../lib/sources.mjs';
import { tokenizerOf } from '../lib/tokens.mjs';

/** @typedef {import('../lib/bench.mjs').Bench} Bench */
/** @typedef {import('../types').Batch} Batch */
/** @typedef {import('../types').EncodeCounts} EncodeCounts */
/** @typedef {import('../types').NotRun} NotRun */
/** @typedef {import('../lib/sources.mjs').Source} Source */
/** @typedef {import('../../src/report/types').Report} Report */
/** @typedef {import('../../src/engine/results').RunCost} RunCost */

/** @typedef {Pick<RunCost, 'texts' | 'cached_texts' | 'encodes' | 'tokens' | 'padded_tokens' | 'seconds'>} PageRun */

/**
 * @typedef {object} PageRuns
 * @property {string} device in words
 * @property {string} dtype
 * @property {number} queries
 * @property {{ name: string, pairs: number }[]} sources
 * @property {PageRun} cold
 * @property {PageRun} warm
 * @property {number} largest_gap relative, between the scores of the two runs
 */

/** @typedef {EncodeCounts & { seconds: number | null }} Script seconds of encoding alone */

/**
 * @typedef {object} CompareFigures
 * @property {string} model in words
 * @property {PageRuns} page
 * @property {Script} by_record
 * @property {Script} by_pair
 * @property {Script} by_text each distinct text once, sorted by length
 * @property {NotRun | { version: string, threads: number }} native
 */

const NAMES = ['bm25', 'tasb', 'repllama'];
const BATCH = 32;
const THREADS = 2;

const GOALS = {
  encodes: 1 / 3,
  recordSpeed: 1,
  /** "Well above 1": at least this. */
  pairSpeed: 2,
  padding: 0.1,
  warm: 20,
  gap: 1e-6,
};

/** @type {import('../types').Scenario<CompareFigures>} */
export const compare = {
  id: 'b',
  title: 'A whole comparison of six sources',
  about:
    'bm25, tasb and repllama of dl1920 and the hybrid of every two (by query, the union of the negatives of both), over a seeded sample of ' +
    'queries. The page: all it does from "Rank sources" to the result, opening the encoder, the lexical gate, sums and log-dets of the ' +
    'chosen weighting included; first with an empty cache, then again in the same tab, which finds every embedding and opens no encoder. The native ' +
    `scripts: onnxruntime-node with ${THREADS} threads, the same ONNX file, batches of ${BATCH} in the order of the file, padded to ` +
    'their longest, cut at 128 tokens; (i) each file on its own, for each record its query, positive and negatives; (ii) the same over ' +
    'query, positive and negative of every pair; (iii) each distinct text of all six once, sorted by length. Only their encoding is timed: reading, tokenising, opening the ' +
    'session and scoring come free to them.',

  async run(bench) {
    const page = await pageRuns(bench);
    bench.say('b: tokenising for the scripts');
    const tokenise = tokenizerOf(bench.model());
    /** @param {(source: Source) => string[]} order @returns {Batch[]} */
    const batches = (order) =>
      sixSources(bench).flatMap((source) => inOrder(order(source).map(tokenise), BATCH));
    const distinct = [...new Set(sixSources(bench).flatMap(textsByRecord))];
    const passes = [batches(textsByRecord), batches(textsByPair), byLength(distinct.map(tokenise), BATCH)];
    const native = await orNotRun(async () => {
      await ensureNative(!bench.options.quick);
      bench.say('b: native scripts');
      const onnx = join(bench.model(), ONNX);
      return runNative({ onnx, threads: THREADS, passes });
    });
    const ran = 'not_run' in native ? null : native;
    const script = (/** @type {number} */ i) => ({
      ...countsOf(passes[i] ?? []),
      seconds: ran?.seconds[i] ?? null,
    });
    return {
      model: shapeInWords(bench.shape),
      page,
      by_record: script(0),
      by_pair: script(1),
      by_text: script(2),
      native: 'not_run' in native ? native : { version: native.version, threads: THREADS },
    };
  },

  tables({ model, page, by_record, by_pair, by_text, native }) {
    const sources = page.sources.map(({ name, pairs }) => `${name} ${count(pairs)}`).join(', ');
    const nativeName = 'not_run' in native ? 'native' : `onnxruntime-node ${native.version}`;
    /** @param {string} name @param {EncodeCounts} counts @param {number | null} time */
    const row = (name, counts, time) => [
      name,
      count(counts.encodes),
      count(counts.padded_tokens),
      counts.padded_tokens === 0 ? '–' : percent(padding(counts)),
      time === null ? 'not run' : seconds(time),
      time === null ? '–' : times(time / page.cold.seconds.total),
      times(counts.encodes / page.cold.encodes),
    ];
    return [
      {
        title: `queries: ${count(page.queries)}; pairs: ${sources}; ${model}, ${page.dtype}`,
        columns: [
          '',
          'encodes',
          'tokens, padding too',
          'padding',
          'seconds',
          'time ÷ page',
          'encodes ÷ page',
        ],
        rows: [
          row(`the page (${page.device})`, page.cold, page.cold.seconds.total),
          row('the page again, embeddings there', page.warm, page.warm.seconds.total),
          row(`(i) ${nativeName}, by record`, by_record, by_record.seconds),
          row(`(ii) ${nativeName}, by pair`, by_pair, by_pair.seconds),
          row(`(iii) ${nativeName}, each text once`, by_text, by_text.seconds),
        ],
      },
      {
        title: 'Where the time of the page went',
        columns: ['', 'lexical', 'visit', 'of it, encoder under way', 'all else', 'total'],
        rows: [
          ['cold', ...stages(page.cold)],
          ['warm', ...stages(page.warm)],
        ],
      },
    ];
  },

  goals({ page, by_record, by_pair, native }) {
    const notRun = 'not_run' in native ? native.not_run : null;
    const encodes = page.cold.encodes / by_record.encodes;
    const warm = page.cold.seconds.total / page.warm.seconds.total;
    return [
      {
        what: 'encodes for six sources, to (i)',
        goal: '≤ 1/3',
        figure: figure(encodes),
        met: encodes <= GOALS.encodes,
        why:
          encodes <= GOALS.encodes
            ? null
            : `Missed by ${percent(encodes / GOALS.encodes - 1)}: these sources share too few texts.`,
      },
      speedGoal('speed of the whole comparison, to (i)', '≥ 1.0', GOALS.recordSpeed, page, by_record, notRun),
      speedGoal(
        'speed of the whole comparison, to (ii)',
        'well above 1 (here: ≥ 2)',
        GOALS.pairSpeed,
        page,
        by_pair,
        notRun,
      ),
      {
        what: 'padding, share of tokens',
        goal: '≤ 10 %',
        figure: percent(padding(page.cold)),
        met: padding(page.cold) <= GOALS.padding,
        why:
          padding(page.cold) <= GOALS.padding ? null : 'Blocks of few records hold few texts of like length.',
      },
      {
        what: 'second run, embeddings there',
        goal: '≥ 20 × faster',
        figure: times(warm),
        met: warm >= GOALS.warm,
        why: warm >= GOALS.warm ? null : whyWarm(page),
      },
      {
        what: 'scores of the cold and the warm run, relative gap',
        goal: '≤ 1e-6',
        figure: small(page.largest_gap),
        met: page.largest_gap <= GOALS.gap,
        why: null,
      },
    ];
  },
};

/**
 * @param {Bench} bench
 * @returns {Source[]}
 * @throws {import('../lib/paths.mjs').NotRunError}
 */
function sixSources(bench) {
  const sources = NAMES.map((name) => readSource(sharedFile(`data/dl1920/${name}.jsonl`)));
  return withHybrids(sampleQueries(sources, bench.options.records));
}

/**
 * Both runs, by the page's own controls, in one new browser context.
 *
 * @param {Bench} bench
 * @returns {Promise<PageRuns>}
 */
async function pageRuns(bench) {
  const sources = sixSources(bench);
  const files = writeSources(sources, join(CACHE, `sources-${bench.options.records}`));
  const context = await bench.browser.newContext();
  try {
    const page = await bench.rankPage(context);
    await page.loadFiles(files);
    await page.chooseModel(bench.model());
    const run = async () => {
      await page.rank();
      return (await page.exportReport()).report;
    };
    const cold = await run();
    // Something to rank again for: no figure depends on it.
    await page.setOptions({ batch: 8 });
    const warm = await run();
    return {
      device: cold.device.reason,
      dtype: 'dtype' in cold.encoder ? cold.encoder.dtype : '',
      queries: sources[0]?.records.length ?? 0,
      sources: sources.map((source) => ({ name: source.name, pairs: pairsOf(source) })),
      cold: costOf(cold),
      warm: costOf(warm),
      largest_gap: largestGap(cold, warm),
    };
  } finally {
    await context.close();
  }
}

/** @param {Report} report @returns {PageRun} */
function costOf({ cost: { texts, cached_texts, encodes, tokens, padded_tokens, seconds } }) {
  return { texts, cached_texts, encodes, tokens, padded_tokens, seconds };
}

/** @param {Report} first @param {Report} second */
function largestGap(first, second) {
  const gaps = Object.entries(first.sources).map(([name, { eci }]) => {
    return Math.abs((second.sources[name]?.eci ?? NaN) / eci - 1);
  });
  return Math.max(...gaps);
}

/** @param {EncodeCounts} counts */
const padding = ({ tokens, padded_tokens }) => 1 - tokens / padded_tokens;

/** @param {PageRun} run */
function stages({ seconds: { lexical, visit, encoder_busy, total } }) {
  return [lexical, visit, encoder_busy, total - lexical - visit, total].map(seconds);
}

/**
 * @param {string} what
 * @param {string} goal
 * @param {number} least
 * @param {PageRuns} page
 * @param {Script} script
 * @param {string | null} notRun
 * @returns {import('../types').Goal}
 */
function speedGoal(what, goal, least, { cold }, script, notRun) {
  if (script.seconds === null) return { what, goal, figure: null, met: null, why: notRun };
  const ratio = script.seconds / cold.seconds.total;
  const fewer = script.encodes / cold.encodes;
  const perEncode = cold.seconds.encoder_busy / cold.encodes / (script.seconds / script.encodes);
  const outside = cold.seconds.total - cold.seconds.encoder_busy;
  const why =
    `Missed by ${percent(1 - ratio / least)}: the page encodes ${times(fewer)} fewer texts, native is ${times(perEncode)} as fast for ` +
    `each, and the page spends ${seconds(outside)} outside the encoder, which the script is not charged for.`;
  return { what, goal, figure: times(ratio), met: ratio >= least, why: ratio >= least ? null : why };
}

/** @param {PageRuns} page */
function whyWarm({ cold, warm }) {
  const { lexical, visit, total } = warm.seconds;
  return (
    `Of the warm run, ${seconds(lexical)} are the lexical gate, ${seconds(visit)} gates, sums and log-dets, and ` +
    `${seconds(total - lexical - visit)} reading the records; ${count(warm.encodes)} texts were encoded. ` +
    `The cold run takes ${seconds(cold.seconds.total)}: with more records encoding weighs more.`
  );
}
