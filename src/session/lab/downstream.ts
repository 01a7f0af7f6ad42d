/**
 * Metrics after training, joined with the scores of the session. They are entered as a table with a header: `source`, optionally
 * `encoder`, and one column for each data set, separated by commas, semicolons or tabs.
 */

import Papa from 'papaparse';

import type { RunOutcomes } from '../../experiments/encoders';
import type { TrainedSource } from '../../experiments/result';
import { countOf, listInWords } from '../../ui/words';

interface DownstreamRow {
  /** In the text, from 1. */
  readonly line: number;
  readonly source: string;
  /** Null where the table has no such column. */
  readonly encoder: string | null;
  readonly metrics: readonly number[];
}

interface DownstreamTable {
  readonly datasets: readonly string[];
  readonly rows: readonly DownstreamRow[];
}

export interface DownstreamProblem {
  readonly line: number;
  readonly message: string;
}

const NAMED = ['source', 'encoder'];

class LineError extends Error {}

/** The table, null where anything is wrong, and what is. An empty text is no table and no problem. */
export function readDownstream(text: string): {
  readonly table: DownstreamTable | null;
  readonly problems: readonly DownstreamProblem[];
} {
  const { data } = Papa.parse<string[]>(text, { delimitersToGuess: [',', '\t', ';'] });
  const [header, ...body] = data
    .map((cells, i) => ({ line: i + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  if (!header) return { table: null, problems: [] };
  const names = header.cells.map((cell) => NAMED.find((name) => name === cell.toLowerCase()) ?? cell);
  const datasets = names.filter((name) => !NAMED.includes(name));
  const fault =
    body.length === 0 ? 'No line follows the header: write one a source.' : faultOf(names, datasets);
  if (fault !== null) return { table: null, problems: [{ line: header.line, message: fault }] };
  const problems: DownstreamProblem[] = [];
  const rows: DownstreamRow[] = [];
  for (const { line, cells } of body) {
    try {
      rows.push(rowOf(line, cells, names, rows));
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      problems.push({ line, message: error.message });
    }
  }
  return { table: problems.length > 0 ? null : { datasets, rows }, problems };
}

/** What is wrong with a header; null where nothing is. */
function faultOf(names: readonly string[], datasets: readonly string[]): string | null {
  const lower = names.map((name) => name.toLowerCase());
  const twice = names.find((_, i) => lower.indexOf(lower[i] as string) !== i);
  if (names.includes('')) return 'A column of the header has no name.';
  if (!names.includes('source'))
    return 'The header needs a column "source", such as: source,ArguAna,NFCorpus.';
  if (twice !== undefined) return `The header has the column "${twice}" twice.`;
  if (lower.includes('mean')) return 'Leave out the column "mean": it is computed from the others.';
  return datasets.length === 0 ? 'The header names no data set: give each a column of its own.' : null;
}

/** @param before the rows above it @throws LineError */
function rowOf(
  line: number,
  cells: readonly string[],
  names: readonly string[],
  before: readonly DownstreamRow[],
): DownstreamRow {
  if (cells.length !== names.length)
    throw new LineError(`This line has ${countOf(cells.length, 'field')}, the header ${names.length}.`);
  const textOf = (name: string) => cells[names.indexOf(name)] ?? null;
  const [source, encoder] = [textOf('source') ?? '', textOf('encoder')];
  if (source === '') throw new LineError('Expected the name of a source, found nothing.');
  const twin = before.find((row) => row.source === source && row.encoder === encoder);
  if (twin) throw new LineError(`"${source}" stands in line ${twin.line} too.`);
  const metrics = names.flatMap((name) => (NAMED.includes(name) ? [] : numberIn(name, textOf(name) ?? '')));
  return { line, source, encoder, metrics };
}

/** An empty field is no nought: means over other data sets could not be compared. @throws LineError */
function numberIn(name: string, text: string): number {
  const value = text === '' ? NaN : Number(text);
  if (Number.isFinite(value)) return value;
  const found = text === '' ? 'nothing' : `"${text.slice(0, 40)}"`;
  throw new LineError(`${name}: expected a number, such as 0.39, found ${found}.`);
}

/** Scores of one encoder, as ranked in this session. */
export interface ScoredBlock {
  readonly encoder: string;
  readonly sources: readonly {
    readonly name: string;
    readonly setting: string;
    readonly eci: number;
    readonly inversion: number | null;
  }[];
}

/** The scores that the weightings of an encoder were computed with; null where they were not. */
export function scoredBlock({ encoder, weightings }: RunOutcomes): ScoredBlock | null {
  if (!weightings) return null;
  const { about, result } = weightings;
  const inverted = result.steps.find(({ id }) => id === 'inversion-rate');
  const sources = about.sources.map(({ name, setting }, place) => ({
    name,
    setting,
    eci: result.steps[result.own]?.scores[place] ?? 0,
    inversion: inverted?.scores[place] ?? null,
  }));
  return { encoder, sources };
}

/**
 * Each line with the score of its source under the encoder that the line names; without a column `encoder` the session's
 * latest.
 * @param blocks the latest last
 */
export function joinTraining({ rows }: DownstreamTable, blocks: readonly ScoredBlock[]) {
  const problems: DownstreamProblem[] = [];
  const joined = rows.flatMap((row): TrainedSource[] => {
    const { line, source, metrics } = row;
    const block =
      row.encoder === null ? blocks.at(-1) : blocks.find(({ encoder }) => encoder === row.encoder);
    const ranked = block?.sources.find(({ name }) => name === source);
    if (!block || !ranked) {
      problems.push({ line, message: notRanked(row, block, blocks) });
      return [];
    }
    const { setting, eci: score, inversion: inversion_rate } = ranked;
    const mean = metrics.reduce((sum, value) => sum + value, 0) / metrics.length;
    return [{ source, encoder: block.encoder, setting, score, inversion_rate, metrics, mean }];
  });
  return { rows: joined, problems };
}

function notRanked(
  { source }: DownstreamRow,
  block: ScoredBlock | undefined,
  blocks: readonly ScoredBlock[],
): string {
  if (block)
    return `No source "${source}" is ranked under ${block.encoder}; there are ${listInWords(block.sources.map(({ name }) => name))}.`;
  const have =
    blocks.length === 0
      ? 'Nothing is ranked yet'
      : `Ranked under ${listInWords(blocks.map(({ encoder }) => encoder))} only`;
  return `${have}: rank the sources under this encoder.`;
}
