import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { shownStudy, STUDIES } from '../../src/experiments/evidence';
import { phraseText } from '../../src/report/verdict-words';
import { tablesOf } from '../support/doc-tables';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const PAGE = read('docs/EVIDENCE.md');
const TABLES = tablesOf(PAGE);

describe('docs/EVIDENCE.md', () => {
  it('has at most 900 words and four tables', () => {
    expect(PAGE.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(900);
    expect(TABLES).toHaveLength(4);
  });

  it('has the figures that the Lab shows, and what each study held fixed', () => {
    const rows = STUDIES.flatMap(({ name, sources }) =>
      sources.map(({ negatives, metric, second }) => [name, negatives, metric, second ?? '–']),
    );
    expect(TABLES[1]?.rows).toEqual(rows);
    const named = (TABLES[2]?.rows ?? []).map(([cell = '']) =>
      STUDIES.findIndex(({ name }) => starts(cell, name)),
    );
    expect(named).toEqual([...STUDIES.keys()]);
  });

  it('gives an address for every claim of the tables of others', () => {
    const addresses = [...(TABLES[2]?.rows ?? []), ...(TABLES[3]?.rows ?? [])].map((row) => row.join(' '));
    const without = addresses.filter((row) => !row.includes('](https://'));
    expect(without.map((row) => row.slice(0, 20))).toEqual([
      expect.stringMatching(/^RLHN, count: its tab/),
      expect.stringMatching(/^The score stood agai/),
    ]);
  });

  it('is linked from what the README cannot tell, from the Lab and from the documents of the page', () => {
    const [, chapter = ''] = read('README.md').split('## What it cannot tell');
    expect(chapter.split('\n## ')[0]).toContain('docs/EVIDENCE.md');
    expect(read('src/pages/lab/TrainingCell.svelte')).toContain('href="docs/EVIDENCE.html"');
    expect(read('scripts/lib/docs-site.mjs')).toContain("'EVIDENCE'");
  });
});

/** Whether a cell names a study: the longest name that it begins with. */
function starts(cell: string, name: string): boolean {
  const words = cell.replace(/^\[/, '');
  const names = STUDIES.map((study) => study.name).filter((each) => words.startsWith(each));
  return names.sort((a, b) => b.length - a.length)[0] === name;
}

describe('a study in the Lab', () => {
  const shown = STUDIES.map(shownStudy);

  it('names the best and the worst of its rows', () => {
    expect(shown.map(({ title }) => phraseText(title))).toEqual([
      'RLHN: best after relabelled (0.515), worst after records dropped (0.506)',
      'RLHN, count: best after 9 a query (0.518), worst after 1 a query (0.504)',
      'ReSa2: best after ReSa2 (35.3), worst after BM25 (32.4)',
      'DRhard: best after ADORE (0.347), worst after in-batch (0.264)',
      'asymmetric: best after teacher (0.6176), worst after BM25 (0.6097)',
    ]);
    const [first] = STUDIES;
    if (!first) throw new Error('There is no study.');
    const sources = [...first.sources].reverse().map((source, i) => ({ ...source, metric: String(i) }));
    expect(phraseText(shownStudy({ ...first, sources }).title)).toBe(
      'RLHN: best after default (5), worst after relabelled (0)',
    );
  });

  it('is drawn as bars from 0, with its figures as printed and no score', () => {
    for (const { chart, how } of shown) {
      expect(chart.x.from).toBe(0);
      expect(how).toMatch(/ No score: these negatives were not ranked\.$/);
      expect(chart.rows.every(({ mark, value, note }) => mark === 'bar' && value === Number(note))).toBe(
        true,
      );
    }
    expect(shown[3]?.chart.rows.map(({ note }) => note)).toEqual(['0.264', '0.301', '0.340', '0.347']);
  });

  it('leaves a metric that the study does not print empty', () => {
    expect(shown[4]?.table.rows[0]).toEqual(['random', 0.6153, null]);
    expect(shown[4]?.table.rows[1]).toEqual(['teacher', 0.6176, 0.8029]);
  });
});
