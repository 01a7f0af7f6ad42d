import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ensureBigFile, sizeOf } from '../../bench/lib/big-files.mjs';
import { memoryOf, MemoryWatch } from '../../bench/lib/memory.mjs';
import { ParquetEntries } from '../../src/candidates/read/parquet/rows';
import { Fault, type JsonObject } from '../../src/candidates/fault';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-bench-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('large files', () => {
  it('are Tevatron records with hardly a text twice, whole, and as long as asked for', () => {
    const file = join(folder, 'some.jsonl');
    ensureBigFile(file, 300_000);
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

  it('are the records of the JSONL file as Parquet, in row groups', async () => {
    const file = join(folder, 'some.parquet');
    ensureBigFile(file, 300_000);
    const bytes = Uint8Array.from(readFileSync(file));
    const rows: JsonObject[] = [];
    const entries = new ParquetEntries(new File([bytes], 'some.parquet'));
    for await (const chunk of entries.chunks(new AbortController().signal, { onBytes: () => undefined })) {
      for (const { value } of chunk) if (!(value instanceof Fault)) rows.push(value);
    }
    const lines = readFileSync(join(folder, 'some.jsonl'), 'utf8').trimEnd().split('\n');
    expect(rows).toEqual(lines.map((line) => JSON.parse(line) as JsonObject));
  });

  it('are written once', () => {
    const file = join(folder, 'some.jsonl');
    const before = readFileSync(file, 'utf8');
    ensureBigFile(file, 10);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

/** Memory of a process of its own that holds so many bytes: this one's is not ours alone. */
async function memoryOfHolder(bytes: number): Promise<number> {
  const script = `const held = Buffer.alloc(${bytes}, 1); setInterval(() => held.length, 1000); console.log('holds');`;
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(holder.stdout, 'data');
    const memory = memoryOf(holder.pid ?? -1);
    if (memory === null) throw new Error('the memory of a process could not be read');
    return memory;
  } finally {
    holder.kill();
  }
}

describe.skipIf(process.platform !== 'linux')('memory of a process', () => {
  it('grows with what it holds', async () => {
    const [empty, holding] = [await memoryOfHolder(0), await memoryOfHolder(64 * 1024 * 1024)];
    expect(holding - empty).toBeGreaterThan(60 * 1024 * 1024);
  });

  it('is watched from its beginning, and no process is none', () => {
    const watch = new MemoryWatch(process.pid);
    watch.stop();
    expect(watch.most).toBeGreaterThan(10_000_000);
    const none = new MemoryWatch(null);
    none.stop();
    expect([none.most, memoryOf(2 ** 30)]).toEqual([null, null]);
  });
});
