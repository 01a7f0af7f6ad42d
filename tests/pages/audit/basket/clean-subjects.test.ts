import '../../../session/runes';

import { describe, expect, it } from 'vitest';

import { cleanSubjects } from '../../../../src/pages/audit/basket/clean-subjects';
import { FileEntry, singleFile, SourceEntry } from '../../../../src/session/files/file-entries.svelte';
import type { RunSource } from '../../../../src/session/run/runs';
import { interpretation, loadedFile } from '../../../support/results';

/** A file on the page with its sources, as they were when the run began. */
function ranFile(key: number, id: number, name: string, labels: string[] = []): RunSource[] {
  const file = new FileEntry(key, singleFile(new File([], name)));
  const loaded = loadedFile(id, name, labels);
  file.outcome = { status: 'loaded', id, loaded };
  file.sources = loaded.sources.map((each, i) => new SourceEntry(key + 1 + i, file, i, each));
  return file.sources.map((entry) => ({
    id: entry.loaded.id,
    entry,
    loaded: entry.loaded,
    file: file.file,
    interpretation: interpretation(),
    sameAs: null,
    options: file.options,
  }));
}

const entries = (sources: readonly RunSource[]) => sources.map(({ entry }) => entry);

describe('cleanSubjects', () => {
  it('gives each file with its sources', () => {
    const sources = [...ranFile(1, 100, 'hard.jsonl', ['bm25', 'random']), ...ranFile(10, 200, 'b.csv')];
    const { subjects, lost } = cleanSubjects({ sources }, entries(sources));
    expect(lost).toEqual([]);
    expect(subjects).toEqual([
      {
        key: 1,
        fileId: 100,
        file: 'hard.jsonl',
        placeKind: 'line',
        sources: [
          { id: 101, name: 'bm25', colour: 0 },
          { id: 102, name: 'random', colour: 1 },
        ],
      },
      {
        key: 10,
        fileId: 200,
        file: 'b.csv',
        placeKind: 'line',
        sources: [{ id: 200, name: 'b', colour: 0 }],
      },
    ]);
  });

  it('names files that were read anew or removed, and leaves out removed sources of a file', () => {
    const anew = ranFile(1, 100, 'anew.jsonl');
    const gone = ranFile(10, 200, 'gone.jsonl');
    const two = ranFile(20, 300, 'two.jsonl', ['a', 'b']);
    const [entry] = entries(anew);
    if (entry) entry.loaded = { ...entry.loaded, id: 999 };
    const held = [...entries(anew), ...entries(two).slice(1)];
    const { subjects, lost } = cleanSubjects({ sources: [...anew, ...gone, ...two] }, held);
    expect(lost).toEqual(['anew.jsonl', 'gone.jsonl']);
    expect(subjects.map(({ file, sources }) => [file, sources.map(({ name }) => name)])).toEqual([
      ['two.jsonl', ['b']],
    ]);
  });
});
