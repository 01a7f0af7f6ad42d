/** What the cleaner asks of the store: the file as it was read, and where its negatives stand in it. */

import type { OpenFile } from '../files/open';
import type { Format } from '../formats/format';
import type { SourceStructure } from '../types';

/** Where pairs stand in the file. */
export interface PairOrigins {
  /** Place of the entry of each pair that was asked for, in that order. */
  readonly places: Int32Array;
  /** 0-based place of each of them among the texts of its entry, all lists of a draft one after the other. */
  readonly indices: Int32Array;
  /** The copies of these negatives that were removed as duplicates, in any order. */
  readonly copyPlaces: Int32Array;
  readonly copyIndices: Int32Array;
}

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

/** What is known of the records of one source beside their texts. */
export interface RecordHeads {
  readonly places: Int32Array;
  readonly queryIds: readonly (string | null)[];
}
