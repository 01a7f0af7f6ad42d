/** Tuples: rows of a query, a positive and negatives, by the names of their columns or by their order. */

import { isPositional } from '../files/positional';
import { Fault, type JsonObject } from '../records/fault';
import { catalogued } from './catalogue';
import {
  byNames,
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
import { missing, readEmbeddings } from './fields';
import type { Format, Hint, NegativeList, NegativePlace, Text } from './format';
import { digitsAreIds, type Digits } from './ids-for-texts';
import { textItem } from './items';
import { negativesIn, onePositive, optionalId, readDraft, textOrId, type Parts } from './read-draft';
import { checkScoreColumn } from './scores';

/** Finds the columns of an entry. By name: from the names alone. */
type Finder = (names: readonly string[], value: JsonObject) => TupleColumns | null;

const { name, shape, needs } = catalogued('tuples');

const ABOUT = {
  id: 'tuples',
  name,
  shape,
  keys: ['anchor', 'positive', 'negative'],
  joins: 'same-positive',
  needs,
  apart: null,
} as const;

/** Tuples whose columns have the names that trainers use. */
export const namedTuples: Format = {
  ...ABOUT,
  ...readers((names) => namedColumns(names), true, true),
  matches: (value) => namedColumns(Object.keys(value)) !== null,
  fit: (hint) => fitted(hint, namedTuples, (names) => namedColumns(names)),
};

/** Tuples by the order of their columns: what is left when no other format fits. */
export const orderedTuples: Format = {
  ...ABOUT,
  ...readers(columnsInRow, false, true),
  matches(value, hint) {
    if (hint.container === 'columns') return false;
    const columns = sampledColumns(samplesOf(value, hint))(Object.keys(value));
    return columns !== null && holdsStrings(value, columns);
  },
  fit: (hint) => fitted(hint, orderedTuples, sampledColumns(hint.samples)),
};

/** Tuples of either kind, for who says that a file is of this format. */
export const tuples: Format = {
  ...ABOUT,
  ...readers((names, value) => namedColumns(names) ?? columnsInRow(names, value), false, true),
  matches: (value, hint) => namedTuples.matches(value, hint) || orderedTuples.matches(value, hint),
  fit: (hint) => {
    const named = hint.samples.some((sample) => namedTuples.matches(sample, hint));
    return (named ? namedTuples : orderedTuples).fit?.(hint) ?? tuples;
  },
};

function fitted(hint: Hint, format: Format, find: (names: readonly string[]) => TupleColumns | null): Format {
  const digits = digitsAreIds(hint, readers(find, true, true).read);
  const isList = hint.container === 'JSONL' && !hint.named;
  return { ...ABOUT, ...readers(find, true, digits, isList), matches: format.matches };
}

/**
 * @param byName whether the columns follow from the names alone
 * @param isList whether an entry is a JSON list, whose items are the columns
 */
function readers(
  find: Finder,
  byName: boolean,
  digits: Digits,
  isList = false,
): Pick<Format, 'uses' | 'read'> {
  const partsOf = (names: readonly string[], value: JsonObject): Parts | null => {
    const columns = find(names, value);
    return columns === null ? null : partsFor(columns, isList);
  };
  const remembered = byNames((names) => partsOf(names, {}));
  return {
    read(value) {
      const parts = byName ? remembered(value) : partsOf(Object.keys(value), value);
      return parts === null ? whatIsMissing(Object.keys(value)) : readDraft(value, parts, digits);
    },
    uses(value) {
      const columns = find(Object.keys(value), value);
      if (columns === null) return [];
      const { query, positive, negatives, list, queryId, score } = columns;
      return [query, positive, ...negatives, list, queryId, score].filter((name) => name !== null);
    },
  };
}

function partsFor(columns: TupleColumns, isList: boolean): Parts {
  const { query, positive, negatives, list, score } = columns;
  const count = negatives.length;
  return {
    query: textOrId(query),
    positives: onePositive(positive, textItem),
    negatives: list === null ? negativeColumns(negatives, isList) : negativesIn(list, textItem),
    queryId: optionalId(columns.queryId),
    // A table's cell is a text and holds no embedding.
    embeddings: (value) => (typeof value['query_embedding'] === 'string' ? null : readEmbeddings(value)),
    scores: (value) => (score === null ? null : checkScoreColumn(value[score], count)),
    fields: { query, positive, negatives: list ?? negatives.join(', ') },
  };
}

function negativeColumns(names: readonly string[], isList: boolean): Parts['negatives'] {
  const where = placeOf(names, isList);
  return (value): readonly NegativeList[] | Fault => {
    const texts: (Text | null)[] = [];
    for (const name of names) {
      const item = value[name];
      const negative = item === undefined ? missing(name, 'a string') : textItem(item, name, -1);
      if (negative instanceof Fault) return negative;
      texts.push(negative);
    }
    return [{ key: null, texts, where, ranks: null }];
  };
}

function placeOf(names: readonly string[], isList: boolean): NegativePlace {
  if (names.length === 1) return { kind: 'entry' };
  if (!isList) return { kind: 'fields', names };
  return { kind: 'list', path: [], indices: names.map((name) => Number(name) - 1), beside: [] };
}

/** Columns by order as the first entries of a file show what they hold. */
function sampledColumns(samples: readonly JsonObject[]): (names: readonly string[]) => TupleColumns | null {
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
function columnsInRow(names: readonly string[], value: JsonObject): TupleColumns | null {
  return orderedColumns(
    names,
    (name) => (typeof value[name] === 'string' ? 'text' : kindOf(name, [value])),
    null,
    () => false,
  );
}

function samplesOf(value: JsonObject, { samples }: Hint): readonly JsonObject[] {
  return samples.length > 0 ? samples : [value];
}

function holdsStrings(value: JsonObject, { query, positive, negatives, list }: TupleColumns): boolean {
  const isText = (name: string): boolean => typeof value[name] === 'string';
  return (
    isText(query) &&
    isText(positive) &&
    negatives.every((name) => isText(name) || value[name] === null) &&
    (list === null || Array.isArray(value[list]))
  );
}

/** The fault of a row whose names, or else whose number of columns, make no tuple. */
function whatIsMissing(names: readonly string[]): Fault {
  const isNamed = names.includes('positive') || names.some((name) => QUERY_NAMES.includes(name));
  if (isNamed) {
    if (nameAmong(names, QUERY_NAMES) === null) return missing(QUERY_NAMES.join('` or `'), 'a string');
    return missing(names.includes('positive') ? 'negative' : 'positive', 'a string');
  }
  const found = names.slice(0, 10).join(', ');
  return new Fault(
    'missing-field',
    null,
    `Expected at least three columns of texts (query, positive, negative), found the fields ${found}. Add what is missing.`,
  );
}

interface TupleColumns {
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
const SCORES = ['score', 'scores'];

/** The least number of columns with texts: query, positive and one negative. */
const FEWEST = 3;

/** Columns under the names that trainers use, wherever they stand in the row; null where one is missing. */
function namedColumns(names: readonly string[]): TupleColumns | null {
  const query = nameAmong(names, QUERY_NAMES);
  if (query === null || !names.includes('positive')) return null;
  const negatives = names.filter((name) => NEGATIVE.test(name));
  const list = negatives.length === 0 ? nameAmong(names, ['negatives']) : null;
  if (negatives.length === 0 && list === null) return null;
  return { query, positive: 'positive', negatives, list, ...aside(names) };
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
