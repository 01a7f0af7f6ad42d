/** The tables of a page in docs/, and whether a cell of them names a test file that is there. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export interface DocTable {
  /** The heading above it. */
  readonly heading: string;
  readonly columns: readonly string[];
  /** The cells of each row, as written. */
  readonly rows: readonly (readonly string[])[];
}

/** Every table of a Markdown page, in order. */
export function tablesOf(markdown: string): DocTable[] {
  const tables: { heading: string; columns: readonly string[]; rows: (readonly string[])[] }[] = [];
  let heading = '';
  let inside = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+\s*/, '');
    if (!line.startsWith('|')) {
      inside = false;
      continue;
    }
    const cells = cellsOf(line);
    if (!inside) tables.push({ heading, columns: cells, rows: [] });
    else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) tables.at(-1)?.rows.push(cells);
    inside = true;
  }
  return tables;
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/**
 * What is wrong with a cell that should name files of tests, each in backticks; null where all of them are there.
 * @param project the folder that the files' paths start from
 */
export function testFault(cell: string, project: string): string | null {
  const named = [...cell.matchAll(/`(tests\/[^`]+\.(?:test|spec)\.ts)`/g)];
  if (named.length === 0) return `"${cell}" names no file of tests`;
  const missing = named.find(([, path = '']) => !existsSync(resolve(project, path)));
  return missing === undefined ? null : `${missing[1] ?? ''} is not there`;
}
