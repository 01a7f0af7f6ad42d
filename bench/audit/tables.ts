/** The tables of docs/AUDIT.md, as Markdown. */

import { FOREIGN_KINDS, FOREIGN_WORDS, type ForeignKind } from '../../src/experiments/broken';
import { BROKEN_SHARES, type BrokenRow } from './broken';
import type { Foreign } from './contaminate';
import { AUDITS, SHARES } from './detection';
import type { CornerRow, DetectionRow, SourceWays } from './main';
import type { DistinctRow } from './ways';

/** Runs called, in per cent, for this audit, the bands and the file: `100 / 4 / 90`. */
export function detectionTable(foreign: Foreign, rows: readonly DetectionRow[], runs: number): string {
  const shares = SHARES[foreign];
  const percentOf = (count: number) => String(Math.round((100 * count) / runs));
  return table(
    [
      'file',
      'source',
      'held against',
      ...shares.map((share) => (share === 0 ? 'clean' : `${100 * share} %`)),
    ],
    rows.map((row) => [
      row.file,
      row.source,
      row.against === 'others' ? 'the others' : 'all, itself clean',
      ...row.shares.map(({ called }) => AUDITS.map((audit) => percentOf(called[audit])).join(' / ')),
    ]),
  );
}

/** Mean of the estimated share of foreign pairs, in per cent. */
export function excessTable(rows: readonly DetectionRow[]): string {
  return table(
    ['file', 'source', 'held against', ...SHARES.random.map((share) => `${100 * share} %`)],
    rows.map((row) => [
      row.file,
      row.source,
      row.against === 'others' ? 'the others' : 'all, itself clean',
      ...row.shares.map(({ excess }) => `${(100 * excess).toFixed(1)} %`),
    ]),
  );
}

export function cornerTable(rows: readonly CornerRow[]): string {
  return table(
    [
      'file',
      'source',
      'random pairs',
      'in the corner',
      'of those random',
      'of the random ones in the corner',
    ],
    rows.map((row) => [
      row.file,
      row.source,
      row.random.toFixed(0),
      row.found.toFixed(0),
      percent(row.true, row.found),
      percent(row.true, row.random),
    ]),
  );
}

/** The least share that the sliders notice: `5 %: random-looking pairs`. */
export function brokenTable(rows: readonly BrokenRow[]): string {
  const limit = (row: BrokenRow, kind: ForeignKind) => {
    const found = row.limits[kind];
    const most = BROKEN_SHARES.at(-1) ?? 0;
    return found === null
      ? `not up to ${Math.round(100 * most)} %`
      : `${Math.round(100 * found.share)} %: ${found.checks.join(', ')}`;
  };
  return table(
    ['file', 'source', ...FOREIGN_KINDS.map((kind) => FOREIGN_WORDS[kind])],
    rows.map((row) => [row.file, row.source, ...FOREIGN_KINDS.map((kind) => limit(row, kind))]),
  );
}

/** Pairs found and the share of them that are true, a pair of columns for each source. */
export function waysTable(sources: readonly SourceWays[], what: string): string {
  const ways = sources[0]?.rows ?? [];
  return table(
    ['', ...sources.flatMap(({ source }) => [`${source}: pairs`, `${what}`, 'of all'])],
    ways.map(({ way }, w) => [
      way,
      ...sources.flatMap(({ rows }) => {
        const row = rows[w];
        const total = rows[0]?.true ?? 0;
        return row ? [String(row.found), percent(row.true, row.found), percent(row.true, total)] : [];
      }),
    ]),
  );
}

/** Distinct pairs of all sources that each way finds, the share that is true and its interval. */
export function distinctTable(rows: readonly DistinctRow[]): string {
  return table(
    ['', 'distinct pairs', 'of so many queries', 'answers', '95 % interval'],
    rows.map(({ way, found, true: right, queries, interval }) => [
      way,
      String(found),
      String(queries),
      percent(right, found),
      interval ? `${percent(interval[0], 1)} to ${percent(interval[1], 1)}` : '–',
    ]),
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** Columns as wide as their widest cell, as prettier leaves them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
