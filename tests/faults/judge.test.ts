/** The harness notices what it is there to notice: each defect that is planted here is found. */

import { describe, expect, it } from 'vitest';

import type { Report } from '../../src/report/types';
import { filesOf } from './inputs';
import { wrongAfterwards, wrongWith, type PassOutcome } from './judge';

const files = filesOf('embedded');

/** A report with the figures that are looked at. */
function reportOf(change: { records?: number; trace?: number; tau?: number } = {}): Report {
  const source = { records: change.records ?? 10, rejected: 2, trace: change.trace ?? 0.5 };
  return {
    settings: { tau: change.tau ?? 0.08 },
    sources: { first: source, second: { records: 10, rejected: 2, trace: 0.25 } },
    ranking: ['first', 'second'],
  } as unknown as Report;
}

const WELL: PassOutcome = {
  stopped: null,
  hung: false,
  said: [],
  uncaught: [],
  report: reportOf(),
  tau: 0.08,
};
const SAID = 'The engine worker broke off: it ended without a word. Press "Start again".';

describe('a faulted pass', () => {
  it('is well where it went through with the same figures, or ended with a word', () => {
    expect(wrongWith(WELL, reportOf(), files)).toEqual([]);
    expect(wrongWith({ ...WELL, stopped: 'run', said: [SAID], report: null }, reportOf(), files)).toEqual([]);
  });

  it.each([
    ['a swallowed error', { stopped: 'run', report: null }, '"run" ended without a word'],
    ['a page that hangs', { stopped: 'run', hung: true, report: null }, 'neither went on nor said why'],
    [
      'a lost record',
      { report: reportOf({ records: 9 }) },
      'first: 12 records read, 2 of them bad, but 9 scored',
    ],
    ['a figure that is a little off', { report: reportOf({ trace: 0.5 + 1e-9 }) }, 'sources.first.trace'],
    ['a report of another temperature', { report: reportOf({ tau: 0.05 }) }, 'the report is of τ 0.05'],
    [
      'an exception of the page',
      { uncaught: ['x is not a function'] },
      'nothing caught: x is not a function',
    ],
    ['an engine’s message', { said: ['Array buffer allocation failed'] }, 'only a programmer understands'],
    ['a message without words', { said: ['Error'] }, 'the page says only "Error"'],
  ])('is not where there is %s', (_name, change: Partial<PassOutcome>, words) => {
    expect(wrongWith({ ...WELL, ...change }, reportOf(), files).join('\n')).toContain(words);
  });
});

describe('the run after it', () => {
  it('has to go through, and nothing may be left of the fault', () => {
    expect(wrongAfterwards(WELL, reportOf(), files)).toEqual([]);
    const ended = wrongAfterwards({ ...WELL, stopped: 'run', said: [SAID], report: null }, reportOf(), files);
    expect(ended.join('\n')).toContain('no new run: stopped at "run"');
    expect(wrongAfterwards({ ...WELL, said: [SAID] }, reportOf(), files).join('\n')).toContain('still says');
  });
});
