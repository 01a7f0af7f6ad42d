/** A transformer of random weights with the bundled encoder's vocabulary: what onnxruntime has to run. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { bertModel, randomTensors } from './bert';
import {
  MODULES_JSON,
  TOKENIZER_CONFIG,
  configJson,
  poolingJson,
  tokenizerJson,
} from '../support/model-files.mjs';
import { MINI, pickedModel } from './folders';

/** Dimension of its embeddings. */
export const MADE_DIMENSION = 32;

const TOKENS = tokensOf(join(MINI, 'tokenizer.json'));
export const MADE_SHAPE = {
  layers: 1,
  hidden: MADE_DIMENSION,
  heads: 2,
  intermediate: 32,
  vocab: TOKENS.length,
  maxPositions: 128,
  tokenTypes: 2,
};

/** Content by path: bytes, or what becomes JSON. */
export const MADE_FILES: Readonly<Record<string, Uint8Array | object>> = {
  'config.json': configJson(MADE_SHAPE),
  'tokenizer.json': tokenizerJson(TOKENS),
  'tokenizer_config.json': TOKENIZER_CONFIG,
  'modules.json': MODULES_JSON,
  '1_Pooling/config.json': poolingJson(MADE_DIMENSION),
  'onnx/model.onnx': bertModel(MADE_SHAPE, randomTensors(MADE_SHAPE, 7)),
};

/** The folder as the user picks it from disk. */
export const madeEncoder = (name = 'made') => pickedModel(name, MADE_FILES);

/** Tokens of a WordPiece tokenizer by id. */
function tokensOf(file: string): string[] {
  const { model } = JSON.parse(readFileSync(file, 'utf8')) as { model: { vocab: Record<string, number> } };
  return Object.entries(model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([token]) => token);
}
