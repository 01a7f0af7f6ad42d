import { expect, it } from 'vitest';

import { problemsOf } from '../../../../src/pages/rank/inputs/problems';
import { fileCounts, loadedFile } from '../../../support/results';

const entry = (key: number, name: string, over: object = {}) =>
  ({ key, file: { name }, refused: null, loaded: null, ...over }) as never;

it('counts what needs a hand, questions first, and leads to the first of each kind', () => {
  const loaded = loadedFile(9, 'half.jsonl');
  const [source] = loaded.sources;
  const files = {
    asking: [entry(2, 'weird.csv')],
    failed: [entry(1, 'notes.docx'), entry(3, 'broken.jsonl')],
    waiting: [entry(4, 'run.trec')],
    loaded: [
      entry(5, 'half.jsonl', {
        loaded: { ...loaded, sources: [{ ...source, counts: fileCounts({ rejected: 3 }) }] },
      }),
      entry(6, 'whole.jsonl', {
        loaded: { ...loaded, sources: [{ ...source, counts: fileCounts({ rejected: 0 }) }] },
      }),
    ],
  };
  expect(problemsOf(files)).toEqual([
    { words: 'weird.csv asks a question', file: 2 },
    { words: '2 files refused', file: 1 },
    { words: '1 file waits for another', file: 4 },
    { words: '3 records of half.jsonl left out', file: 5 },
  ]);
  expect(problemsOf({ asking: [], failed: [], waiting: [], loaded: [] })).toEqual([]);
});
