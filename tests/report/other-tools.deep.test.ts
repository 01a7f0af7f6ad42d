/**
 * Exports opened by other tools where they are installed: LaTeX (Debian: texlive-latex-recommended), Python's csv,
 * which spreadsheets' readers agree with, NumPy, and marked.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { marked } from 'marked';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildReport } from '../../src/report/build';
import { FORMULA } from '../../src/candidates/names';
import { latexOf } from '../../src/report/data-table';
import { tableCsv, tableLatex, tableMarkdown } from '../../src/report/table';
import { HOSTILE_TEXTS } from '../support/hostile';
import { certainOrder, pairAudit, reportInput, runResult, sourceResult } from '../support/results';

const hasLatex =
  spawnSync('pdflatex', ['--version']).status === 0 && spawnSync('kpsewhich', ['booktabs.sty']).status === 0;

describe.skipIf(!hasLatex)('pdflatex sets', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'negscope-latex-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The log of a run without a fault. @throws with the log where LaTeX stops or complains of an error */
  function set(body: string): string {
    const document = `\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs}\n\\begin{document}\n${body}\n\\end{document}\n`;
    writeFileSync(join(folder, 'paper.tex'), document);
    const options = ['-interaction=nonstopmode', '-halt-on-error', '-no-shell-escape', 'paper.tex'];
    return execFileSync('pdflatex', options, { cwd: folder, encoding: 'utf8' });
  }

  it('the ranking', () => {
    const results = [
      sourceResult(1, 'bm25_top10', { eci: 0.2, records: 97, queries: 97 }),
      sourceResult(2, '50 % of dense & more', { eci: 0.3, records: 97, queries: 97 }),
      sourceResult(3, 'random', { eci: 0.9, records: 97, queries: 97, mean_rho: 0.95, inversion_rate: 0 }),
    ];
    const certainty = certainOrder(results.map(({ id, figures }) => ({ id, eci: figures.eci })));
    const pair_audit = pairAudit(results, { random: { random: 1 } });
    const result = { ...runResult(results), certainty, pair_audit };
    const input = reportInput(results, ['bm25_top10', '50 % of dense & more'], { run: result });
    const table = tableLatex(buildReport(input));
    const log = set(table);
    expect(log).toContain('Output written on paper.pdf (1 page');
    expect(log).not.toMatch(/^!|Overfull \\hbox/m);
  });

  it('names that mean something to LaTeX', () => {
    const ascii = HOSTILE_TEXTS.filter((name) => /^[ -~\n\r\t]*$/.test(name));
    const results = ascii.map((name, i) => sourceResult(i + 1, name, { eci: 1 - i / 100, records: 97 }));
    const log = set(tableLatex(buildReport(reportInput(results, ascii.slice(0, 1)))));
    expect(log).toContain('Output written on paper.pdf');
    expect(set(latexOf({ columns: ['name', 'ρ'], rows: ascii.map((name, i) => [name, i / 7]) }))).toContain(
      'Output written on paper.pdf',
    );
  });
});

const hostile = buildReport(
  reportInput(
    HOSTILE_TEXTS.map((name, i) => sourceResult(i + 1, name, { eci: 1 - i / 100, records: 97 })),
    HOSTILE_TEXTS.slice(0, 1),
  ),
);

/** As it is after its way through a file. */
const utf8 = (text: string) => Buffer.from(text).toString();

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!hasPython)('Python’s csv', () => {
  it('reads each row whole, hostile names too', () => {
    const read =
      'import csv,io,json,sys; print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.read(), newline="")))))';
    const input = utf8(tableCsv(hostile));
    const [head = [], ...rows] = JSON.parse(
      execFileSync('python3', ['-X', 'utf8', '-c', read], { input, encoding: 'utf8' }),
    ) as string[][];
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([head.length]));
    const shown = HOSTILE_TEXTS.map((name) => utf8(FORMULA.test(name) ? `'${name}` : name));
    expect(rows.map((row) => row[head.indexOf('source')])).toEqual(shown);
  });
});

describe('marked', () => {
  it('makes one table of the Markdown, a row a source, each of as many cells', () => {
    const [table, ...others] = marked.lexer(tableMarkdown(hostile)).filter(({ type }) => type === 'table');
    expect(others).toEqual([]);
    const { header, rows } = table as { header: unknown[]; rows: unknown[][] };
    expect(rows.length).toBe(HOSTILE_TEXTS.length);
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([header.length]));
  });
});

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

it.skipIf(!hasNumpy)('NumPy gives the reference vectors to 1e-15', () => {
  const script = fileURLToPath(new URL('../../examples/reference/reference.py', import.meta.url));
  // Its exit status is 1 where a figure is further off.
  expect(execFileSync('python3', [script], { encoding: 'utf8' })).toMatch(/^largest relative difference: /);
});
