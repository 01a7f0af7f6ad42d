/** What must hold of every file that was read, however it was damaged. Each function throws an error that says what does not. */

import type { CandidateRecord, Reject } from '../../src/candidates/candidate-record';
import type { LoadOutcome } from '../../src/candidates/outcomes';
import { asRecordText, textsOf, type PlainCompanions, type PlainReading } from './plain-reading';

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
export function expectOwnWords(message: string): void {
  const own = message.replace(QUOTED, '…');
  const raw = RAW_MESSAGE.exec(own);
  must(raw === null, () => `a message of an engine (“${raw?.[0] ?? ''}”): ${message}`);
}

/** That counts add up, and messages say which file, and where. */
export function expectCounted(
  outcome: LoadOutcome,
  file: string,
  rejects: readonly Reject[],
  written: ReadonlyMap<number, readonly CandidateRecord[]>,
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
      for (const { id, counts } of outcome.loaded.sources) {
        const { read, loaded, merged, leftOut, rejected, records } = counts;
        must(
          read === loaded + merged + leftOut + rejected,
          () => `counts do not add up: ${JSON.stringify(counts)}`,
        );
        must(rejected === rejects.length, () => `${rejected} rejects counted, ${rejects.length} kept`);
        const kept = written.get(id)?.length ?? 0;
        must(kept === records, () => `${records} records counted, ${kept} written`);
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

/** Formats of which several rows may be one record. */
const JOINING: ReadonlySet<string> = new Set([
  'labeled-pairs',
  'run',
  'tuples',
  'named',
  'rocketqa',
  'mapped',
]);

/** A record on one line, for messages. */
const shown = (record: CandidateRecord): string =>
  JSON.stringify({ query: record.query, positive: record.positive, negatives: record.negatives }).slice(
    0,
    600,
  );

/**
 * That every record is made of what stands at its place, and rows that are joined have the same query.
 * @param reading what stands where, by other means
 */
export function expectNoMixture(
  records: readonly CandidateRecord[],
  reading: PlainReading,
  companions: PlainCompanions,
  format: string,
): void {
  const known = new Map<number, Set<string>>();
  const at = (place: number): Set<string> => {
    const found = known.get(place) ?? textsOf(reading.at(place), companions);
    known.set(place, found);
    return found;
  };
  for (const record of records) {
    const { place, query, positive, negatives, origins } = record;
    const own = at(place);
    const joins = JOINING.has(format);
    const withQuery = (): Set<string>[] =>
      reading.all.map((_, index) => at(index + 1)).filter((texts) => texts.has(query));
    must(own.has(query), () => `place ${place} does not hold the query: ${shown(record)}`);
    must(
      own.has(positive) || (joins && withQuery().some((texts) => texts.has(positive))),
      () => `place ${place} does not hold the positive: ${shown(record)}`,
    );
    negatives.forEach((negative, index) => {
      const from = origins.places?.[index] ?? place;
      must(
        at(from).has(negative),
        () => `place ${from} does not hold the negative ${index + 1}: ${shown(record)}`,
      );
      must(at(from).has(query), () => `place ${from} has another query: ${shown(record)}`);
    });
  }
}

/** That no record takes its texts from several rows of the original. For files of which no other reader makes anything. */
export function expectNoOldMixture(
  records: readonly CandidateRecord[],
  original: readonly ReadonlySet<string>[],
): void {
  for (const record of records) {
    const texts = [record.query, record.positive, ...record.negatives];
    const old = texts.filter((text) => original.some((row) => row.has(text)));
    const together = original.some((row) => old.every((text) => row.has(text)));
    const joined = original.filter((row) => row.has(record.query));
    const sameQuery = old.every((text) => joined.some((row) => row.has(text)));
    must(together || sameQuery, () => `texts of several rows of the original: ${shown(record)}`);
  }
}

/** A record without its place. */
const content = ({ query, positive, negatives, queryId }: CandidateRecord): string =>
  JSON.stringify(
    [queryId, query, positive, negatives].map((part) =>
      typeof part === 'string' ? asRecordText(part) : part,
    ),
  );

/** That the same records were read, in any order. */
export function expectSame(records: readonly CandidateRecord[], original: readonly CandidateRecord[]): void {
  const sorted = (all: readonly CandidateRecord[]): string => all.map(content).sort().join('\n');
  const [found, expected] = [sorted(records), sorted(original)];
  must(
    found === expected,
    () => `other records than the original's: ${found.slice(0, 500)}\n  instead of ${expected.slice(0, 500)}`,
  );
}
