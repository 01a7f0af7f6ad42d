/** Tuples: rows of a query, a positive and negatives, by the names of their columns or by their order. */

import type { Mapping } from '../reading';
import { Fault, type JsonObject } from '../fault';
import { catalogued } from './catalogue';
import {
  byNames,
  holdsWholeNumbers,
  isIdColumn,
  isRepeated,
  kindOf,
  nameAmong,
  QUERY_NAMES,
} from './columns';
import { missing, readEmbeddings } from './fields';
import type { Format, Hint, NegativeList, NegativePlace, Text } from './format';
import { digitsAreIds, type Digits } from './ids-for-texts';
import { textItem } from './items';
import { negativesIn, onePositive, optionalId, readDraft, textOrId, type Parts } from './read-draft';
import { hasOtherRoles, roleOf } from './roles';
import { checkScoreColumn } from './scores';
import {
  columnsInRow,
  FEWEST,
  namedColumns,
  sampledColumns,
  SCORES,
  type TupleColumns,
} from './tuple-columns';

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
  matches: (value, { samples }) => {
    const columns = namedColumns(Object.keys(value));
    return (
      columns !== null && !hasOtherRoles(Object.keys(value), usedBy(columns)) && holdSingles(columns, samples)
    );
  },
  fit: (hint) => fitted(hint, namedTuples, (names) => namedColumns(names)),
};

/** Tuples by the order of their columns: what is left when no other format fits. */
export const orderedTuples: Format = {
  ...ABOUT,
  byOrder: true,
  ...readers(columnsInRow, false, true),
  matches(value, hint) {
    if (hint.container === 'columns' || !orderTells(hint)) return false;
    const columns = sampledColumns(samplesOf(value, hint))(Object.keys(value));
    return columns !== null && holdsStrings(value, columns);
  },
  fit: (hint) => fitted(hint, orderedTuples, sampledColumns(hint.samples)),
};

function usedBy({ query, positive, negatives, list }: TupleColumns): readonly string[] {
  return [query, positive, ...negatives, ...(list === null ? [] : [list])];
}

/** Whether the columns of single texts hold those in most of the first entries, and no lists or objects. */
function holdSingles({ query, positive, negatives }: TupleColumns, samples: readonly JsonObject[]): boolean {
  return [query, positive, ...negatives].every((name) => {
    const filled = samples.filter((sample) => (sample[name] ?? null) !== null);
    return filled.filter((sample) => typeof sample[name] === 'object').length <= filled.length / 2;
  });
}

/** Names that sentence-transformers gives to columns that have none: `sentence_0`, `sentence_1`, `sentence_2`. */
const LOADER_NAME = /^sentence_?\d$/i;

/**
 * Whether the order of columns says what they are: the user has said so, sentence-transformers' own loaders have named
 * them, or they have no names and hold nothing but passages (or nothing but ids).
 */
function orderTells({ named, samples, isSaid, byOrder }: Hint): boolean {
  if (isSaid === true || byOrder === true) return true;
  const [first] = samples;
  if (first === undefined) return false;
  const names = Object.keys(first);
  if (named)
    return names.filter((name) => LOADER_NAME.test(name)).length >= FEWEST && !names.some(isLabelName);
  if (names.every((name) => holdsWholeNumbers(name, samples))) return true;
  const texts = isIdColumn('1', samples) ? names.slice(1) : names;
  const [query, ...passages] = texts;
  return (
    query !== undefined &&
    texts.length >= FEWEST &&
    kindOf(query, samples) === 'text' &&
    !isRepeated(query, samples) &&
    passages.every((name) => arePassages(name, samples)) &&
    !mayBeHeader(first, samples)
  );
}

function isLabelName(name: string): boolean {
  return roleOf(name).role === 'label';
}

/** Whether a column holds prose: texts of several words, or in letters that need no blanks between them. */
function arePassages(name: string, samples: readonly JsonObject[]): boolean {
  const texts = samples.flatMap((sample) => {
    const value = sample[name];
    const items = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    return items.filter((item) => typeof item === 'string' && item.trim() !== '') as string[];
  });
  const prose = texts.filter((text) => /\S\s+\S|[\u0e00-\uffff]/.test(text));
  return texts.length === 0 || (prose.length >= texts.length / 2 && !isRepeatedText(texts));
}

/** Whether a few short texts stand in a column over and over: classes, not passages. */
function isRepeatedText(texts: readonly string[]): boolean {
  return (
    texts.length >= 10 && new Set(texts).size <= texts.length / 10 && texts.every((text) => text.length <= 40)
  );
}

/** Whether the first row looks like names over long texts, though it was not taken for a header. */
function mayBeHeader(first: JsonObject, samples: readonly JsonObject[]): boolean {
  const cells = Object.values(first);
  if (samples.length < 2 || !cells.every((cell) => typeof cell === 'string' && SHORT_NAME.test(cell.trim())))
    return false;
  const others = samples
    .slice(1)
    .flatMap((sample) => Object.values(sample))
    .filter((cell) => typeof cell === 'string');
  const long = others.filter((cell) => cell.length > 60);
  return long.length > others.length / 2;
}

const SHORT_NAME = /^[\p{L}_][\p{L}\p{N}_ .-]{0,39}$/u;

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

/** Tuples whose columns' names have told what they are: the negatives are those columns and later ones of their series. */
export function tuplesOf({ query, positive, negatives, queryId }: Mapping, hint: Hint): Format {
  const series = new Set(negatives.map(baseOf));
  return fitted(hint, namedTuples, (names) => ({
    query,
    positive,
    negatives: names.filter((name) => series.has(baseOf(name)) && name !== query && name !== positive),
    list: null,
    queryId,
    score: nameAmong(names, SCORES),
  }));
}

/** A name without the number at its end. */
function baseOf(name: string): string {
  return name.replace(/\d+$/, '');
}

function fitted(hint: Hint, format: Format, find: (names: readonly string[]) => TupleColumns | null): Format {
  const digits = digitsAreIds(hint, readers(find, true, true).read);
  const isList = hint.container === 'JSONL' && !hint.named;
  return { ...format, ...readers(find, true, digits, isList) };
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
