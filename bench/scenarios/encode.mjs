/** The encoder alone: wasm in the page's worker, transformers.js in the same browser, onnxruntime for Node. */

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { Tokenizer } from '@huggingface/tokenizers';

import { hashText } from '../../scripts/encoder/random.mjs';
import { ask } from '../lib/browser.mjs';
import { median } from '../lib/format.mjs';
import { inSeconds, inTimes } from '../lib/line.mjs';
import { MINILM, ONNX, TINY, ensureModel } from '../lib/model.mjs';
import { ensureOthers, runNative, serveTransformers } from '../lib/native.mjs';
import { CACHE, sharedFile } from '../lib/paths.mjs';

/** @typedef {import('../types').Batch} Batch */

const TEXTS = { full: 128, quick: 24 };
const BATCH = 16;
const THREADS = [1, 2];
const ROUNDS = 3;
/** Longest sequence, special tokens counted. */
const MAX_TOKENS = 128;
/** Between the vectors of two runtimes: below it they did not do the same. */
const LEAST_COSINE = 0.99999;

/** @type {import('../types').Scenario} */
export const encode = {
  id: 'encode',
  about:
    `${TEXTS.full} distinct texts of xquad/bm25.jsonl (half queries, half passages, by a hash) and an encoder of MiniLM-L6's shape with random ` +
    `weights in fp32. Texts are tokenised once and cut at ${MAX_TOKENS}; like lengths together, ${BATCH} a batch. All sides get the same ids and ` +
    'batches and give unit vectors, which agree; the first batch is run once before the clock starts. Chromium runs the encoder ' +
    'worker of the page; transformers.js runs in a worker of the same browser with its own runtime; onnxruntime-node in a process of its own. ' +
    `They take turns, median of ${ROUNDS} rounds.`,

  async run(bench) {
    const { quick } = bench;
    const file = sharedFile('data/xquad/bm25.jsonl');
    bench.say('encode: making the encoder');
    const folder = ensureModel(quick ? TINY : MINILM);
    const size = quick ? TEXTS.quick : TEXTS.full;
    const batches = byLength(drawTexts(file, size).map(tokenizerOf(folder)));
    const lacking = await ensureOthers(!quick);
    const library = lacking === null ? bench.sites.address(serveTransformers()) : '';
    const onnx = join(folder, ONNX);
    const address = bench.sites.address(relative(CACHE, onnx).replaceAll('\\', '/'));
    const lines = [];
    for (const threads of quick ? THREADS.slice(1) : THREADS) {
      /** @type {{ own: number, transformers: number, native: number }[]} */
      const rounds = [];
      for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
        bench.say(`encode: ${threads} threads, round ${round + 1}`);
        const job = { onnx: address, threads, batches };
        const own = await bench.onBenchPage((page) => ask(page, 'encode', job));
        if (lacking !== null) {
          rounds.push({ own: own.seconds, transformers: NaN, native: NaN });
          continue;
        }
        const transformers = await bench.onBenchPage((page) =>
          ask(page, 'encodeByTransformers', job, library),
        );
        const native = await runNative({ onnx, threads, batches });
        for (const other of [transformers, native]) checkAgreement(own.vectors, other.vectors);
        rounds.push({ own: own.seconds, transformers: transformers.seconds, native: native.seconds });
      }
      const middle = (/** @type {'transformers' | 'native'} */ other) =>
        lacking === null ? median(rounds.map((round) => round.own / round[other])) : null;
      const count = `${threads} ${threads === 1 ? 'thread' : 'threads'}`;
      lines.push(
        inSeconds(
          `a text through the encoder in Chromium, ${count}`,
          median(rounds.map(({ own }) => own)) / size,
        ),
        inTimes(
          `encoder in Chromium to transformers.js there, ${count}`,
          middle('transformers'),
          null,
          lacking,
        ),
        inTimes(`encoder in Chromium to onnxruntime-node, ${count}`, middle('native'), null, lacking),
      );
    }
    return lines;
  },
};

/**
 * Half queries, half passages: titles before texts, as the page reads them.
 *
 * @param {string} file Tevatron JSONL
 * @param {number} size
 */
function drawTexts(file, size) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const records = lines.map((line) => JSON.parse(line));
  const passages = records.flatMap(({ positive_passages, negative_passages }) =>
    [positive_passages[0], ...negative_passages].map(({ title, text }) => `${title ?? ''} ${text}`.trim()),
  );
  const queries = records.map(({ query }) => query.trim());
  return [...draw(queries, size / 2), ...draw(passages.filter(Boolean), size / 2)];
}

/**
 * Distinct texts in the order of their hashes.
 *
 * @param {readonly string[]} texts
 * @param {number} size
 */
function draw(texts, size) {
  const keyed = [...new Set(texts)].map((text) => ({ text, key: hashText(text) }));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, size)
    .map(({ text }) => text);
}

/**
 * @param {readonly (readonly number[])[]} left unit vectors
 * @param {readonly (readonly number[])[]} right as many
 */
function checkAgreement(left, right) {
  const cosines = left.map((a, i) => a.reduce((sum, x, k) => sum + x * (right[i]?.[k] ?? 0), 0));
  const least = Math.min(...cosines);
  if (!(least >= LEAST_COSINE)) throw new Error(`Two runtimes gave other vectors: cosine ${least}.`);
}

/**
 * Texts to the token ids that the page gives its encoder.
 *
 * @param {string} folder of a model whose sequences begin and end with one special token
 * @returns {(text: string) => number[]} cut to MAX_TOKENS inside the special tokens
 */
function tokenizerOf(folder) {
  const json = (/** @type {string} */ file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const tokenizer = new Tokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
  return (text) => {
    const { ids } = tokenizer.encode(text);
    return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ...ids.slice(-1)];
  };
}

/**
 * Like lengths together, longest first.
 *
 * @param {readonly (readonly number[])[]} sequences
 * @returns {Batch[]}
 */
function byLength(sequences) {
  const sorted = [...sequences].sort((a, b) => b.length - a.length);
  return Array.from({ length: Math.ceil(sorted.length / BATCH) }, (_, i) =>
    sorted.slice(i * BATCH, (i + 1) * BATCH),
  );
}
