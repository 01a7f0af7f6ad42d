/**
 * Prints the win rate of a model on candidate files: the share of pairs whose positive is nearer to the query than
 * the negative. `node scripts/encoder/measure.mjs FILE.jsonl… [--model DIR]`
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { dot, loadEncoder } from './encode.mjs';

/** @import { Encoder } from './encode.mjs' */

export const DEFAULT_MODEL = fileURLToPath(new URL('../../public/models/negscope-mini', import.meta.url));

/** @typedef {{ title?: string, text: string }} Passage */

/**
 * @typedef {object} WinRate
 * @property {number} pairs
 * @property {number} wins pairs with cos(query, positive) > cos(query, negative)
 * @property {number} texts distinct texts encoded
 * @property {number} tokens mean number of tokens in a passage after the cut
 * @property {number} positive mean cos(query, positive), over records
 * @property {number} negative mean cos(query, negative), over pairs
 */

/** @param {Passage} passage */
const passageText = ({ title = '', text }) => `${title} ${text}`.trim();

/**
 * @param {string} file JSON lines with `query`, `positive_passages` and `negative_passages` of `title` and `text`
 * @param {Encoder} encoder
 * @returns {Promise<WinRate>}
 */
export async function winRate(file, encoder) {
  const records = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { query, positive_passages: positives, negative_passages: negatives } = JSON.parse(line);
      return {
        query: String(query).trim(),
        positive: passageText(positives[0]),
        negatives: /** @type {Passage[]} */ (negatives).map(passageText),
      };
    });
  const passages = new Set(records.flatMap(({ positive, negatives }) => [positive, ...negatives]));
  const texts = [...new Set([...passages, ...records.map(({ query }) => query)])];
  const vectors = await encoder.encode(texts);
  const vectorOf = new Map(texts.map((text, at) => [text, vectors[at] ?? new Float32Array()]));
  /** @param {string} a @param {string} b */
  const cosine = (a, b) => dot(vectorOf.get(a) ?? new Float32Array(), vectorOf.get(b) ?? new Float32Array());

  const pairs = records.flatMap(({ query, positive, negatives }) => {
    const near = cosine(query, positive);
    return negatives.map((negative) => ({ near, far: cosine(query, negative) }));
  });
  return {
    pairs: pairs.length,
    wins: pairs.filter(({ near, far }) => near > far).length,
    texts: texts.length,
    tokens: mean([...passages].map((text) => encoder.tokenize(text).length)),
    positive: mean(records.map(({ query, positive }) => cosine(query, positive))),
    negative: mean(pairs.map(({ far }) => far)),
  };
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { model: { type: 'string' } },
  });
  if (positionals.length === 0)
    throw new Error('usage: node scripts/encoder/measure.mjs FILE.jsonl... [--model DIR]');
  const encoder = await loadEncoder(values.model ?? DEFAULT_MODEL);
  for (const file of positionals) {
    const started = performance.now();
    const rate = await winRate(file, encoder);
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `${file}: ${((100 * rate.wins) / rate.pairs).toFixed(2)} % of ${rate.pairs} pairs; ` +
        `mean cosine ${rate.positive.toFixed(3)} positive, ${rate.negative.toFixed(3)} negative; ` +
        `${rate.tokens.toFixed(0)} tokens a passage; ${(rate.texts / seconds).toFixed(0)} texts/s`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
