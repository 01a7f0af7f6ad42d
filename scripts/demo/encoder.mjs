/** Cosines between queries and passages under an encoder. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { dot, loadEncoder } from './encode.mjs';

/** What an encoder's folder must hold before the demo can be mined with it. */
const NEEDED = ['onnx/model.onnx', 'tokenizer.json', 'tokenizer_config.json'];

/** The folder is not one of an encoder. */
export class MissingEncoderError extends Error {
  /**
   * @param {string} folder
   * @param {readonly string[]} files
   */
  constructor(folder, files) {
    super(
      `${folder}: no ${files.join(', no ')}. Name the folder of minishlab/potion-base-2M: npm run make:demo -- FOLDER.`,
    );
    this.name = 'MissingEncoderError';
  }
}

/**
 * Embeds queries and texts (mean pooling, unit length, 128 tokens at most, no prefix) and compares all with all.
 *
 * @param {string} folder of the encoder
 * @param {readonly string[]} queries
 * @param {readonly string[]} texts
 * @returns {Promise<number[][]>} cosines, [queries, texts]
 * @throws {MissingEncoderError}
 */
export async function cosines(folder, queries, texts) {
  const missing = NEEDED.filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) throw new MissingEncoderError(folder, missing);
  const encode = await loadEncoder(folder);
  const vectors = await encode([...queries, ...texts]);
  const passageVectors = vectors.slice(queries.length);
  return vectors
    .slice(0, queries.length)
    .map((queryVector) => passageVectors.map((passageVector) => dot(queryVector, passageVector)));
}
