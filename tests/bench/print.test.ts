import { describe, expect, it } from 'vitest';

import { asMarkdown, asText } from '../../bench/lib/print.mjs';
import type { BenchResults, Line, Outcome } from '../../bench/types';

const line = (what: string, unit: Line['unit'], figure: number | null, most: number | null = null): Line => ({
  what,
  unit,
  figure,
  most,
  note: null,
});

function results(commit: string, scenarios: BenchResults['scenarios']): BenchResults {
  const machine = {
    cpu: 'A processor',
    cores: 2,
    memory_bytes: 8e9,
    system: 'linux',
    browser: 'Chromium 1',
    load: [0.1, 1] as const,
  };
  const negscope = { version: '1.0.0', commit };
  return { schema_version: 2, created: '2026-11-01', negscope, quick: false, machine, scenarios };
}

const run = (...lines: Line[]): Outcome => ({ status: 'run', seconds: 1, lines });

const before = results('aaa', {
  load: run(line('a file', 'times', 4, 3.5), line('its memory', 'bytes', 2e9)),
  strip: run(line('gone', 'seconds', 1)),
});
const now = results('bbb', {
  load: run(line('a file', 'times', 3, 3.5), line('its memory', 'bytes', 3e9)),
  strip: run(line('a move', 'seconds', 0.08, 0.05), line('new', 'seconds', null)),
  mining: { status: 'failed', reason: 'no memory.' },
});

const rowOf = (text: string, what: string) =>
  text
    .split('\n')
    .filter((each) => each.includes(`| ${what} `))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('the page of figures', () => {
  it('has a line a figure: goal, before, now, their ratio and whether the goal is met', () => {
    const text = asMarkdown(now, before, 'bench/results/now.json');
    expect(rowOf(text, 'a file')).toEqual([['load', 'a file', '≤ 3.5 ×', '4 ×', '3 ×', '0.75 ×', 'met']]);
    expect(rowOf(text, 'its memory')).toEqual([['load', 'its memory', '–', '2 GB', '3 GB', '1.5 ×', '']]);
    expect(rowOf(text, 'a move')).toEqual([['strip', 'a move', '≤ 50 ms', '–', '80 ms', '–', 'missed']]);
    expect(rowOf(text, 'new')).toEqual([['strip', 'new', '–', '–', '–', '–', 'not measured']]);
    expect(rowOf(text, 'gone')).toEqual([]);
    expect(rowOf(text, 'Negscope')).toEqual([['Negscope', '1.0.0, commit aaa', '1.0.0, commit bbb']]);
  });

  it('says what failed, and how the rest was', () => {
    const text = asMarkdown(now, before, 'bench/results/now.json');
    expect(text).toContain('mining failed: no memory.');
    expect(text).toMatch(/^\*\*load\.\*\* /m);
    expect(text).not.toMatch(/^\*\*demo\.\*\* /m);
  });
});

it('the terminal has the same lines', () => {
  const text = asText(now, before);
  expect(text).toMatch(/^load +a file +≤ 3.5 × +4 × +3 × +0.75 × +met$/m);
  expect(text).toContain('mining failed: no memory.');
});
