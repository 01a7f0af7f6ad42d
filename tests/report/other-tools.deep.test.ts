/** Exports opened by other tools where they are installed: Python's csv, which spreadsheets' readers agree with, and NumPy. */

import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { buildReport } from '../../src/report/build';
import { FORMULA } from '../../src/candidates/names';
import { tableCsv } from '../../src/report/table';
import { HOSTILE_TEXTS } from '../support/hostile';
import { reportInput, sourceResult } from '../support/results';

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

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

it.skipIf(!hasNumpy)('NumPy gives the reference vectors to 1e-15', () => {
  const script = fileURLToPath(new URL('../../examples/reference/reference.py', import.meta.url));
  // Its exit status is 1 where a figure is further off.
  expect(execFileSync('python3', [script], { encoding: 'utf8' })).toMatch(/^largest relative difference: /);
});
