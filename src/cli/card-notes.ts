/** Mined files that lie beside the card of another one. */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { sha256Of } from './disk';

/** A sentence for each file that is not the one its card describes. */
export async function cardNotes(paths: readonly string[]): Promise<string[]> {
  const notes: string[] = [];
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

/** The SHA-256 that the card gives of the file; null where it is no card of it. */
function outputOf(card: string, file: string): string | null {
  try {
    const { output } = JSON.parse(readFileSync(card, 'utf8')) as {
      output?: { file?: unknown; sha256?: unknown };
    };
    return output?.file === file && typeof output.sha256 === 'string' ? output.sha256 : null;
  } catch {
    return null;
  }
}
