/** Rows of a query, a document and its label. */

import { Fault, type JsonObject } from '../records/fault';
import { catalogued } from './catalogue';
import {
  byNames,
  isNumber,
  isRepeated,
  kindOf,
  mayBeText,
  nameAmong,
  QUERY_NAMES,
  queryIdName,
  scalarText,
} from './columns';
import { isPositional } from '../files/positional';
import { isNull, missing, numberOf, wrongType } from './fields';
import type { Format, Hint, NegativeList, NegativePlace, Text } from './format';
import { digitsAreIds, type Digits } from './ids-for-texts';
import { textItem } from './items';
import { optionalId, readDraft, textOrId, type Parts } from './read-draft';

const { name, shape, needs } = catalogued('labeled-pairs');

interface PairColumns {
  readonly query: string;
  readonly document: string;
  readonly label: string;
  readonly queryId: string | null;
}

const LABELS = ['label', 'score'];
const DOCUMENT_NAMES = ['document', 'passage', 'text', 'doc', 'answer', 'response', 'positive'];

/** Names of documents of either label: no tuple has them, whatever other columns hold. */
const NEUTRAL_NAMES = new Set(['document', 'passage', 'doc']);

/** A row with such a column is a tuple, whose `label` trainers ignore. */
const NEGATIVE = /^negative/i;

/** Share of a file's first rows whose label must be 0 or 1: scores on other scales are no labels. */
const LABELED_SHARE = 0.5;

/** A query, a document and whether it answers the query; the rows of one query are one record. */
export const labeledPairs: Format = formatWith(true);

function formatWith(digits: Digits): Format {
  const partsOf = byNames((names) => {
    const columns = columnsOf(names);
    return columns === null ? null : partsFor(columns);
  });
  const format: Format = {
    id: 'labeled-pairs',
    name,
    shape,
    keys: ['query', 'document', 'label'],
    joins: 'same-query',
    needs,
    apart: null,
    matches,
    uses(value) {
      const columns = columnsOf(Object.keys(value));
      if (columns === null) return [];
      const { query, document, label, queryId } = columns;
      return queryId === null ? [query, document, label] : [query, document, label, queryId];
    },
    read(value) {
      const parts = partsOf(value);
      if (parts === null) return missing('label', 'two columns of texts and a label, 0 or 1');
      return readDraft(value, parts, digits);
    },
  };
  return { ...format, fit: (hint) => formatWith(digitsAreIds(hint, format.read)) };
}

/** Two columns of texts, in whatever order they stand, and the label; null where they are not to be told. */
function columnsOf(names: readonly string[]): PairColumns | null {
  if (isPositional(names)) {
    return names.length === 3 ? { query: '1', document: '2', label: '3', queryId: null } : null;
  }
  const label = nameAmong(names, LABELS);
  if (label === null || names.some((name) => NEGATIVE.test(name))) return null;
  const texts = names.filter((name) => mayBeText(name) === 'yes');
  const query = texts.length === 2 ? texts[0] : nameAmong(names, QUERY_NAMES);
  const document = texts.length === 2 ? texts[1] : nameAmong(names, DOCUMENT_NAMES);
  if (typeof query !== 'string' || typeof document !== 'string') return null;
  return { query, document, label, queryId: queryIdName(names) };
}

function matches(value: JsonObject, { samples, container }: Hint): boolean {
  const columns = columnsOf(Object.keys(value));
  if (columns === null || container === 'columns') return false;
  const { query, document, label } = columns;
  const isNeutral = QUERY_NAMES.includes(query) && NEUTRAL_NAMES.has(document);
  if (label !== '3' && !isNeutral && textsAmong(Object.keys(value), samples) > 2) return false;
  // A header comes as an object of blank cells: then the rows tell.
  const rows = value[label] === '' ? samples : [value];
  if (!rows.some((row) => isZeroOrOne(row[label]))) return false;
  if (typeof value[query] !== 'string' || !['string', 'number', 'bigint'].includes(typeof value[document]))
    return false;
  if (
    label === '3' &&
    [query, document].some((name) => kindOf(name, samples) !== 'text' || !hasBlank(name, samples))
  )
    return false;
  const labeled = samples.filter((row) => isZeroOrOne(row[label])).length;
  return labeled > LABELED_SHARE * samples.length || samples.length === 0;
}

/** How many columns hold texts: a third one makes a tuple. */
function textsAmong(names: readonly string[], samples: readonly JsonObject[]): number {
  return names.filter(
    (name) => mayBeText(name) === 'yes' && kindOf(name, samples) === 'text' && !isRepeated(name, samples),
  ).length;
}

/** Whether some text of a column has more than one word: ids have not. */
function hasBlank(name: string, samples: readonly JsonObject[]): boolean {
  return samples.some((sample) => /\S\s+\S/.test(scalarText(sample[name])));
}

/** 0 or 1 for a label in any of the ways in which tools write it; null for everything else. */
function labelOf(value: unknown): 0 | 1 | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && !isNumber(value)) {
    const word = value.trim().toLowerCase();
    return word === 'true' ? 1 : word === 'false' ? 0 : null;
  }
  const number = numberOf(value);
  return number === 0 || number === 1 ? number : null;
}

function isZeroOrOne(value: unknown): boolean {
  return labelOf(value) !== null;
}

const ENTRY: NegativePlace = { kind: 'entry' };
const NO_NEGATIVE: readonly NegativeList[] = [{ key: null, texts: [], where: ENTRY, ranks: null }];
const NO_POSITIVE: readonly Text[] = [];

function partsFor({ query, document, label, queryId }: PairColumns): Parts {
  return {
    query: textOrId(query),
    positives(value) {
      const read = readLabel(value, label);
      if (read instanceof Fault) return read;
      if (read === 0) return NO_POSITIVE;
      const positive = readDocument(value, document);
      if (positive instanceof Fault) return positive;
      return positive === null ? isNull(document, 'a string') : [positive];
    },
    negatives(value) {
      if (labelOf(value[label]) === 1) return NO_NEGATIVE;
      const negative = readDocument(value, document);
      if (negative instanceof Fault) return negative;
      return [{ key: null, texts: [negative], where: ENTRY, ranks: null }];
    },
    queryId: optionalId(queryId),
    fields: { query, positive: document, negatives: document },
  };
}

function readDocument(value: JsonObject, document: string): Text | null | Fault {
  const item = value[document];
  return item === undefined ? missing(document, 'a string') : textItem(item, document, -1);
}

function readLabel(value: JsonObject, label: string): 0 | 1 | Fault {
  const found = value[label];
  if (found === undefined) return missing(label, '0 or 1');
  if (found === null) return isNull(label, '0 or 1');
  return labelOf(found) ?? wrongType(label, '0 or 1', found);
}
