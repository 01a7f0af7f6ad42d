/** a. The encoder alone: wasm in the browser against onnxruntime for Node. */

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { Tokenizer } from '@huggingface/tokenizers';

import { hashText } from '../../scripts/encoder/random.mjs';
import { ask } from '../lib/browser.mjs';
import { count, figure, times } from '../lib/format.mjs';
import { ONNX, shapeInWords } from '../lib/model.mjs';
import { ensureNative, orNotRun, runNative } from '../lib/native.mjs';
import { CACHE, sharedFile } from '../lib/paths.mjs';

/** @typedef {import('../lib/bench.mjs').Bench} Bench */
/** @typedef {import('../types').Batch} Batch */
/** @typedef {import('../types').NotRun} NotRun */

/**
 * @typedef {object} EncodeRow
 * @property {number} threads
 * @property {number} wasm_seconds
 * @property {number | null} cosine_to_native least over the first batch
 * @property {number | null} native_seconds
 */

/**
 * @typedef {object} EncodeFigures
 * @property {string} model in words
 * @property {{ encodes: number, tokens: number }} counts
 * @property {number} batch_size
 * @property {EncodeRow[]} rows
 * @property {NotRun | { version: string }} native
 */

const BATCH = 16;
const THREADS = [1, 2];
/** Longest sequence, special tokens counted. */
const MAX_TOKENS = 128;

/** @type {import('../types').Scenario<EncodeFigures>} */
export const encode = {
  id: 'a',
  title: 'Encode: the browser against native',
  about:
    `Distinct texts of xquad/bm25.jsonl (half queries, half passages, by a hash), tokenised once and cut at ${MAX_TOKENS}; like lengths together, ` +
    `${BATCH} a batch. Both sides get the same ids and the same batches and give unit vectors; the first batch is run once ` +
    'before the clock starts. The browser runs the encoder worker of the page; native is onnxruntime-node in a process of its own.',

  async run(bench) {
    const file = sharedFile('data/xquad/bm25.jsonl');
    const folder = bench.model();
    const tokenise = tokenizerOf(folder);
    const batches = byLength(drawTexts(file, bench.options.texts).map(tokenise));
    const native = await orNotRun(async () => {
      await ensureNative(!bench.options.quick);
      return { version: '' };
    });
    let version = '';
    /** @type {EncodeRow[]} */
    const rows = [];
    const onnx = join(folder, ONNX);
    for (const threads of bench.options.quick ? THREADS.slice(1) : THREADS) {
      bench.say(`a: ${threads} threads, wasm`);
      const wasm = await onWasm(bench, { onnx, threads, batches });
      bench.say(`a: ${threads} threads, native`);
      const other = 'not_run' in native ? null : await runNative({ onnx, threads, batches });
      version = other?.version ?? version;
      rows.push({
        threads,
        wasm_seconds: wasm.seconds,
        cosine_to_native: other === null ? null : leastCosine(wasm.vectors, other.vectors),
        native_seconds: other?.seconds ?? null,
      });
    }
    return {
      model: shapeInWords(bench.shape),
      counts: { encodes: batches.flat().length, tokens: batches.flat(2).length },
      batch_size: BATCH,
      rows,
      native: 'not_run' in native ? native : { version },
    };
  },

  tables({ model, counts, rows, native }) {
    const rate = (/** @type {number | null} */ time) => (time === null ? '–' : figure(counts.encodes / time));
    const nativeName = 'not_run' in native ? 'native' : `onnxruntime-node ${native.version}`;
    return [
      {
        title: `${count(counts.encodes)} texts of ${figure(counts.tokens / counts.encodes)} tokens on average; ${model}`,
        columns: ['threads', 'wasm, texts/s', `${nativeName}, texts/s`, 'native is', 'cosine to native'],
        rows: rows.map((row) => [
          String(row.threads),
          rate(row.wasm_seconds),
          rate(row.native_seconds),
          row.native_seconds === null ? '–' : `${times(row.wasm_seconds / row.native_seconds)} as fast`,
          row.cosine_to_native?.toFixed(6) ?? '–',
        ]),
      },
    ];
  },

  goals: () => [],
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
  return [...draw(queries, Math.floor(size / 2)), ...draw(passages.filter(Boolean), Math.ceil(size / 2))];
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
 * @param {Bench} bench
 * @param {{ onnx: string, threads: number, batches: Batch[] }} job
 */
function onWasm(bench, { onnx, threads, batches }) {
  const address = bench.sites.address(relative(CACHE, onnx).replaceAll('\\', '/'));
  return bench.onBenchPage((page) => ask(page, 'encode', { onnx: address, threads, batches }));
}

/**
 * @param {readonly (readonly number[])[]} left unit vectors
 * @param {readonly (readonly number[])[]} right as many
 */
function leastCosine(left, right) {
  const cosines = left.map((a, i) => a.reduce((sum, x, k) => sum + x * (right[i]?.[k] ?? 0), 0));
  return Math.min(...cosines);
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
