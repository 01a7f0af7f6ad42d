/** Rows of a query, a document and its label. */

import { Fault, type JsonObject } from '../fault';
import { isBlank, isNumber } from './columns';
import { isPositional } from '../read/entries';
import { isNull, missing, numberOf, wrongType } from './fields';
import { format, type Format, type Hint, type KnownFormat } from './format';
import { byNames, queryIdsAmong, roleOf, type Role } from './names';
import { textItem } from './passages';
import { readEntry } from './read-entry';
import { optionalId, textOrId, type Grades, type Shape } from './shape';

interface PairColumns {
  readonly query: string;
  readonly document: string;
  readonly label: string;
  /** The field with the document's title; null where there is none. */
  readonly title: string | null;
  readonly queryId: string | null;
  /** Two sentences of a series: the first is the query. */
  readonly isPair: boolean;
  /** The user has said that the label is one: then it may be a grade, whatever its name. */
  readonly isGraded?: boolean;
}

/** Share of the first rows that must have a label of 0 or 1: other scales are scores. */
const LABELED_SHARE = 0.5;

/** Labeled pairs whose columns the user has named. */
export function pairsUnder(
  columns: Pick<PairColumns, 'query' | 'document' | 'label' | 'queryId'>,
  hint: Hint,
): Format {
  const said = { ...columns, title: null, isPair: false, isGraded: true };
  return pairs(() => said, hint);
}

/** A query, a document and whether it answers the query; the rows of one query are one record. */
export const labeledPairs: KnownFormat = {
  id: 'labeled-pairs',
  matches,
  fit: (hint) => pairs(columnsByName, hint),
};

function pairs(columnsOf: (names: readonly string[]) => PairColumns | null, { relevant = 1 }: Hint): Format {
  const shapeFor = byNames((names) => {
    const columns = columnsOf(names);
    return columns === null ? null : shapeOf(columns, relevant);
  });
  return format('labeled-pairs', {
    joins: 'same-query',
    ofTexts: true,
    uses: (value) => shapeFor(value)?.uses(value) ?? [],
    read(value) {
      const shape = shapeFor(value);
      return shape === null
        ? missing('label', 'two columns of texts and a label, 0 or 1')
        : readEntry(value, shape);
    },
  });
}

/**
 * Query, document and label by their names: one query, one document beside it (or two sentences of a series), a label
 * or a score, and no negatives of their own. Null where names do not tell.
 */
function columnsByName(names: readonly string[]): PairColumns | null {
  if (isPositional(names)) {
    const shared = { query: '1', queryId: null, isPair: false };
    if (names.length === 3) return { ...shared, document: '2', label: '3', title: null };
    // RocketQA's files for cross-encoders have the title in second place.
    return names.length === 4 ? { ...shared, document: '3', label: '4', title: '2' } : null;
  }
  const fields = names.map((name) => ({ name, ...roleOf(name) })).filter(({ ids }) => !ids);
  const of = (role: Role, sure: boolean) =>
    fields.filter((field) => field.role === role && field.sure === sure);
  const label = of('label', true)[0]?.name ?? names.find((name) => /^score$/i.test(name)) ?? null;
  if (label === null || of('negative', true).length > 0) return null;
  const queries = of('query', true);
  const named = [...of('document', false), ...of('answer', false), ...of('positive', true)];
  // WikiQA has `Sentence` beside `Question`.
  const documents = named.length > 0 ? named : of('query', false).filter(({ number }) => number === null);
  const sentences = [...of('query', false), ...of('document', false), ...of('answer', false)].filter(
    ({ number }) => number !== null,
  );
  const isPair = queries.length === 0 && sentences.length === 2 && documents.length <= 2;
  const [query, document] = isPair
    ? [...sentences].sort((one, other) => (one.number ?? 0) - (other.number ?? 0))
    : [queries.length === 1 ? queries[0] : undefined, documents.length === 1 ? documents[0] : undefined];
  if (query === undefined || document === undefined) return null;
  const titles = fields.filter(({ role, name: title }) => role === 'title' && !/quer|quest/i.test(title));
  const title = titles.length === 1 ? (titles[0]?.name ?? null) : null;
  return {
    query: query.name,
    document: document.name,
    label,
    title,
    queryId: queryIdsAmong(names)[0] ?? null,
    isPair,
  };
}

