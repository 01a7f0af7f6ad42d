/** What is removed from each source of a file, pair by pair. */

import type { SourceStructure } from '../faces';
import { Removals } from './ascending';
import type { CleanSource } from './clean-source';
import { CandidatesError } from '../errors';
import type { RemovedPairs } from './types';

/** One source and the pairs that go. */
export interface SourceCut {
  readonly id: number;
  readonly name: string;
  readonly structure: SourceStructure;
  /** 1 for each pair that goes, in the order of the structure's pairs. */
  readonly gone: Uint8Array;
  /** Null where nothing goes. */
  readonly removed: RemovedPairs | null;
}

/** All sources of the file, in load order. @throws ExportError for pairs that the file has not */
export async function sourceCuts(
  source: CleanSource,
  removed: readonly RemovedPairs[],
): Promise<SourceCut[]> {
  const file = source.opened.file.name;
  const strange = removed.find((pairs) => !source.sources.some(({ id }) => id === pairs.source));
  if (strange !== undefined) throw notOfTheFile(file, `no source ${strange.source} comes from it`);
  const cuts: SourceCut[] = [];
  for (const { id, name } of source.sources) {
    const structure = await source.structure(id);
    const pairs = removed.find((one) => one.source === id) ?? null;
    const gone = new Uint8Array(structure.negatives.length);
    for (let i = 0; i < (pairs?.records.length ?? 0); i += 1) {
      const record = pairs?.records[i] as number;
      const pair = pairAt(structure, record, pairs?.positions[i] as number);
      if (pair === null)
        throw notOfTheFile(file, `the record ${record + 1} of "${name}" has no such negative`);
      gone[pair] = 1;
    }
    cuts.push({ id, name, structure, gone, removed: pairs });
  }
  return cuts;
}

/** Index of a pair among those of the structure; null where there is none. */
export function pairAt({ offsets }: SourceStructure, record: number, position: number): number | null {
  const begin = offsets[record];
  const end = offsets[record + 1];
  if (begin === undefined || end === undefined || position < 0 || begin + position >= end) return null;
  return begin + position;
}

/** Whether each record of a source keeps a negative. */
export function keptRecords({ structure: { offsets }, gone }: SourceCut): boolean[] {
  return Array.from({ length: offsets.length - 1 }, (_, record) => {
    const pairs = gone.subarray(offsets[record] as number, offsets[record + 1] as number);
    return pairs.includes(0);
  });
}

/** Where the pairs that go stand in the file: all of their texts, and for each source the places of its own pairs. */
export async function removalsOf(
  source: CleanSource,
  cuts: readonly SourceCut[],
): Promise<{ removals: Removals; places: ReadonlyMap<number, Int32Array> }> {
  const parts: { places: Int32Array; indices: Int32Array }[] = [];
  const places = new Map<number, Int32Array>();
  for (const { id, removed } of cuts) {
    if (removed === null) continue;
    const found = await source.origins(id, removed.records, removed.positions);
    places.set(id, found.places);
    parts.push(found, { places: found.copyPlaces, indices: found.copyIndices });
  }
  return { removals: new Removals(parts), places };
}

/** Places of all negatives that stay, ascending, and of the copies of them that were removed as duplicates. */
export async function keptPlaces(source: CleanSource, cuts: readonly SourceCut[]): Promise<Int32Array> {
  const parts: Int32Array[] = [];
  for (const { id, structure, gone } of cuts) {
    const records = new Int32Array(gone.length);
    const positions = new Int32Array(gone.length);
    let count = 0;
    for (let record = 0; record + 1 < structure.offsets.length; record += 1) {
      const begin = structure.offsets[record] as number;
      for (let pair = begin; pair < (structure.offsets[record + 1] as number); pair += 1) {
        if (gone[pair] === 1) continue;
        records[count] = record;
        positions[count++] = pair - begin;
      }
    }
    const found = await source.origins(id, records.subarray(0, count), positions.subarray(0, count));
    parts.push(found.places, found.copyPlaces);
  }
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.sort();
}

function notOfTheFile(file: string, reason: string): CandidatesError {
  return new CandidatesError('ExportError', {
    file,
    reason: `the pairs to remove are not of this file: ${reason}`,
    advice: 'Rank again and choose anew',
  });
}
