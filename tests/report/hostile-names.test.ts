/** Sources with hostile names: every export is read by another parser and gives the name back, or the name as it shows. */

import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { FORMULA, shownName } from '../../src/candidates/names';
import { buildReport } from '../../src/report/build';
import { latexOf } from '../../src/report/data-table';
import { tableCsv, tableLatex, tableMarkdown } from '../../src/report/table';
import { faultsOfLatex } from '../support/latex';
import { reportInput, sourceResult } from '../support/results';
import { HOSTILE_TEXTS } from '../support/hostile';

const names = HOSTILE_TEXTS;

const results = names.map((name, i) => sourceResult(i + 1, name, { eci: 1 - i / 100, records: 97 }));
const report = buildReport(reportInput(results, names.slice(0, 1)));

/** The cells of a row of a GitHub table: a backslash before a mark makes it a letter, a bar ends a cell. */
function walkedCells(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  for (let at = 1; at < line.length; at += 1) {
    const letter = line[at] as string;
    if (letter === '\\' && /[!-/:-@[-`{-~]/.test(line[at + 1] ?? '')) cell += line[++at] as string;
    else if (letter === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return cells;
}

describe('hostile names of sources', () => {
  it('are keys of the JSON report as others are', () => {
    const read = JSON.parse(JSON.stringify(report)) as typeof report;
    expect(Object.keys(read.sources).sort()).toEqual([...names].sort());
    expect(Object.hasOwn(read.sources, '__proto__')).toBe(true);
    for (const name of names) expect(read.verdict.sources[name]?.reading, name).toBeTypeOf('string');
  });

  it('come back from CSV, with an apostrophe before what a spreadsheet would run', () => {
    const { data, errors } = Papa.parse<Record<string, string>>(tableCsv(report), {
      header: true,
      newline: '\n',
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data.map((row) => row['source'])).toEqual(
      names.map((name) => (FORMULA.test(name) ? `'${name}` : name)),
    );
    for (const row of data)
      for (const cell of Object.values(row)) if (!/^-?\d/.test(cell)) expect(cell).not.toMatch(FORMULA);
  });

  it('come back from Markdown, each in one cell of one line, as they show', () => {
    const lines = tableMarkdown(report).trimEnd().split('\n');
    const rows = lines.slice(-names.length).map(walkedCells);
    const width = walkedCells(lines.at(-names.length - 2) ?? '').length;
    const shown = names.map((name) => shownName(name.replace(/[\r\n]+/g, ' ')).trim());
    expect(rows.map((cells) => cells[1])).toEqual(shown);
    expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([width]));
  });

  it('make no command, no mathematics and no new row in LaTeX', () => {
    const table = latexOf({ columns: ['name'], rows: names.map((name) => [name]) });
    const body = table.split('\\midrule\n')[1]?.split('\n\\bottomrule')[0]?.split('\n') ?? [];
    expect(body).toHaveLength(names.length);
    expect(tableLatex(report)).not.toMatch(/\\input|(?!\n)\p{Cc}/u);
    expect(faultsOfLatex(tableLatex(report))).toEqual([]);
    expect(faultsOfLatex(table)).toEqual([]);
  });
});