function matches(value: JsonObject, { samples, container }: Hint): boolean {
  const columns = columnsByName(Object.keys(value));
  // Without names only the user can say which column is which.
  if (columns === null || container === 'columns' || isPositional(Object.keys(value))) return false;
  const { query, document, label } = columns;
  // A header comes as an object of blank cells: then the rows decide.
  const rows = value[label] === '' ? samples : [value];
  const isLabel = isGraded(columns) ? isGrade : isZeroOrOne;
  if (!rows.some((row) => isLabel(row[label]))) return false;
  if (typeof value[query] !== 'string' || !['string', 'number', 'bigint'].includes(typeof value[document]))
    return false;
  const words = samples
    .map((row) => row[label])
    .filter((found) => typeof found === 'string' && !isNumber(found));
  if (!words.every((word) => isBlank(word) || isWordOf(word as string, columns))) return false;
  const labeled = samples.filter((row) => isLabel(row[label])).length;
  return labeled > LABELED_SHARE * samples.length || samples.length === 0;
}

/** Whether labels may be grades. Scores and the classes of sentence pairs are none. */
function isGraded({ label, isPair, isGraded: said = false }: PairColumns): boolean {
  if (said) return true;
  return !isPair && roleOf(label).role === 'label';
}

/** A label as a number, however tools write it; else null. */
function labelOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && !isNumber(value)) {
    const word = value.trim().toLowerCase();
    return YES.has(word) ? 1 : NO.has(word) ? 0 : null;
  }
  return numberOf(value);
}

/** Labels of two sides. Others, such as "Partial", have no number that all would agree on. */
const YES: ReadonlySet<string> = new Set(['true', 'yes', 'relevant', 'positive']);
const NO: ReadonlySet<string> = new Set(
  'false,no,irrelevant,not relevant,non-relevant,nonrelevant,negative'.split(','),
);

/**
 * Whether a word says that a document answers its query or does not. "Yes" may be an answer, and a text may be "negative" by
 * its mood: these count only where the label, or of the latter the document, is named after it.
 */
function isWordOf(word: string, { label, document }: PairColumns): boolean {
  const known = word.trim().toLowerCase();
  if (!YES.has(known) && !NO.has(known)) return false;
  if (/relevant|true|false/.test(known) || /relevan|^is[_A-Z ]/.test(label)) return true;
  return /positive|negative/.test(known) && /passage|doc|paragraph|context|ctx|chunk|answer/i.test(document);
}

function isZeroOrOne(value: unknown): boolean {
  const label = labelOf(value);
  return label === 0 || label === 1;
}

/** The highest grade that collections use. */
const HIGHEST_GRADE = 10;

function isGrade(value: unknown): boolean {
  const label = labelOf(value);
  return label !== null && Number.isInteger(label) && label >= -2 && label <= HIGHEST_GRADE;
}

function shapeOf(columns: PairColumns, relevant: number): Shape {
  const { query, document, label, title, queryId } = columns;
  const are: Grades = (value) => {
    const grade = readLabel(value, columns);
    return grade instanceof Fault ? grade : [grade];
  };
  const used = [query, document, label, title, queryId].filter((each) => each !== null);
  return {
    ask: textOrId(query),
    queryId: optionalId(queryId),
    passages: () => [{ field: document, are, holds: 'one', item: textItem, title }],
    relevant,
    mayLackPositive: true,
    uses: () => used,
    names: { query, positive: document, negatives: document },
  };
}

function readLabel(value: JsonObject, columns: PairColumns): number | Fault {
  const { label } = columns;
  const found = value[label];
  const graded = isGraded(columns);
  const expected = graded ? 'a grade: a whole number' : '0 or 1';
  if (found === undefined) return missing(label, expected);
  if (found === null) return isNull(label, expected);
  const read = labelOf(found);
  return read !== null && (graded ? isGrade(found) : isZeroOrOne(found))
    ? read
    : wrongType(label, expected, found);
}
