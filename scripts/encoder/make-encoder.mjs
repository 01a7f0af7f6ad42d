/** Builds the bundled encoder into public/models/negscope-sketch: `npm run make:encoder [-- FOLDER]`. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildBert } from './bert-graph.mjs';
import { DEFAULT_MODEL } from './measure.mjs';
import {
  MAX_LENGTH,
  MODULES_JSON,
  TOKENIZER_CONFIG,
  configJson,
  poolingJson,
  tokenizerJson,
} from './model-files.mjs';
import { makeVocabulary } from './vocabulary.mjs';
import { sketchWeights } from './weights.mjs';
import { HEADS, HIDDEN } from './word-table.mjs';

/**
 * Every file of the model folder; the same bytes each time.
 * @returns {Map<string, Uint8Array>} content by path inside the folder
 */
export function encoderFiles() {
  const vocabulary = makeVocabulary();
  const shape = {
    layers: 1,
    hidden: HIDDEN,
    heads: HEADS,
    intermediate: HIDDEN,
    vocab: vocabulary.tokens.length,
    maxPositions: MAX_LENGTH,
    tokenTypes: 2,
  };
  const text = new TextEncoder();
  const json = (/** @type {unknown} */ value, indent = 2) =>
    text.encode(`${JSON.stringify(value, null, indent)}\n`);
  return new Map([
    ['config.json', json({ ...configJson(shape), negscope_untrained: true })],
    ['tokenizer.json', json(tokenizerJson(vocabulary.tokens), 0)],
    ['tokenizer_config.json', json(TOKENIZER_CONFIG)],
    ['modules.json', json(MODULES_JSON)],
    ['1_Pooling/config.json', json(poolingJson(HIDDEN))],
    [
      'onnx/model.onnx',
      buildBert({ ...shape, weights: sketchWeights(vocabulary), description: 'negscope-sketch' }),
    ],
    ['README.md', readFileSync(new URL('model-card.md', import.meta.url))],
  ]);
}

/**
 * Writes the files beside the folder first and swaps at the end, so that no reader finds half a model.
 * @param {string} folder
 */
function writeEncoder(folder) {
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  for (const [path, bytes] of encoderFiles()) {
    const file = join(draft, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    console.log(`${path}: ${bytes.length} bytes`);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeEncoder(process.argv[2] ?? DEFAULT_MODEL);
