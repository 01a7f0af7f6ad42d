/**
 * Metrics after training, entered as a table with a header: `source`, optionally `encoder`, `setting`, `eci` and
 * `inversion`, and one column for each data set, separated by commas, semicolons or tabs.
 */

import Papa from 'papaparse';

export interface DownstreamRow {
  /** In the text, from 1. */
  readonly line: number;
  readonly source: string;
  /** Null where the table has no such column. */
  readonly encoder: string | null;
  readonly setting: string | null;
  readonly eci: number | null;
  /** Share of inverted pairs. */
  readonly inversion: number | null;
  /** By data set. */
  readonly metrics: readonly number[];
}

export interface DownstreamTable {
  readonly datasets: readonly string[];
  readonly rows: readonly DownstreamRow[];
}

/** What is wrong, and where. */
export interface DownstreamProblem {
  /** In the text, from 1. */
  readonly line: number;
  /** Name of the column; null for the whole line. */
  readonly field: string | null;
  readonly message: string;
}

export interface DownstreamReading {
  /** Null where anything is wrong. */
  readonly table: DownstreamTable | null;
  readonly problems: readonly DownstreamProblem[];
}

/** Columns that are not data sets. */
const NAMED = ['source', 'encoder', 'setting', 'eci', 'inversion'] as const;

type Named = (typeof NAMED)[number];

/** Reads the table. An empty text is no table and no problem. */
export function readDownstream(text: string): DownstreamReading {
  const lines = linesOf(text);
  const [header, ...body] = lines;
  if (!header) return { table: null, problems: [] };
  const names = header.cells.map((cell) => cell.trim());
  const problems = headerProblems(header.line, names);
  if (problems.length > 0) return { table: null, problems };
  if (body.length === 0) {
    return {
      table: null,
      problems: [problem(header.line, null, 'No line follows the header: write one a source.')],
    };
  }
  const columns = names.map((name, column) => ({ name, column }));
  const isNamed = (name: string) => NAMED.some((known) => known === name.toLowerCase());
  const datasets = columns.filter(({ name }) => !isNamed(name));
  const place = (known: Named) => columns.find(({ name }) => name.toLowerCase() === known)?.column ?? null;
  const rows = body.map(({ line, cells }): DownstreamRow => {
    if (cells.length !== names.length) {
      const message = `This line has ${cells.length} fields, the header ${names.length}.`;
      problems.push(problem(line, null, message));
    }
    const text = (known: Named) => {
      const column = place(known);
      return column === null ? null : (cells[column] ?? '').trim();
    };
    const number = (name: string, column: number) => {
      const read = numberOf(cells[column] ?? '');
      if (typeof read === 'number') return read;
      problems.push(problem(line, name, read));
      return 0;
    };
    const source = text('source') ?? '';
    if (source === '')
      problems.push(problem(line, 'source', 'Expected the name of a source, found nothing.'));
    const given = (known: Named) => {
      const column = place(known);
      return column === null ? null : number(known, column);
    };
    return {
      line,
      source,
      encoder: text('encoder'),
      setting: text('setting'),
      eci: given('eci'),
      inversion: given('inversion'),
      metrics: cells.length === names.length ? datasets.map(({ name, column }) => number(name, column)) : [],
    };
  });
  problems.push(...repeated(rows));
  return problems.length > 0
    ? { table: null, problems }
    : { table: { datasets: datasets.map(({ name }) => name), rows }, problems };
}

/** The non-empty lines, split into fields. */
function linesOf(text: string): { readonly line: number; readonly cells: readonly string[] }[] {
  const { data } = Papa.parse<string[]>(text, { delimitersToGuess: [',', '\t', ';'] });
  return data
    .map((cells, i) => ({ line: i + 1, cells }))
    .filter(({ cells }) => cells.length > 1 || (cells[0] ?? '').trim() !== '');
}

function headerProblems(line: number, names: readonly string[]): DownstreamProblem[] {
  const lower = names.map((name) => name.toLowerCase());
  const twice = names.filter((_, i) => lower.indexOf(lower[i] ?? '') !== i);
  if (names.includes('')) return [problem(line, null, 'A column of the header has no name.')];
  if (!lower.includes('source')) {
    return [problem(line, 'source', 'The header needs a column "source", such as: source,ArguAna,NFCorpus.')];
  }
  if (twice.length > 0) {
    return twice.map((name) => problem(line, name, `The header has the column "${name}" twice.`));
  }
  if (lower.includes('mean')) {
    return [problem(line, 'mean', 'Leave out the column "mean": it is computed from the others.')];
  }
  if (lower.every((name) => NAMED.some((known) => known === name))) {
    return [problem(line, null, 'The header names no data set: give each a column of its own.')];
  }
  return [];
}

/** A number, or what is wrong with it. */
function numberOf(text: string): number | string {
  const trimmed = text.trim();
  if (trimmed === '') {
    return 'Expected a number, found nothing. A mean over other data sets could not be compared: fill it in, or leave the column out.';
  }
  const value = Number(trimmed);
  if (Number.isFinite(value)) return value;
  const comma = /^[\d.]*,\d+$/.test(trimmed) ? ' Write decimals with a point.' : '';
  return `Expected a number, found "${trimmed.slice(0, 40)}".${comma}`;
}

/** Lines that repeat a source and encoder. */
function repeated(rows: readonly DownstreamRow[]): DownstreamProblem[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ line, source, encoder }) => {
    const key = JSON.stringify([source, encoder]);
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, line);
      return [];
    }
    const under = encoder === null ? '' : ` under ${encoder}`;
    return [problem(line, 'source', `"${source}"${under} stands in line ${before} too.`)];
  });
}

function problem(line: number, field: string | null, message: string): DownstreamProblem {
  return { line, field, message };
}
