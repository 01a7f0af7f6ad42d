/** Whether a file is one JSON value. */

import { LIMITS } from '../limits';
import { fileBytes } from './file-bytes';
import { byteCharacters, JsonScanner } from './json';

/**
 * Whether a file's content is one object or list, on one line or over several, and not the first of several lines. A
 * file that is cut off inside it is one, and so is one that is longer than a record may be.
 * @param skip bytes of the content before the value
 * @throws those of {@link fileBytes}
 */
export async function isOneValue(
  file: File,
  gzip: boolean,
  skip: number,
  signal: AbortSignal,
): Promise<boolean> {
  const scanner = new JsonScanner(-1);
  let left = skip;
  let scanned = 0;
  let ended = false;
  for await (const chunk of fileBytes(file, gzip, signal, () => undefined)) {
    const text = byteCharacters.decode(chunk.subarray(Math.min(left, chunk.length)));
    left -= chunk.length - text.length;
    let from = 0;
    while (!ended) {
      const at = scanner.next(text, from);
      // A line of records never ends inside one.
      if (text.slice(from, at === -1 ? undefined : at).includes('\n')) return true;
      if (at === -1) break;
      from = at + 1;
      ended = scanner.depth === 0;
    }
    if (ended && text.slice(from).trim() !== '') return false;
    scanned += text.length;
    if (!ended && scanned > LIMITS.recordBytes) return true;
  }
  return true;
}
