import { describe, expect, it } from 'vitest';

import {
  cleanedDownload,
  type CleanedDownload,
  type ExportProgress,
} from '../../../src/candidates/clean/download';
import { cleanedName, zipName } from '../../../src/candidates/clean/file-names';

import { membersOfZip } from '../../support/zip';
import {
  jsonlSource,
  NOTHING_ELSE,
  pairs,
  REASON,
  removedPairs,
  withStore,
  type StoredFile,
} from './support';

withStore();

/** Removes the second negative of the first record. */
function download(
  { store, id, sources }: StoredFile,
  onProgress: (progress: ExportProgress) => void,
  signal = new AbortController().signal,
): Promise<CleanedDownload> {
  const removed = [{ ...removedPairs(0, pairs('0:1')), source: sources[0] as number }];
  const requests = [{ fileId: id, removed, reasons: [REASON], without: NOTHING_ELSE }];
  return cleanedDownload(store, requests, onProgress, signal);
}

const record = (query: string, size = 1) => ({ query, pos: ['p'], neg: ['a'.repeat(size), 'b'] });

describe('a download', () => {
  it('is one zip of the cleaned file, the reasons and a manifest', async () => {
    const source = await jsonlSource([record('q1'), record('é')]);
    const { zip, zipName: saved, files } = await download(source, () => undefined);
    const name = 'nq.cleaned.jsonl';
    expect([saved, ...files.map((file) => file.name)]).toEqual(['nq.cleaned.zip', name]);
    expect(zip.type).toBe('application/zip');
    const members = membersOfZip(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(members)).toEqual([name, 'removed.csv', 'manifest.json']);
    expect(members[name]?.toString()).toBe(
      '{"query":"q1","pos":["p"],"neg":["a"]}\n{"query":"é","pos":["p"],"neg":["a","b"]}\n',
    );
    expect(members['removed.csv']?.toString()).toContain('nq.jsonl,1,2,nq,,inverted: ρ < 0.5,');
  });

  it('holds several files and the reasons of all; one whose name is taken stands in a folder', async () => {
    const { store, id, sources } = await jsonlSource([record('q1'), record('q2')]);
    const request = (at: string) => ({
      fileId: id,
      removed: [{ ...removedPairs(0, pairs(at)), source: sources[0] as number }],
      reasons: [REASON],
      without: NOTHING_ELSE,
    });
    const { signal } = new AbortController();
    const {
      zip,
      zipName: saved,
      files,
      pairsRemoved,
      recordsRemoved,
    } = await cleanedDownload(store, [request('0:1'), request('1:0 1:1')], () => undefined, signal);
    expect([saved, pairsRemoved, recordsRemoved]).toEqual(['negscope.cleaned.zip', 3, 1]);
    expect(files.map(({ name }) => name)).toEqual(['nq.cleaned.jsonl', '2/nq.cleaned.jsonl']);
    const members = membersOfZip(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(members)).toEqual([
      'nq.cleaned.jsonl',
      '2/nq.cleaned.jsonl',
      'removed.csv',
      'manifest.json',
    ]);
    const kept = {
      source: 'nq',
      share_kept: 0.75,
      records_before: 2,
      records_after: 2,
      negatives_after: 3,
    };
    const manifest = JSON.parse(String(members['manifest.json'])) as { files: unknown; sources: unknown };
    expect(manifest.files).toEqual(
      files.map(({ of, of_sha256, name, sha256 }) => ({
        file: of,
        sha256: of_sha256,
        cleaned: name,
        cleaned_sha256: sha256,
      })),
    );
    expect(members['removed.csv']?.toString().match(/^file,/gm)).toHaveLength(1);
    expect(manifest.sources).toEqual([
      expect.objectContaining({ ...kept, reasons: { [REASON.reason]: 1 } }),
      expect.objectContaining({ negatives_before: 4, negatives_after: 2, records_after: 1 }),
    ]);
    expect(members['2/nq.cleaned.jsonl']?.toString()).toBe('{"query":"q1","pos":["p"],"neg":["a","b"]}\n');
  });

  it('tells how far it is, how fast, and how long it will take', async () => {
    const source = await jsonlSource(Array.from({ length: 40 }, (_, i) => record(`q${i}`, 100_000)));
    const told: ExportProgress[] = [];
    await download(source, (progress) => void told.push(progress));
    expect(told.length).toBeGreaterThan(0);
    for (const { bytesRead, bytesTotal, rate, secondsLeft } of told) {
      expect(bytesTotal).toBe(source.file.size);
      expect(rate).toBeGreaterThan(0);
      expect(rate * secondsLeft).toBeCloseTo(bytesTotal - bytesRead, 3);
    }
  });

  it('can be cancelled at any time, also before it begins', async () => {
    const source = await jsonlSource(Array.from({ length: 40 }, (_, i) => record(`q${i}`, 100_000)));
    for (const when of ['before', 'while reading'] as const) {
      const controller = new AbortController();
      if (when === 'before') controller.abort();
      const written = download(source, () => controller.abort(), controller.signal);
      await expect(written, when).rejects.toMatchObject({ name: 'ExportCancelledError' });
    }
  });
});

describe('file names', () => {
  it.each([
    ['bm25.jsonl.gz', 'bm25.cleaned.jsonl.gz', 'bm25.cleaned.zip'],
    ['bm25.cleaned.cleaned.jsonl', 'bm25.cleaned.jsonl', 'bm25.cleaned.zip'],
    ['a.b.CSV', 'a.b.cleaned.CSV', 'a.b.cleaned.zip'],
    ['train.parquet', 'train.cleaned.parquet', 'train.cleaned.zip'],
    ['run.bm25', 'run.bm25.cleaned', 'run.bm25.cleaned.zip'],
    ['../a<b>:"c"|?*\u202e\n.jsonl', '__a_b___c______.cleaned.jsonl', '__a_b___c______.cleaned.zip'],
    ['.jsonl', 'source.cleaned.jsonl', 'source.cleaned.zip'],
  ])('of %s', (file, cleaned, zip) => {
    expect(cleanedName(file)).toBe(cleaned);
    expect(zipName(file)).toBe(zip);
  });
});
