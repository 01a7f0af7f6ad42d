/** Model folders for the browser tests, written to disk so that the page can be handed them. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { bertModel, randomTensors } from '../support/bert';
import {
  MODULES_JSON,
  SPECIAL_TOKENS,
  TOKENIZER_CONFIG,
  configJson,
  poolingJson,
  tokenizerJson,
} from '../support/model-files.mjs';
import { overlapFolder } from '../support/cross-encoder';
import { demoRecords } from './files';

/** A model folder's files by path: bytes, or what becomes JSON. */
export type FolderFiles = Readonly<Record<string, Uint8Array | object>>;

const MAX_POSITIONS = 64;

/** Words of the demo's first records, and letters for all other words. */
const VOCABULARY = [
  ...new Set([
    ...SPECIAL_TOKENS,
    ...[...'abcdefghijklmnopqrstuvwxyz0123456789'].flatMap((letter) => [letter, `##${letter}`]),
    ...[...".,:;-'?"],
    ...(JSON.stringify(demoRecords('bm25', 12))
      .toLowerCase()
      .match(/[a-z]+/g) ?? []),
  ]),
];

const SHAPE = {
  layers: 2,
  hidden: 64,
  heads: 4,
  intermediate: 128,
  vocab: VOCABULARY.length,
  maxPositions: MAX_POSITIONS,
  tokenTypes: 2,
};

/**
 * A folder in the layout of sentence-transformers: CLS pooling, a prompt each for queries and passages, texts of at
 * most 40 tokens.
 */
export function tinyFolder(): FolderFiles {
  return {
    'config.json': configJson(SHAPE),
    'tokenizer.json': tokenizerJson(VOCABULARY),
    'tokenizer_config.json': { ...TOKENIZER_CONFIG, model_max_length: 40 },
    'modules.json': MODULES_JSON,
    '1_Pooling/config.json': {
      ...poolingJson(SHAPE.hidden),
      pooling_mode_cls_token: true,
      pooling_mode_mean_tokens: false,
    },
    'config_sentence_transformers.json': { prompts: { query: 'question: ', passage: 'answer: ' } },
    'onnx/model.onnx': bertModel(SHAPE, randomTensors(SHAPE, 7)),
  };
}

export function writeModel(folder: string, files: FolderFiles): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content instanceof Uint8Array ? content : JSON.stringify(content));
  }
  return folder;
}

/** A cross-encoder whose score is the share of the query's words that the passage has, over the demo's first records. */
export function overlapCrossEncoder(): FolderFiles {
  const texts = JSON.stringify([...demoRecords('bm25', 40), ...demoRecords('random', 40)]);
  return overlapFolder({ texts: [texts] });
}
