/** What must hold of every file that was read, however it was damaged. Each function throws what does not. */

import type { Reject } from '../../src/candidates/candidate-record';
import type { LoadOutcome } from '../../src/candidates/outcomes';

/** What is not as it must be. */
class Unsound extends Error {
  override readonly name = 'Unsound';
}

function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Unsound(what());
}

/** Words of engines and libraries, which say nothing to whoever reads the page. */
const RAW_MESSAGE = new RegExp(
  [
    'Unexpected (?:token|end|non-whitespace|string|number)',
    'in JSON at|is not valid JSON|JSON\\.parse|Bad control character|Expected .* in JSON|after (?:array|property|JSON)',
    '\\bundefined\\b|is not a function|is not iterable|Cannot (?:read|convert|set)',
    '(?:Type|Range|Syntax|Reference|Runtime|Internal)Error|Maximum call stack|\\bat .*:\\d+:\\d+',
    'Invalid (?:array|string|typed array) length|Array buffer|[Aa]llocation failed|out of memory',
    'encoded data|The operation|TransformStream|DecompressionStream|terminated|TERR_|ERR_',
    'incorrect (?:header|data)|unexpected end of file|invalid (?:stored|distance|block|code|literal|window)|unknown compression method|trailing',
    'Binder|Catalog|Parser Error|Conversion Error|INTERNAL|IO Error|duckdb',
    '(?:Parquet|Arrow|External|Thrift|thrift) ?(?:error|protocol)|arrow|EOF|unreachable|memory access|wasm|RuntimeError|panick',
    '\\[object ',
  ].join('|'),
);

/** Texts of the file that messages quote, which may say anything: between quotes, backticks or brackets of excerpts. */
const QUOTED = /"(?:[^"\\]|\\.)*"|`[^`]*`|“[^”]*”|its cells are: .*|Its fields are: .*|such as .*/gsu;

/** That a message is a sentence of our own. */
function expectOwnWords(message: string): void {
  const own = message.replace(QUOTED, '…');
  const raw = RAW_MESSAGE.exec(own);
  must(raw === null, () => `a message of an engine (“${raw?.[0] ?? ''}”): ${message}`);
}

/** That counts add up, and messages say which file, and where. @param kept records of each source, as the store holds them */
export function expectCounted(
  outcome: LoadOutcome,
  file: string,
  rejects: readonly Reject[],
  kept: readonly number[],
): void {
  for (const reject of rejects) {
    must(reject.file === file, () => `a reject of ${reject.file}`);
    must(reject.place > 0, () => `a reject at place ${reject.place}`);
    must(/^.{20,}\.$/su.test(reject.message), () => `no sentence: ${reject.message}`);
    must(reject.excerpt.length <= 200, () => `an excerpt of ${reject.excerpt.length} characters`);
    expectOwnWords(reject.message);
  }
  switch (outcome.status) {
    case 'loaded':
      must(outcome.loaded.sources.length > 0, () => 'loaded without a source');
      for (const [index, { counts }] of outcome.loaded.sources.entries()) {
        const { read, loaded, merged, leftOut, rejected, records } = counts;
        must(
          read === loaded + merged + leftOut + rejected,
          () => `counts do not add up: ${JSON.stringify(counts)}`,
        );
        must(rejected === rejects.length, () => `${rejected} rejects counted, ${rejects.length} kept`);
        must(kept[index] === records, () => `${records} records counted, ${kept[index]} kept`);
      }
      return;
    case 'companion': {
      const { read, entries, rejected } = outcome.companion;
      must(read === entries + rejected, () => `${read} read, ${entries} entries, ${rejected} rejects`);
      must(rejected === rejects.length, () => `${rejected} rejects counted, ${rejects.length} kept`);
      return;
    }
    case 'waiting':
      must(outcome.waiting.message.includes(file), () => `no file named: ${outcome.waiting.message}`);
      must(outcome.waiting.needs.length > 0, () => 'waits for nothing');
      expectOwnWords(outcome.waiting.message);
      return;
    case 'refused': {
      const { message, rejected, read, list } = outcome.refused;
      must(message.includes(file), () => `no file named: ${message}`);
      expectOwnWords(message);
      list?.lines.forEach(expectOwnWords);
      must(rejected === rejects.length, () => `${rejected} rejects counted, ${rejects.length} kept`);
      must(read >= rejected, () => `${read} read, ${rejected} rejected`);
      const all = /all (\d+) (?:records|entries) were rejected/.exec(message)?.[1];
      must(all === undefined || (Number(all) === read && read > 0), () => `${read} read: ${message}`);
    }
  }
}

/** That the lines of a file that is not packed are its entries and its blank lines. */
export function expectEveryLine(outcome: LoadOutcome, bytes: Uint8Array): void {
  const source = outcome.status === 'loaded' ? outcome.loaded.sources[0] : undefined;
  const counted =
    outcome.status === 'companion'
      ? outcome.companion
      : source !== undefined
        ? { ...source.counts, placeKind: source.placeKind }
        : null;
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (packed || counted?.placeKind !== 'line') return;
  const ends = bytes.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0);
  const lines = ends + (bytes.at(-1) === 0x0a ? 0 : 1);
  const { read, blankLines } = counted;
  must(read + blankLines === lines, () => `${lines} lines, ${read} entries and ${blankLines} blank ones`);
}
