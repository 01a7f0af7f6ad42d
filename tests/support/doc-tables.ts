/** The tables of a page in docs/, and whether a cell of them names a test that is there. */

import { existsSync, readFileSync } from 'node:fs';
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
 * What is wrong with a cell that should name tests, each as `file › title`; null where all of them are there.
 * @param project the folder that the files' paths start from
 */
export function testFault(cell: string, project: string): string | null {
  const named = [...cell.matchAll(/`([^`›]+) › ([^`]+)`/g)];
  if (named.length === 0) return `"${cell}" names no test; expected \`file › title\``;
  for (const [, path = '', title = ''] of named) {
    const file = resolve(project, path);
    if (!existsSync(file)) return `${path} is not there`;
    if (!titlesIn(readFileSync(file, 'utf8')).some((known) => known.test(title))) {
      return `${path} has no test of that title: ${title}`;
    }
  }
  return null;
}

/** What opens a test, or a table of cases with its function behind the title. */
const TITLED = [
  /\b(?:it|test|describe|step)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1/gs,
  /(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,\s*(?:async\s*)?\(/g,
];

/** The titles of the tests in a file; what a template fills in may be anything. */
function titlesIn(source: string): RegExp[] {
  const titled = TITLED.flatMap((pattern) => [...source.matchAll(pattern)]);
  return titled.map(([, , title = '']) => {
    const fixed = title
      .replace(/\\(.)/g, '$1')
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${fixed.join('.+')}$`, 's');
  });
}
