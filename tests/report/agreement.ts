/** Page, terminal, table and memo say the same of a report; a reference with a `stop` makes no range. */

import { expect } from 'vitest';

import { rankTable } from '../../src/cli/rank-words';
import { adviceOf, memoOf } from '../../src/report/memo';
import { rankingOf } from '../../src/report/ranking';
import type { Report } from '../../src/report/result';
import { tableMarkdown } from '../../src/report/table';
import { headlineOf, phraseText, rankInWords, readingParts } from '../../src/report/verdict-words';
import { additions } from './memo/additions';

export function expectAgreement(report: Report): void {
  const { verdict, audit } = report;
  const { rows } = rankingOf(report);
  const printed = rankTable(report).split('\n');
  const cells = tableMarkdown(report)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const next = adviceOf(memoOf(report, additions())).next.join('\n');
  expect(phraseText(headlineOf(report))).toBe(verdict.headline);
  for (const [name, { rank, reading, findings }] of Object.entries(verdict.sources)) {
    const row = rows.find((each) => each.name === name);
    const line = printed.find((each) => each.trimStart().split(/ +/)[1] === name) ?? '';
    const cell = cells.find(([, , source]) => source === name)?.[1];
    expect([row?.rank, row?.verdict && readingParts(row.verdict).join('; ')], name).toEqual([rank, reading]);
    expect(line.trimStart(), name).toMatch(new RegExp(`^${rankInWords(rank)} `));
    expect(line, name).toContain(reading);
    expect(cell, name).toBe(rankInWords(rank));
    const standing = findings.filter(({ set_aside: aside }) => !aside).map(({ severity }) => severity);
    if (standing.includes('stop')) expect(audit.reference_left).not.toContain(name);
    const isLeftOut = new RegExp(`Leave out [^.]*(?<![\\w-])${name}(?![\\w-])`).test(next);
    expect(isLeftOut, name).toBe(standing.some((each) => each === 'stop' || each === 'train'));
  }
}
