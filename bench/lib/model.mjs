/** Made encoders: MiniLM's shape with seeded random weights in float32. */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { buildBert, randomWeights } from '../../scripts/encoder/bert-graph.mjs';
import {
  MODULES_JSON,
  TOKENIZER_CONFIG,
  configJson,
  poolingJson,
} from '../../scripts/encoder/model-files.mjs';
import { PROJECT } from '../../scripts/lib/paths.mjs';
import { CACHE } from './paths.mjs';

const SEED = 1;

/** The bundled encoder's: its tokens are fewer than the rows, and the last rows are never asked for. */
const TOKENIZER = join(PROJECT, 'public', 'models', 'negscope-mini', 'tokenizer.json');

/** @typedef {typeof MINILM} Shape */

/** all-MiniLM-L6 in shape: 22.7 M parameters. */
export const MINILM = {
  name: 'minilm-shaped',
  layers: 6,
  hidden: 384,
  heads: 12,
  intermediate: 1536,
  vocab: 30_522,
  maxPositions: 512,
  tokenTypes: 2,
};

/** For `--quick`. */
export const TINY = { ...MINILM, name: 'tiny', layers: 2, hidden: 32, heads: 4, intermediate: 64 };

/** Path of the graph in a model's folder. */
export const ONNX = 'onnx/model.onnx';

/**
 * The folder of a made encoder. Its graph is written where it is missing, its small files each time.
 *
 * @param {Shape} shape
 * @returns {string} absolute, under CACHE
 */
export function ensureModel(shape) {
  const folder = join(CACHE, 'models', shape.name);
  for (const [path, content] of smallFiles(shape)) write(join(folder, path), content);
  if (existsSync(join(folder, ONNX))) return folder;
  const description = `${shape.name}: random weights, seed ${SEED}`;
  write(join(folder, ONNX), buildBert({ ...shape, weights: randomWeights(SEED), description }));
  return folder;
}

/**
 * In one step, so that nobody finds half a file.
 *
 * @param {string} file
 * @param {string | Uint8Array} content
 */
function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/**
 * @param {Shape} shape
 * @returns {[string, string][]} content by path
 */
function smallFiles(shape) {
  /** @type {[string, unknown][]} */
  const files = [
    ['config.json', configJson(shape)],
    ['tokenizer.json', JSON.parse(readFileSync(TOKENIZER, 'utf8'))],
    ['tokenizer_config.json', TOKENIZER_CONFIG],
    ['modules.json', MODULES_JSON],
    ['1_Pooling/config.json', poolingJson(shape.hidden)],
  ];
  return files.map(([path, content]) => [path, JSON.stringify(content)]);
}
