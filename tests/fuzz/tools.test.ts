/** Files of other tools, as they write them: read right, or asked about, never guessed. */

import { basename } from 'node:path';

import { describe, expect, it } from 'vitest';

import { loadFile } from '../../src/candidates/load';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { Companions } from '../../src/candidates/records/companions';
import { MemoryStore } from '../candidates/memory-store';
import { toolFiles, type ToolFile, type ToolRecord } from './tools';

/** The records of a tool's file, or what came instead. */
async function readTool({
  file,
  bytes,
  companions,
  options,
}: ToolFile): Promise<readonly ToolRecord[] | string> {
  const store = new MemoryStore();
  const known = new Companions();
  const load = (path: string, content: BlobPart) =>
    loadFile(
      {
        store: store.store,
        companions: known,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      },
      new File([content], basename(path)),
      { ...defaultLoadOptions(path), ...(path === file ? options : {}) },
    );
  for (const companion of companions) {
    const outcome = await load(companion.path, companion.bytes);
    expect(outcome.status, companion.path).toBe('companion');
  }
  const outcome = await load(file, bytes);
  if (outcome.status === 'refused')
    return outcome.refused.error === 'FieldsUnclearError' ? 'asks' : 'refused';
  if (outcome.status !== 'loaded') return outcome.status;
  for (const { counts } of outcome.loaded.sources) expect(counts.rejected).toBe(0);
  return [...store.written.values()]
    .flat()
    .map(({ query, positive, negatives }) => ({ query, positive, negatives }));
}

/** Rows of a table with the same query and positive are one record, rows of JSON are not: compared pair by pair. */
const pairsOf = (records: readonly ToolRecord[]): string[] =>
  records
    .flatMap(({ query, positive, negatives }) =>
      negatives.map((negative) => JSON.stringify([query, positive, negative])),
    )
    .sort();

describe('files of other tools', () => {
  it.each(toolFiles)('$tool', async (tool) => {
    const found = await readTool(tool);
    if (typeof tool.expected === 'string') expect(found).toBe(tool.expected);
    else expect(typeof found === 'string' ? found : pairsOf(found)).toEqual(pairsOf(tool.expected));
  });
});
