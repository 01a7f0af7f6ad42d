import '../runes';

import { describe, expect, it } from 'vitest';

import { cleanSubjects } from '../../../src/session/clean/clean-subjects';
import { FileEntry, singleFile, SourceEntry } from '../../../src/session/files/file-entries.svelte';
import { rankingView } from '../../../src/session/result/ranking-view';
import type { RunSource } from '../../../src/session/run/run-state.svelte';
import { interpretation, loadedFile, runResult } from '../../support/results';
import { certainRun, MINED, RANDOM, source } from '../sources';

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
    interpretation: interpretation(),
    sameAs: null,
    options: file.options,
  }));
}

const ranAs = { tau: 0.05, weighting: 'full' as const };

function run(sources: readonly RunSource[], tau = 0.1) {
  const { settings, ...result } = runResult([]);
  return { sources, ranAs, result: { ...result, settings: { ...settings, tau } } };
}

const entries = (sources: readonly RunSource[]) => sources.map(({ entry }) => entry);

describe('cleanSubjects', () => {
  it('gives each file with its sources, the temperature shown, and which of them are flagged', () => {
    const sources = [...ranFile(1, 100, 'hard.jsonl', ['bm25', 'random']), ...ranFile(10, 200, 'b.csv')];
    const shown = [
      source('bm25', 0.1, { key: 2, figuresOver: MINED }),
      source('random', 0.5, { key: 3, reference: false, figuresOver: RANDOM }),
      source('b', 0.2, { key: 11, figuresOver: MINED }),
    ];
    const { rows } = rankingView(shown, certainRun(shown));
    const { subjects, lost } = cleanSubjects(run(sources), rows, entries(sources));
    expect(lost).toEqual([]);
    expect(subjects).toEqual([
      {
        key: 1,
        fileId: 100,
        file: 'hard.jsonl',
        placeKind: 'line',
        sources: [
          { id: 101, name: 'bm25', colour: 0, flagged: false },
          { id: 102, name: 'random', colour: 1, flagged: true },
        ],
        tau: 0.1,
        run: ranAs,
      },
      {
        key: 10,
        fileId: 200,
        file: 'b.csv',
        placeKind: 'line',
        sources: [{ id: 200, name: 'b', colour: 0, flagged: false }],
        tau: 0.1,
        run: ranAs,
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
    const { subjects, lost } = cleanSubjects(run([...anew, ...gone, ...two]), [], held);
    expect(lost).toEqual(['anew.jsonl', 'gone.jsonl']);
    expect(subjects.map(({ file, sources }) => [file, sources.map(({ name }) => name)])).toEqual([
      ['two.jsonl', ['b']],
    ]);
  });
});
