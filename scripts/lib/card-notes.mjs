/** Mined files that lie beside the card of another one. */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { sha256Of } from './model-index.mjs';

/**
 * @param {readonly string[]} paths of files that are ranked or read
 * @returns {Promise<string[]>} a sentence for each file that is not the one its card describes
 */
export async function cardNotes(paths) {
  /** @type {string[]} */
  const notes = [];
  for (const path of paths) {
    const card = path.replace(/\.[^./\\]+$/, '.card.json');
    const expected = card === path || !existsSync(card) ? null : outputOf(card, basename(path));
    if (expected === null || expected === (await sha256Of(path))) continue;
    notes.push(
      `${basename(path)} is not the file that ${basename(card)} beside it describes: their SHA-256 differ. Mine it again.`,
    );
  }
  return notes;
}

/** @param {string} card @param {string} file @returns {string | null} the SHA-256 that the card gives of the file; null where it is no card of it */
function outputOf(card, file) {
  try {
    const { output } = JSON.parse(readFileSync(card, 'utf8'));
    return output?.file === file && typeof output.sha256 === 'string' ? output.sha256 : null;
  } catch {
    return null;
  }
}
