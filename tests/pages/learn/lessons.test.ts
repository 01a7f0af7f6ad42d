/** The lessons: each can be solved, most answers are wrong and get a sentence, and what their texts say is so. */

import { describe, expect, it } from 'vitest';

import { eta, JUDGED, passage, PASSAGES, psiOf, rho } from '../../../src/pages/learn/example';
import { canBe, idsIn } from '../../../src/pages/learn/lesson';
import { judgement, LESSONS, planHours, pullAt } from '../../../src/pages/learn/lessons';
import { firstShares, MIXTURES } from '../../../src/pages/learn/mixture';
import { BLOCKS, MEANS, rises } from '../../../src/pages/learn/paper';

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const soFar = { worlds: [], tapped: [] };
/** The number of a lesson as it opens. */
const numberOf = (lesson: number) => LESSONS[lesson - 1]?.number(soFar)[0];

describe.each(LESSONS.map((lesson, i) => ({ ...lesson, name: i + 1 })))('lesson $name', (lesson) => {
  const { title, text, question, task, choices, right, verdict, check, solved, start = '', found } = lesson;

  it('is solved by its solution, not as it opens, and has at most 60 words and a verdict for each prediction', () => {
    expect(check(solved)).toBeNull();
    expect(canBe(solved, lesson)).toBe(true);
    expect(check(start)).not.toBeNull();
    const written = [title, text, question, task].map(wordsIn).reduce((sum, words) => sum + words);
    expect(written).toBeLessThanOrEqual(60);
    expect(wordsIn(found)).toBeLessThanOrEqual(23);
    if (right.length === 0) return;
    expect(verdict(right)).toMatch(/^Right/);
    const wrong = choices
      .filter(({ id }) => id !== right[0])
      .map(({ id }) => verdict([id, ...right.slice(1)]));
    for (const said of wrong) {
      expect(said).not.toMatch(/^Right|NaN|undefined/);
      expect(wordsIn(said)).toBeLessThanOrEqual(23);
    }
    expect(lesson.number(soFar)[0]).not.toMatch(/NaN|undefined/);
  });
});

const helped = (lesson: number, answer: string) => LESSONS[lesson - 1]?.check(answer);

it('the commonest wrong tries get their sentences', () => {
  const solved = LESSONS.map((lesson) => lesson.solved);
  const without = (lesson: number, left: string) =>
    idsIn(solved[lesson] ?? '')
      .filter((id) => id !== left)
      .join();
  expect(helped(1, `${solved[0] ?? ''},diamonds`)).toBe('Diamonds lies 0.07 below: outside the grey strip.');
  expect(helped(1, without(0, 'subduction'))).toMatch(/^There are more/);
  expect(helped(2, '-0.15')).toMatch(/too far left.* 95\s% of the pull/);
  expect(helped(3, 'half')).toBe('Half answers still ends above the dashed line.');
  expect(helped(4, '1,2,3,4,5,6')).toMatch(/^Keep one/);
  expect(helped(5, without(4, 'unlabelled'))).toMatch(/true answer/);
  expect(helped(6, 'civil')).toMatch(/^Far from both/);
  expect(helped(6, 'subduction')).toMatch(/^Below the line by 0.07/);
  expect(helped(7, 'All kinds of rock lie beneath the ocean.')).toMatch(/“oceans”, not “ocean”/);
  expect(helped(8, 'distilbert-bm25')).toMatch(/another encoder/);
  expect(helped(9, 'bm25.60')).toMatch(/^Flagged: mean ψ/);
  expect(helped(9, 'dense.30')).toMatch(/^Into Dense no share does/);
});

it('1, 2, 5 and 6 say what the cosines say', () => {
  expect(LESSONS[0]?.found).toMatch(/^Four are hard\. Eight/);
  expect(LESSONS[1]?.found).toContain('five easiest');
  expect([pullAt(0.05), pullAt(0.1)].map((pull) => pull.toFixed(2))).toEqual(['0.27', '0.12']);
  expect(PASSAGES.filter((each) => rho(each) < 0.5)).toHaveLength(3);
  expect(numberOf(5)).toBe('0.03');
  expect(eta(passage('porcelain')).toFixed(2)).toBe('0.94');
  expect(LESSONS[5]?.found).toContain('Saturn’s rings, *η* 0.16');
  expect(Math.max(...PASSAGES.map(eta))).toBe(eta(passage('granite')));
});

it('4, 7 and 8 say what the paper and the words say', () => {
  expect(planHours(1).toFixed(0)).toBe('18');
  expect(numberOf(4)).toMatch(/^15\s%$/);
  expect([psiOf(passage('subduction').text), psiOf('')].map((psi) => psi.toFixed(2))).toEqual([
    '0.70',
    '1.00',
  ]);
  expect(numberOf(7)).toBe('0.83');
  expect(BLOCKS.every(rises)).toBe(true);
  expect(LESSONS[7]?.verdict(['llm'])).toContain('0.06, 0.10, 0.17');
  for (const gate of ['rho', 'eta'] as const)
    expect([...MEANS].sort((a, b) => a[gate] - b[gate]).map(({ id }) => id)).not.toEqual([
      'bm25',
      'dense',
      'llm',
    ]);
});

it('9: into BM25 33 to 37 % lead without a flag, into dense no share does', () => {
  expect(firstShares('bm25')).toEqual({ leads: 33, flagged: 38 });
  const { leads, flagged } = firstShares('dense');
  expect(leads).toBeGreaterThan(flagged);
  const lines = MIXTURES.bm25.map(({ percent, rank, flags }) => rank === 1 && flags.length === 0 && percent);
  expect(lines.filter((percent) => percent !== false)).toEqual([33, 34, 35, 36, 37]);
});

it('10: each verdict gets its reason', () => {
  const key = idsIn(LESSONS[9]?.solved ?? '');
  JUDGED.forEach(({ why, cosines: { negative, positive } }, i) => {
    const before = key.slice(0, i);
    expect(judgement([...before, key[i]].join())).toBe(
      `Right. ${why} The encoder prefers it: ${negative.toFixed(2)} to ${positive.toFixed(2)}.`,
    );
    expect(judgement([...before, key[i] === 'a' ? 'n' : 'a'].join())).toMatch(/^(No|It does)\. /);
  });
});
