import '../runes';

import { expect, it, vi } from 'vitest';

import { FileEntry, singleFile, SourceEntry } from '../../../src/session/files/file-entries.svelte';
import { resultOf } from '../../../src/report/build';
import { rankingOf } from '../../../src/report/ranking';
import { readSources } from '../../../src/session/result/scored-sources';
import { sessionReport, type ReportedStates } from '../../../src/session/result/session-report';
import { runSource, type FinishedRun } from '../../../src/session/run/runs';
import { loadedFile, runResult, sourceResult } from '../../support/results';

it('has the hash of the bytes that were scored, though the source has another file by now', async () => {
  vi.stubGlobal('navigator', { userAgent: '' });
  const file = new FileEntry(1, singleFile(new File(['scored'], 'a.jsonl')));
  const loaded = loadedFile(10, 'a.jsonl');
  file.outcome = { status: 'loaded', id: 10, loaded };
  file.sources = loaded.sources.map((source) => new SourceEntry(2, file, 0, source));
  const sources = file.sources.flatMap(runSource);
  const finished: FinishedRun = {
    sources,
    result: runResult(sources.map(({ id, entry }) => sourceResult(id, entry.name))),
    ranAs: { tau: 0.05, weighting: 'full' },
    asked: {} as FinishedRun['asked'],
    inEngine: true,
    at: 1,
  };
  file.file = new File(['other'], 'a.jsonl');
  const result = resultOf(finished.result, readSources(finished));
  const states = {
    sources: { files: [], companions: [], waiting: [], refused: [], unread: [] },
    lab: { ofThisRun: {}, downstream: () => null, comparable: [] },
    judge: { judged: () => Promise.resolve(null) },
    hashes: { of: (hashed: File) => hashed.text().then((content) => `hash of ${content}`) },
    result,
    ranked: rankingOf(result),
    shortcuts: { sources: null },
    cures: { retention: [] },
    stale: true,
  } as unknown as ReportedStates;
  const report = await sessionReport(finished, states);
  expect(report.files).toMatchObject([{ file: 'a.jsonl', sha256: 'hash of scored' }]);
  expect(report.out_of_date).toBe(true);
});
