import { describe, expect, it } from 'vitest';

import { csvOf, latexOf, markdownLine, markdownOf } from '../../src/report/data-table';

const TABLE = {
  columns: ['weighting', 'bm25 | a', 'n'],
  rows: [
    ['ρ η', 0.123456789, 12],
    ['=1+1', null, 5],
  ],
};

describe('a table as text', () => {
  it('is CSV at full precision, with no formula in it', () => {
    expect(csvOf(TABLE)).toBe('weighting,bm25 | a,n\nρ η,0.123456789,12\n"\'=1+1",,5\n');
  });

  it('is Markdown to five digits, a bar in a name escaped', () => {
    expect(markdownOf(TABLE)).toBe(
      '| weighting | bm25 \\| a | n |\n| --- | --- | --- |\n| ρ η | 0.12346 | 12 |\n| =1+1 |  | 5 |\n',
    );
  });

  it.each([
    ['# of pairs ranks first', '\\# of pairs ranks first'],
    ['## x', '\\## x'],
    ['1. a', '1\\. a'],
    ['- a', '\\- a'],
    ['-a 1.5 b', '-a 1.5 b'],
    ['2024-mined leads', '2024-mined leads'],
  ])('is a line of Markdown: %j', (text, line) => {
    expect(markdownLine(text)).toBe(line);
  });

  it('is LaTeX that compiles: letters as mathematics, figures to the right', () => {
    expect(latexOf(TABLE).split('\n')).toEqual([
      '\\begin{tabular}{lrr}',
      '\\toprule',
      'weighting & bm25 | a & n \\\\',
      '\\midrule',
      '$\\rho$ $\\eta$ & 0.12346 & 12 \\\\',
      '=1+1 &  & 5 \\\\',
      '\\bottomrule',
      '\\end{tabular}',
      '',
    ]);
    expect(latexOf({ columns: ['a_b'], rows: [['50 % & {x}']] })).toContain('a\\_b');
    expect(latexOf({ columns: ['a'], rows: [['50 % & {x}']] })).toContain('50 \\% \\& \\{x\\}');
  });
});
