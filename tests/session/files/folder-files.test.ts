import { describe, expect, it } from 'vitest';

import { folderFiles, skippedInWords } from '../../../src/session/files/folder-files';

const folder = (...paths: string[]) => ({
  name: 'beir',
  files: paths.map((path) => ({ path, file: new File([], path.split('/').at(-1) ?? path) })),
});

describe('folderFiles', () => {
  it('gives each file its path with the folder before it', () => {
    const { files, skipped } = folderFiles(folder('corpus.jsonl', 'qrels/test.tsv'));
    expect(files.map(({ path }) => path)).toEqual(['beir/corpus.jsonl', 'beir/qrels/test.tsv']);
    expect(files[1]?.file.name).toBe('test.tsv');
    expect(skipped).toEqual([]);
  });

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

describe('skippedInWords', () => {
  it('names the files', () => {
    expect(skippedInWords(['nq/LICENSE'])).toBe('1 file skipped: nq/LICENSE.');
    expect(skippedInWords(['a', 'b', 'c'])).toBe('3 files skipped: a, b and c.');
  });

  it('counts where there are too many to name', () => {
    const many = Array.from({ length: 1300 }, (_, i) => `.git/${i}`);
    expect(skippedInWords(many)).toBe(
      '1,300 files skipped: .git/0, .git/1, .git/2, .git/3, .git/4, .git/5 and 1,294 more.',
    );
  });
});
