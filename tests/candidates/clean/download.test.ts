import { describe, expect, it } from 'vitest';

import { cleanedDownload } from '../../../src/candidates/clean/download';

import type { CleanRequest, ExportProgress } from '../../../src/candidates/clean/types';
import { membersOfZip } from '../../support/zip';
import { jsonlSource, pairs, removedPairs } from './support';

const REQUEST: CleanRequest = {
  fileId: 1,
  removed: [removedPairs(10, pairs('0:1'))],
  reasons: ['inverted: ρ < 0.5'],
  withoutRejects: false,
};

const record = (query: string, size = 1) => ({ query, pos: ['p'], neg: ['a'.repeat(size), 'b'] });

describe('a download', () => {
  it('is one zip of the cleaned file and the reasons', async () => {
    const source = await jsonlSource([record('q1'), record('é')]);
    const { signal } = new AbortController();
    const { zip, zipName, name, reasonsName } = await cleanedDownload(
      source,
      REQUEST,
      () => undefined,
      signal,
    );
    expect([zipName, name, reasonsName]).toEqual(['nq.cleaned.zip', 'nq.cleaned.jsonl', 'nq.removed.csv']);
    expect(zip.type).toBe('application/zip');
    const members = membersOfZip(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(members)).toEqual([name, reasonsName]);
    expect(members[name]?.toString()).toBe(
      '{"query":"q1","pos":["p"],"neg":["a"]}\n{"query":"é","pos":["p"],"neg":["a","b"]}\n',
    );
    expect(members[reasonsName]?.toString()).toContain('nq.jsonl,1,whole,1,,2,inverted: ρ < 0.5,');
  });

  it('tells how far it is, how fast, and how long it will take', async () => {
    const source = await jsonlSource(Array.from({ length: 40 }, (_, i) => record(`q${i}`, 100_000)));
    const told: ExportProgress[] = [];
    const { signal } = new AbortController();
    await cleanedDownload(source, REQUEST, (progress) => void told.push(progress), signal);
    expect(told.length).toBeGreaterThan(0);
    for (const { bytesRead, bytesTotal, rate, secondsLeft } of told) {
      expect(bytesTotal).toBe(source.opened.file.size);
      expect(rate).toBeGreaterThan(0);
      expect(rate * secondsLeft).toBeCloseTo(bytesTotal - bytesRead, 3);
    }
  });

  it('can be cancelled at any time, also before it begins', async () => {
    const source = await jsonlSource(Array.from({ length: 40 }, (_, i) => record(`q${i}`, 100_000)));
    for (const when of ['before', 'while reading'] as const) {
      const controller = new AbortController();
      if (when === 'before') controller.abort();
      const written = cleanedDownload(source, REQUEST, () => controller.abort(), controller.signal);
      await expect(written, when).rejects.toMatchObject({ name: 'ExportCancelledError' });
    }
  });
});
