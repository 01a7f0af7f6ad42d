import '../runes';

import { describe, expect, it } from 'vitest';

import { FileEntry, singleFile, SourceEntry } from '../../../src/session/files/file-entries.svelte';
import { cleanSubjects, type CleanSubjects } from '../../../src/session/removal/clean-subjects';
import type { RunSource } from '../../../src/session/run/runs';
import { interpretation, loadedFile } from '../../support/results';

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

/** The files and their sources by name. */
const named = ({ subjects }: CleanSubjects) =>
  subjects.map(({ file, fileId, sources }) => [
    file.file.name,
    fileId,
    sources.map(({ entry }) => entry.name),
  ]);

describe('cleanSubjects', () => {
  it('gives each file with its sources', () => {
    const sources = [...ranFile(1, 100, 'hard.jsonl', ['bm25', 'random']), ...ranFile(10, 200, 'b.csv')];
    const found = cleanSubjects(sources, entries(sources));
    expect(found.lost).toEqual([]);
    expect(named(found)).toEqual([
      ['hard.jsonl', 100, ['bm25', 'random']],
      ['b.csv', 200, ['b']],
    ]);
  });

  it('names files that were read anew or removed, and leaves out removed sources of a file', () => {
    const anew = ranFile(1, 100, 'anew.jsonl');
    const gone = ranFile(10, 200, 'gone.jsonl');
    const two = ranFile(20, 300, 'two.jsonl', ['a', 'b']);
    const [entry] = entries(anew);
    if (entry) entry.loaded = { ...entry.loaded, id: 999 };
    const held = [...entries(anew), ...entries(two).slice(1)];
    const found = cleanSubjects([...anew, ...gone, ...two], held);
    expect(found.lost).toEqual(['anew.jsonl', 'gone.jsonl']);
    expect(named(found)).toEqual([['two.jsonl', 300, ['b']]]);
  });
});
