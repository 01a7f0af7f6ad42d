/** What a format is, and what an entry of it gives. */

import type { ScoreCheck } from '../candidate-record';
import type { Fault, JsonObject } from '../fault';
import { catalogued, type Container, type FormatId, type NamedKind } from './catalogue';

/** A text that a companion file holds under an id. */
export class Ref {
  constructor(
    readonly kind: 'corpus' | 'queries',
    readonly id: string,
  ) {}
}

/** A text as it stands in the file, possibly blank, or its id. */
export type Text = string | Ref;

/** Embeddings of a record as they stand in the file, not checked. At least one is present. */
export interface GivenEmbeddings {
  readonly query: unknown;
  readonly positive: unknown;
  readonly negatives: unknown;
}

/** Steps from a parsed entry down to a value in it: field names and 0-based indices. */
export type Path = readonly (string | number)[];

/** Where the negatives of a list stand in their entry. */
export interface NegativePlaces {
  /** Path of the JSON list or object that holds them; empty where that is the entry itself. */
  readonly holder: Path;
  /**
   * The last step of each one's path: its 0-based index in the list, or its field or column. Null: the entry holds this one
   * negative and is removed with it.
   */
  readonly steps: Path | null;
  /** The field of the entry with the title of each. */
  readonly titles?: readonly (string | null)[];
  /** Paths of lists with one item for each item of the holder, in its order, such as `neg_scores`. */
  readonly beside?: readonly Path[];
}

/** Negatives that one miner made. */
export interface NegativeList {
  /** Key of `neg` or name of the field, where the entry has several lists; else null. */
  readonly key: string | null;
  /** In file order; null for a null in the file. */
  readonly texts: readonly (Text | null)[];
  readonly where: NegativePlaces;
  /** How many of the nulls are texts whose score says that they are excluded; none where it is missing. */
  readonly excluded?: number;
  /** Of texts that are not all of one entry: the place of each one's entry (null: the record's), and its index there. */
  readonly from?: { readonly places: readonly number[] | null; readonly indices: readonly number[] };
}

/** An entry whose fields have the right types. */
export interface Draft {
  readonly queryId: string | null;
  readonly query: string | Ref;
  /** The first is used. Empty for hits, and for rows that are joined by query. */
  readonly positives: readonly Text[];
  /** Grade of each positive; the highest comes first in a joined record. */
  readonly grades?: readonly number[] | undefined;
  /** At least one; empty lists count. */
  readonly lists: readonly NegativeList[];
  /** Of hits with texts: the id of each, as the judgements name it. */
  readonly hitIds?: readonly string[] | undefined;
  readonly embeddings: GivenEmbeddings | null;
  readonly scores: ScoreCheck;
  /** Value of the column of units (`LoadOptions.group`); left out where there is none. */
  readonly group?: string;
  /**
   * The file's score of the first positive, then of each text of the lists, in their order; NaN where there is none. A run's
   * hit has its own alone, the better the higher.
   */
  readonly given?: readonly number[] | undefined;
  /** What the format calls the fields, for messages. */
  readonly fields: { readonly query: string; readonly positive: string; readonly negatives: string };
}

/** All passages of a draft, the positives first. */
export function passagesOf({
  positives,
  lists,
}: Pick<Draft, 'positives' | 'lists'>): readonly (Text | null)[] {
  return [...positives, ...lists.flatMap(({ texts }) => texts)];
}

/** The ids that a draft names in place of texts. */
export function refsOf(draft: Draft): readonly Ref[] {
  return [draft.query, ...passagesOf(draft)].filter((text) => text instanceof Ref);
}

export interface Hint {
  /** Path inside the dropped folder, or the file's name. */
  readonly path: string;
  readonly container: Container;
  /** False where fields are columns named "1", "2" … : a table without header, or JSON lists. */
  readonly named: boolean;
  /** The first entries that could be parsed, at most 100. */
  readonly samples: readonly JsonObject[];
  /** What the user says that the file is; null or left out: nothing. */
  readonly said?: 'run' | NamedKind | null;
  /** Whether the user has said that columns are to be read by their order where names do not tell. */
  readonly byOrder?: boolean;
  /** Least grade of a positive; 1 by default. */
  readonly relevant?: number;
  /** Whether cells of a table hold lists. */
  readonly hasLists?: boolean;
}

/** Which entries are one record. `same-positive` (same query and positive): rows of tables and triples of JSON, see `plan.ts`. */
export type Joins = 'none' | 'same-positive' | 'same-query' | 'run';

/** How one file is read. */
export interface Format {
  readonly id: FormatId;
  readonly joins: Joins;
  /** Companions without which no record of the format can be read. */
  readonly needs: readonly NamedKind[];
  /** The field of labels, grades or scores that tells positives from negatives, or orders hits. */
  readonly grade?: string | undefined;
  /** Whether the order of the columns decided. */
  readonly byOrder?: boolean;
  /** Whether passages are texts that some files replace by ids (`ids-for-texts.ts`). */
  readonly ofTexts?: boolean;
  /** How lists with different keys become sources; null where there is one list. */
  readonly apart: 'keys' | 'fields' | null;
  /** Fields that the format uses; others may be source labels. */
  uses(value: JsonObject): readonly string[];
  /** Reads one entry. A fault names the first field that is not as it should be. */
  read(value: JsonObject): Draft | Fault;
}

/** A format under its id. By default entries are not joined and have one list of negatives. */
export function format(
  id: FormatId,
  own: Pick<Format, 'uses' | 'read'> &
    Partial<Pick<Format, 'joins' | 'grade' | 'apart' | 'ofTexts' | 'byOrder'>>,
): Format {
  return { id, needs: catalogued(id).needs, joins: 'none', apart: null, ...own };
}

/** How a file is read of which an entry (or a table header, as an object of blank cells) has a format's fields; else null. */
export type Fit = (value: JsonObject, hint: Hint) => Format | CompanionReader | null;

export interface TextEntry {
  readonly id: string;
  readonly text: string;
}

export interface Judgement {
  readonly queryId: string;
  readonly documentId: string;
  /** Above 0: relevant. */
  readonly relevance: number;
}

/** A query of an evaluation with documents that are relevant for it. */
export interface EvaluationRecord<T = string> {
  readonly query: T;
  readonly documents: readonly T[];
}

export interface CompanionReader {
  readonly kind: NamedKind;
  read(value: JsonObject): TextEntry | Judgement | Fault;
  /** Only the length of its texts tells its kind: it may be the other one too. */
  readonly isEither?: boolean;
}
