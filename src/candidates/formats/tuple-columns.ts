/** Which columns of a tuple are its query, positive and negatives: by their names, or by their order. */

import { isPositional } from '../read/positional';
import type { JsonObject } from '../fault';
import {
  holdsWholeNumbers,
  isAboutName,
  isIdColumn,
  isRepeated,
  kindOf,
  mayBeText,
  nameAmong,
  QUERY_NAMES,
  queryIdName,
  type ColumnKind,
} from './columns';

/** Which columns of a row are what. */
export interface TupleColumns {
  readonly query: string;
  readonly positive: string;
  /** Columns of one negative each; empty where a list holds them. */
  readonly negatives: readonly string[];
  /** The column that holds a list of negatives, null where each has a column of its own. */
  readonly list: string | null;
  readonly queryId: string | null;
  readonly score: string | null;
}

const NEGATIVE = /^negative(_\d+)?$/;
export const SCORES = ['score', 'scores'];

/** The least number of columns with texts: query, positive and one negative. */
export const FEWEST = 3;

/** Columns under the names that trainers use, wherever they stand in the row; null where one is missing. */
export function namedColumns(names: readonly string[]): TupleColumns | null {
  const query = nameAmong(names, QUERY_NAMES);
  if (query === null || !names.includes('positive')) return null;
  const negatives = names.filter((name) => NEGATIVE.test(name));
  const list = negatives.length === 0 ? nameAmong(names, ['negatives']) : null;
  if (negatives.length === 0 && list === null) return null;
  return { query, positive: 'positive', negatives, list, ...aside(names) };
}

/** Columns by order as the first entries of a file show what they hold. */
export function sampledColumns(
  samples: readonly JsonObject[],
): (names: readonly string[]) => TupleColumns | null {
  const kinds = new Map<string, ColumnKind>();
  const kind = (name: string): ColumnKind => {
    const known = kinds.get(name) ?? kindOf(name, samples);
    kinds.set(name, known);
    return known;
  };
  const repetitions = new Map<string, boolean>();
  const repeated = (name: string): boolean => {
    const known = repetitions.get(name) ?? (kind(name) !== 'list' && isRepeated(name, samples));
    repetitions.set(name, known);
    return known;
  };
  return (names) => {
    if (!isPositional(names)) return orderedColumns(names, kind, null, repeated);
    if (names.every((name) => holdsWholeNumbers(name, samples))) return columnsOfIds(names);
    const leading = isIdColumn('1', samples) ? orderedColumns(names, kind, '1', repeated) : null;
    return leading ?? orderedColumns(names, kind, null, repeated);
  };
}

/** Columns by order as one entry shows them: a number that stands as a text may be a text. */
export function columnsInRow(names: readonly string[], value: JsonObject): TupleColumns | null {
  return orderedColumns(
    names,
    (name) => (typeof value[name] === 'string' ? 'text' : kindOf(name, [value])),
    null,
    () => false,
  );
}

/**
 * Columns by their order, whatever their names: query, positive, then negatives, or one list of them in third place.
 * Null where fewer than three columns hold texts.
 * @param leadingId a first column that holds the query's id
 * @param isRepeated whether a column holds a few values over and over: then it holds no negatives
 */
function orderedColumns(
  names: readonly string[],
  kindOf: (name: string) => ColumnKind,
  leadingId: string | null,
  isRepeated: (name: string) => boolean,
): TupleColumns | null {
  const texts = names.filter(
    (name) => name !== leadingId && mayBeText(name) !== 'no' && holdsTexts(kindOf(name)),
  );
  const sure = texts.filter((name) => mayBeText(name) === 'yes');
  const chosen = sure.length >= FEWEST ? sure : texts;
  const [query, positive, ...others] = chosen;
  const negativeColumns = others.filter((name) => !isAboutName(name) && !isRepeated(name));
  const third = negativeColumns[0];
  if (query === undefined || positive === undefined || third === undefined) return null;
  if (kindOf(query) === 'list' || kindOf(positive) === 'list') return null;
  const { queryId, score } = aside(names);
  const list = kindOf(third) === 'list' ? third : null;
  const negatives = list === null ? negativeColumns.filter((name) => kindOf(name) !== 'list') : [];
  return { query, positive, negatives, list, queryId: queryId ?? leadingId, score };
}

/** All columns in their order, of rows that are nothing but ids. */
function columnsOfIds(names: readonly string[]): TupleColumns | null {
  const [query, positive, ...negatives] = names;
  if (query === undefined || positive === undefined || negatives.length === 0) return null;
  return { query, positive, negatives, list: null, queryId: null, score: null };
}

function holdsTexts(kind: ColumnKind): boolean {
  return kind === 'text' || kind === 'blank' || kind === 'list';
}

function aside(names: readonly string[]): { queryId: string | null; score: string | null } {
  return { queryId: queryIdName(names), score: nameAmong(names, SCORES) };
}
