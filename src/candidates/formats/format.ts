import type { Fault, JsonObject } from '../fault';

/** Embeddings of a record as the file has them, not checked. At least one of the three is there. */
export interface GivenEmbeddings {
  readonly query: unknown;
  readonly positive: unknown;
  readonly negatives: unknown;
}

/** A record whose fields have the right types; texts are as in the file, blank ones included. */
export interface Draft {
  readonly queryId: string | null;
  readonly query: string;
  /** The first labeled positive. */
  readonly positive: string;
  readonly furtherPositives: number;
  /** In file order; null for a null negative. */
  readonly negatives: readonly (string | null)[];
  readonly embeddings: GivenEmbeddings | null;
  /** What the format calls the fields, for messages. */
  readonly fields: { readonly query: string; readonly positive: string; readonly negatives: string };
}

/** A file format. A new format is a new file beside this one and an entry in `index.ts`. */
export interface Format {
  /** In words, such as "Tevatron". */
  readonly name: string;
  /** A record of the format as an example line, for messages. */
  readonly shape: string;
  /** Fields without which a record is not of this format. */
  readonly keys: readonly string[];
  /** Rows with the same query and positive are one record. */
  readonly joinsRows: boolean;
  /** Whether a parsed record (or a table header, as an object of blank cells) has this format's fields, of any type. */
  matches(value: JsonObject): boolean;
  /** Reads one record. A fault names the first field that is not as it should be. */
  read(value: JsonObject): Draft | Fault;
}

export function hasKeys(value: JsonObject, keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(value, key));
}
