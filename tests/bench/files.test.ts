import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ensureBigFile, sizeOf } from '../../bench/lib/big-files.mjs';
import { memoryOf, MemoryWatch } from '../../bench/lib/memory.mjs';
import { cutVocabulary } from '../../bench/lib/model.mjs';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-bench-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('large files', () => {
  it('are Tevatron records with hardly a text twice, whole, and as long as asked for', () => {
    const file = join(folder, 'some.jsonl');
    ensureBigFile(file, 'jsonl', 300_000);
    expect(sizeOf(file)).toBeGreaterThan(299_000);
    expect(sizeOf(file)).toBeLessThan(320_000);
    const text = readFileSync(file, 'utf8');
    expect(text.endsWith('}\n')).toBe(true);
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const passages: string[] = records.flatMap((record) =>
      [...record.positive_passages, ...record.negative_passages].map((passage) => passage.text),
    );
    expect(records.every((record) => record.negative_passages.length === 8)).toBe(true);
    expect(new Set(passages).size).toBe(passages.length);
    expect(passages.every((passage) => /^\p{L}+( \p{L}+){39,}$/u.test(passage))).toBe(true);
  });

  it('are rows under a header, four of a query', () => {
    const file = join(folder, 'some.csv');
    ensureBigFile(file, 'csv', 50_000);
    const [header, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(header).toBe('query,positive,negative');
    const starts = rows.map((row) => row.slice(0, row.lastIndexOf(',"')));
    expect(rows.length).toBe(4 * new Set(starts).size);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('are written once', () => {
    const file = join(folder, 'some.csv');
    const before = readFileSync(file, 'utf8');
    ensureBigFile(file, 'csv', 10);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe.skipIf(process.platform !== 'linux')('memory of a process', () => {
  it('grows with what it holds', () => {
    const before = memoryOf(process.pid);
    const held = new Uint8Array(64 * 1024 * 1024).fill(1);
    const after = memoryOf(process.pid);
    expect((after?.own ?? 0) - (before?.own ?? 0)).toBeGreaterThan(60 * 1024 * 1024);
    expect(after?.most_resident).toBeGreaterThanOrEqual(after?.own ?? Infinity);
    expect(held.length).toBe(64 * 1024 * 1024);
  });

  it('is watched from its beginning, and no process is none', () => {
    const watch = new MemoryWatch(process.pid);
    watch.stop();
    expect(watch.first?.own).toBeGreaterThan(10_000_000);
    expect(watch.most?.own).toBeGreaterThan(10_000_000);
    const none = new MemoryWatch(null);
    none.stop();
    expect([none.first, none.most, memoryOf(2 ** 30)]).toEqual([null, null, null]);
  });
});

describe('the vocabulary of a made encoder', () => {
  it('loses the tokens that the word table has no row for', () => {
    const tokenizer = { version: '1.0', model: { type: 'WordPiece', vocab: { a: 0, b: 2, c: 1 } } };
    expect(cutVocabulary(tokenizer, 2)).toEqual({
      version: '1.0',
      model: { type: 'WordPiece', vocab: { a: 0, c: 1 } },
    });
  });
});
