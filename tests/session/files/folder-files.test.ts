import { describe, expect, it } from 'vitest';

import { folderFiles, skippedInWords } from '../../../src/session/files/folder-files';

const folder = (...paths: string[]) => ({
  name: 'beir',
  files: paths.map((path) => ({ path, file: new File([], path.split('/').at(-1) ?? path) })),
});

describe('folderFiles', () => {
  it.each([
    '.DS_Store',
    'sub/.gitattributes',
    '.git/config.json',
    '__MACOSX/a.jsonl',
    'Thumbs.db',
    'README',
    'readme.md',
    'LICENSE',
    'LICENSE.rank_llm',
    'Licence.txt',
    'mined/bm25.card.json',
  ])('skips %s', (path) => {
    expect(folderFiles(folder(path))).toEqual({ files: [], skipped: [`beir/${path}`] });
  });

  it.each(['license-data.jsonl', 'readme.jsonl', 'my.README.tsv', 'index.json', 'notes.txt', 'runs/bm25'])(
    'reads %s',
    (path) => {
      expect(folderFiles(folder(path)).skipped).toEqual([]);
    },
  );
});

it('counts skipped files where there are too many to name', () => {
  const many = Array.from({ length: 1300 }, (_, i) => `.git/${i}`);
  expect(skippedInWords(many)).toBe(
    '1,300 files skipped: .git/0, .git/1, .git/2, .git/3, .git/4, .git/5 and 1,294 more.',
  );
});
