/** Files put into a real store as a test has read them. */

import { afterAll, beforeAll } from 'vitest';

import type { CandidateRecord } from '../../../src/candidates/candidate-record';
import type { Format } from '../../../src/candidates/formats/format';
import type { FilePlan } from '../../../src/candidates/formats/plan';
import type { LoadedFile, LoadedSource } from '../../../src/candidates/outcomes';
import type { OpenFile } from '../../../src/candidates/formats/open';
import { CandidateStore } from '../../../src/candidates/store/store';
import { nodeEngine, NO_NOTES } from '../support';
import type { PlainLoad, PlainRecord } from './loading';

export interface StoredFile {
  readonly store: CandidateStore<FilePlan>;
  readonly opened: OpenFile;
  readonly records: readonly PlainRecord[];
  /** Key of the file. */
  readonly id: number;
  /** Keys of its sources, in load order. */
  readonly sources: readonly number[];
}

let store: CandidateStore<FilePlan>;

/** Starts a store for the tests of a file, and ends it after them. */
export function withStore(): void {
  beforeAll(async () => {
    store = await CandidateStore.start(nodeEngine);
  });

  afterAll(() => store.close());
}

/** Puts records into the store in the place of the file before; those with one label are a source. */
export async function stored(
  opened: OpenFile,
  format: Format,
  { records, rejected }: PlainLoad,
  { sampled = false } = {},
): Promise<StoredFile> {
  for (const { loaded } of store.files()) await store.remove(loaded.id);
  const id = store.newKey();
  const file = opened.file.name;
  const keys = new Map(
    [...new Set(records.map(({ label }) => label))].map((label) => [label, store.newKey()]),
  );
  const writer = await store.write();
  for (const record of records) writer.take(candidate(record), keys.get(record.label) as number);
  await writer.flush();
  const reject = { file, placeKind: 'line', record: null, code: 'no-negatives', field: null } as const;
  await store.rejects.add(
    id,
    rejected.map((place) => ({ ...reject, place, message: '', excerpt: '' })),
  );
  const sources = Array.from(keys, ([label, source]) => {
    return { id: source, fileId: id, name: label ?? 'whole', label, file } as LoadedSource;
  });
  const loaded = { id, file, sources } as unknown as LoadedFile;
  await store.commit(writer, { loaded, plan: { open: opened, format } as FilePlan, sampled });
  return { store, opened, records, id, sources: [...keys.values()] };
}

function candidate({
  label,
  place,
  queryId,
  query,
  positive,
  negatives,
  own,
  copies,
}: PlainRecord): CandidateRecord {
  const origins = {
    places: own.every((origin) => origin.place === place) ? null : own.map((origin) => origin.place),
    indices: own.map(({ index }) => index),
    copies,
  };
  const texts = { query, positive, negatives, origins, knownPositives: [], embeddings: null, group: null };
  return { label, place, queryId, ...texts, notes: NO_NOTES };
}
