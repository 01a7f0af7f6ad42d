import { describe, expect, it } from 'vitest';

import { waitsInWords, wantedFiles } from '../../../../src/pages/rank/files/wanted-files';
import { interpretation } from '../../../support/results';

const run = {
  interpretation: interpretation({ format: 'run' }),
  needs: [
    { kind: 'corpus', example: 'd7' },
    { kind: 'queries', example: '12' },
  ],
} as const;

describe('the files that a waiting file needs', () => {
  it('are those of its format, each there or not', () => {
    const wanted = wantedFiles(run, [{ kind: 'qrels', file: 'qrels.txt' }]);
    expect(wanted.map(({ kind, file, there }) => [kind, file, there])).toEqual([
      ['qrels', 'qrels.txt', true],
      ['queries', null, false],
      ['corpus', null, false],
    ]);
    expect(wanted[2]?.words).toContain('with the document id d7');
    expect(waitsInWords(run)).toBe('It waits for two more files.');
  });

  it('name a file that is there and lacks what is named', () => {
    const [corpus] = wantedFiles(
      { interpretation: interpretation({ format: 'plain' }), needs: [{ kind: 'corpus', example: 'd7' }] },
      [{ kind: 'corpus', file: 'corpus.jsonl' }],
    );
    expect(corpus).toMatchObject({ file: 'corpus.jsonl', there: false });
  });
});
