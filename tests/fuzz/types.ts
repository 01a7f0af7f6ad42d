/** What the fuzzer is made of: files and the damage that is done to them. */

import type { Container, LoadOptions } from '../../src/candidates/reading';
import type { FixtureColumn } from '../candidates/parquet-fixtures';

/** A number of [0, 1). */
export type Random = () => number;

export type Bytes = Uint8Array<ArrayBuffer>;

/** A whole file, with what must be loaded before it. */
export interface Subject {
  readonly name: string;
  /** Name of the file itself, with its extension. */
  readonly file: string;
  readonly bytes: Bytes;
  readonly options: LoadOptions;
  readonly container: Container;
  /** Loaded first, in this order. */
  readonly companions: readonly { readonly path: string; readonly bytes: Bytes }[];
  /** The table of which a Parquet file was made; null for others. */
  readonly columns: readonly FixtureColumn[] | null;
}

/** A damaged file. */
export interface Damaged {
  readonly bytes: Bytes;
  /** Of a rewritten Parquet file: its rows, so that they need not be read from it. */
  readonly rows?: readonly unknown[];
}

export interface Mutation {
  readonly name: string;
  /** Containers for which it means something; all where it is left out. */
  readonly of?: readonly Container[];
  /**
   * Whether the damaged file says what the original says, so that its records must be the original's: other line ends,
   * other spellings of the same values.
   */
  readonly same?: boolean;
  /** Null where there is nothing in this subject that could be damaged so. */
  apply(subject: Subject, random: Random): Bytes | Damaged | null;
}
