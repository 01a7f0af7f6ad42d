/** What is made for a committed file, as `npm run format` would write it. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PROJECT } from './paths.mjs';

/**
 * @param {string} file its name tells the language
 * @param {string} text
 * @returns {Promise<string>}
 * @throws {Error} where the text is not of that language
 */
export async function formatted(file, text) {
  // Not before: scripts that use it are started in a clone without dependencies too.
  const { format } = await import('oxfmt');
  const options = JSON.parse(readFileSync(join(PROJECT, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}

/** Writes it, and the folders above it. @param {string} file @param {string} text */
export async function writeFormatted(file, text) {
  const written = await formatted(file, text);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, written);
}
