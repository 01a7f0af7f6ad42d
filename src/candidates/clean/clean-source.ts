/** What the cleaner asks of the store: the file as it was read, and where its negatives stand in it. */

import type { OpenFile } from '../read/open';
import type { Format } from '../formats/format';
import type { FilePlan } from '../formats/plan';
import type { PairOrigins, RecordHeads } from '../store/place-reads';
import type { CandidateStore } from '../store/store';
import type { SourceStructure } from '../faces';

/** A loaded file. Ids of records are 0-based, in file order, for each source. */
export interface CleanSource {
  /** The file as it was opened when it was loaded. */
  readonly opened: OpenFile;
  /** The format in which its entries are read. */
  readonly format: Format;
  /** Only a sample of the file's records was loaded. */
  readonly sampled: boolean;
  /** The file's sources, in load order. */
  readonly sources: readonly { readonly id: number; readonly name: string }[];
  /** Records and pairs of a source. @throws UnknownSourceError */
  structure(source: number): Promise<SourceStructure>;
  /** Place and query id of each record of a source, in record order. */
  recordHeads(source: number): Promise<RecordHeads>;
  /** Where pairs of a source stand, by record and position. */
  origins(source: number, records: Int32Array, positions: Int32Array): Promise<PairOrigins>;
  /** Places of the file's rejects, ascending. */
  rejectedPlaces(): Promise<Int32Array>;
  /** The texts of the given query ids, in that order. */
  queryTexts(ids: Int32Array): Promise<string[]>;
  /** The texts of the given passage ids, in that order. */
  passageTexts(ids: Int32Array): Promise<string[]>;
}

/**
 * A loaded file as the store holds it.
 * @param fileId key of the file
 * @throws UnknownSourceError
 */
export function storedFile(store: CandidateStore<FilePlan>, fileId: number): CleanSource {
  const { loaded, plan, sampled } = store.file(fileId);
  return {
    opened: plan.open,
    format: plan.format,
    sampled,
    sources: store.sourcesOf(loaded).map(({ id, name }) => ({ id, name })),
    structure: (source) => store.structure(source),
    recordHeads: (source) => store.recordHeads(source),
    origins: (source, records, positions) => store.origins(source, records, positions),
    rejectedPlaces: () => store.rejects.places(fileId),
    queryTexts: (ids) => store.queryTexts(ids),
    passageTexts: (ids) => store.passageTexts(ids),
  };
}
