/** Entries of a query and passages with a grade each: a label or score beside it, in its row or its own, or its speaker. */

import { Fault, isObject, type JsonObject } from '../fault';
import { isBlank, isListOfTexts, isNumber, mostly } from './columns';
import { asList, idIn, isNull, missing, numberOf, wrongType } from './fields';
import { type Fit, type Format, type Hint } from './format';
import { byNames, isOfThing, isTelling, ownershipOf, queryIdsAmong, roleOf, type Role } from './names';
import { conversation, hasText, passageColumns, passageItem, queryIn, queryItem, textItem } from './passages';
import {
  isExcluded,
  made,
  NEGATIVE,
  POSITIVE,
  type Grades,
  type PassageField,
  type Shape,
} from './read-entry';

/** Finds how passages get their grades in an entry of a file; null where it has none. */
type Find = (value: JsonObject, hint: Hint) => Shape | null;

function shapeOf(
  query: string,
  ask: Shape['ask'],
  passages: PassageField,
  rest: Pick<Shape, 'uses' | 'relevant' | 'ofTexts' | 'grade'>,
): Shape {
  const { field } = passages;
  return { ask, passages: () => [passages], names: { query, positive: field, negatives: field }, ...rest };
}

/** A query, a list of documents and a list of labels or scores of the same length. */
const labeled: Find = (value, { samples, relevant = 1 }) => {
  const names = Object.keys(value);
  const numbers = (role: Role): string | undefined =>
    names.find((name) => isTelling(name, [role]) && Array.isArray(value[name]));
  const labels = numbers('label') ?? numbers('score');
  const [query, ...others] = names.filter(
    (name) => typeof value[name] === 'string' && isTelling(name, ['query']),
  );
  // `negative_labels` are those of negatives that have a field of their own.
  if (labels === undefined || query === undefined || others.length > 0) return null;
  if (ownershipOf(labels).of === 'negatives') return null;
  const isScore = roleOf(labels).role === 'score';
  // sentence-transformers mines lists under the name of the positive: one under a name in the plural may hold nothing else.
  const mayHoldAll = (name: string) => !isScore || (!name.endsWith('s') && areMined(labels, samples, true));
  const documents = documentsIn(value) ?? positivesIn(value, mayHoldAll);
  if (documents === undefined) return null;
  // Single records may have only 0 and 1.
  const isScored =
    isScore && samples.some(({ [labels]: list }) => Array.isArray(list) && list.some(isFraction));
  // Under the name of the positive they are read for this alone.
  const isMined = isScored && (roleOf(documents).role === 'positive' || areMined(labels, samples, false));
  const are: Grades = (entry, items) => {
    if (!Object.hasOwn(entry, labels)) return missing(labels, 'a list');
    const list = asList(entry[labels], labels);
    if (list instanceof Fault) return list;
    if (list.length !== items.length) {
      const message =
        `\`${labels}\` has ${list.length} items, \`${documents}\` has ${items.length}. ` +
        'Expected one for each document; add or remove items.';
      return new Fault('wrong-type', labels, message);
    }
    const grades = list.map((item) => gradeOf(item) ?? NaN);
    const wrong = grades.findIndex(Number.isNaN);
    if (wrong >= 0) return wrongType(`${labels}[${wrong}]`, 'a number', list[wrong]);
    const isGraded = !isScore || (!isScored && grades.every((grade) => grade === 0 || grade === 1));
    const best = isMined ? 0 : grades.indexOf(grades.reduce((a, b) => Math.max(a, b), -Infinity));
    return withPositive(
      isGraded ? grades : grades.map((_, i) => (i === best ? POSITIVE : NEGATIVE)),
      labels,
      relevant,
    );
  };
  const scores = isScore ? { list: labels } : null;
  const passages: PassageField = { field: documents, are, holds: 'list', item: textItem, scores };
  const rest = { grade: labels, uses: () => [query, documents, labels], relevant, ofTexts: true };
  const shape = shapeOf(query, queryIn(query, textItem), passages, rest);
  return isMined ? { ...shape, names: { ...shape.names, positive: `${documents}[0]` } } : shape;
};

/** The list of documents by its name, or as the only list of texts. */
function documentsIn(value: JsonObject): string | undefined {
  // Lists of positives or of negatives need no labels, and titles are never the documents.
  const lists = Object.keys(value).filter(
    (name) =>
      isListOfTexts(value[name]) &&
      !['label', 'score', 'title', 'aside', 'positive', 'negative'].includes(roleOf(name).role),
  );
  const named = lists.find((name) => ['document', 'answer'].includes(roleOf(name).role));
  return named ?? (lists.length === 1 ? lists[0] : undefined);
}

/** The one list of positives, where an entry has no negatives and it may hold these too. */
function positivesIn(value: JsonObject, mayHoldAll: (name: string) => boolean): string | undefined {
  const names = Object.keys(value);
  const [name, ...others] = names.filter(
    (each) => roleOf(each).role === 'positive' && isListOfTexts(value[each]),
  );
  if (name === undefined || others.length > 0 || !mayHoldAll(name)) return undefined;
  return names.some((each) => roleOf(each).role === 'negative') ? undefined : name;
}

/**
 * Whether lists of scores are as a miner writes them: first the positive's, then those of negatives, which never rise. Under the
 * name of one positive a list can hardly be anything else; under other names the order of many must not be chance.
 */
function areMined(labels: string, samples: readonly JsonObject[], isOfPositive: boolean): boolean {
  const [fewest, shortest] = isOfPositive ? [1, 2] : [8, 3];
  const lists = samples
    .map(({ [labels]: list }) => (Array.isArray(list) ? list.map((item) => gradeOf(item) ?? NaN) : []))
    .filter(({ length }) => length >= shortest);
  const neverRises = ([, ...negatives]: readonly number[]): boolean =>
    negatives.every((score, i) => i === 0 || score <= (negatives[i - 1] as number));
  return lists.length >= fewest && mostly(lists, neverRises);
}

function isFraction(item: unknown): boolean {
  return typeof item === 'number' && item !== 0 && item !== 1;
}

/** Labels of two sides in words. Others, such as "Partial", have no number that all would agree on. */
const WORDS = new Map<string, number>([
  ...['true', 'yes', 'relevant', 'positive'].map((word) => [word, 1] as const),
  ...['false', 'no', 'irrelevant', 'not relevant', 'non-relevant', 'nonrelevant', 'negative'].map(
    (word) => [word, 0] as const,
  ),
]);

/** A grade as a number, however tools write it; minus infinity where a miner has excluded the document; else null. */
function gradeOf(value: unknown): number | null {
  if (isExcluded(value)) return NEGATIVE;
  if (typeof value === 'boolean') return Number(value);
  const word = typeof value === 'string' ? WORDS.get(value.trim().toLowerCase()) : undefined;
  return word ?? numberOf(value);
}

/** The grades, or the fault of a record without a positive. */
function withPositive(grades: readonly number[], field: string, relevant: number): readonly number[] | Fault {
  if (grades.some((grade) => grade >= relevant)) return grades;
  const message =
    `\`${field}\` has no label of ${relevant} or more. Expected at least one positive; add it or leave the record ` +
    'out.';
  return new Fault('no-positive', field, message);
}

const OPTIONS = { ids: false, instructed: false };
const passage = passageItem(OPTIONS);
const asked = queryItem(OPTIONS);

/**
 * As SciRepEval's: `{"query": {…}, "candidates": [{"title": …, "abstract": …, "score": 1}, …]}`; or with a flag in place of the
 * score, `is_selected` (MS MARCO), `has_answer` (DPR), `is_supporting` (MuSiQue).
 */
const objects: Find = (value, { relevant = 1 }) => {
  // Beside negatives of its own a list with grades is something else.
  if (Object.keys(value).some((name) => isTelling(name, ['negative']))) return null;
  const [query, ...others] = Object.keys(value).filter((name) => isTelling(name, ['query']));
  const [field, ...lists] = gradedLists(value, relevant);
  if (query === undefined || field === undefined || others.length + lists.length > 0) return null;
  const found = value[query];
  if (typeof found !== 'string' && !(isObject(found) && hasText(found))) return null;
  const grades = (items: readonly unknown[]) => items.map((item) => ownGrade(item) ?? NaN);
  const are: Grades = (_, items) => withPositive(grades(items), field, relevant);
  const passages: PassageField = { field, holds: 'list', item: passage, are };
  return shapeOf(query, queryIn(query, asked), passages, { uses: () => [query, field], relevant });
};

/** Fields of graded passages: those named as passages are, or else one under any name where nothing beside it may be passages. */
function gradedLists(value: JsonObject, relevant: number): readonly string[] {
  const names = Object.keys(value);
  const graded = names.filter((name) => areGraded(value[name], relevant));
  const told = graded.filter((name) => isOfPassages(name));
  if (told.length > 0) return told;
  const found = graded.filter((name) => mayBeGraded(name, value[name]));
  const others = names.filter((name) => mayBeInstead(name, value[name]) && !found.includes(name));
  return others.length > 0 ? [] : found;
}

function isOfPassages(name: string): boolean {
  return ['document', 'answer'].includes(roleOf(name).role) || /^hits$/i.test(name);
}

/** Whether a list has flags though its name does not tell; a score may be anything, and a `label` of `options` the letter of a choice. */
function mayBeGraded(name: string, value: unknown): boolean {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  const keys = isObject(first) ? Object.keys(first) : [];
  return roleOf(name).role === 'unknown' && keys.some(isFlag) && !keys.some((key) => /label/i.test(key));
}

/** Whether a field may be the passages, or their ids, in place of such a list, or grades the record. */
function mayBeInstead(name: string, value: unknown): boolean {
  const { role, ids } = roleOf(name);
  const isNamed = role === 'positive' || role === 'negative' || (role === 'document' && !ids);
  const isGrade = (role === 'label' || role === 'score') && gradeOf(value) !== null;
  return isNamed || isGrade || (Array.isArray(value) && isObject(value[0]));
}

/**
 * A list of objects, each with a text and a grade, or an object of such lists; one must be no positive, and they must not count
 * from 0, so that numbers of choices are no grades.
 */
function areGraded(value: unknown, relevant: number): boolean {
  const items = passageColumns(value)?.rows ?? value;
  if (!Array.isArray(items) || !items.every((item) => isObject(item) && hasText(item))) return false;
  const grades = items.map(ownGrade);
  const areCounted = grades.length > 2 && grades.every((grade, index) => grade === index);
  return !areCounted && !grades.includes(null) && grades.some((grade) => grade !== null && grade < relevant);
}

/** The grade of a passage by its own label, or by its score where that is 0 or 1; else null. */
function ownGrade(item: unknown): number | null {
  if (!isObject(item)) return null;
  const label = Object.keys(item).find(isFlag);
  return labelIn(item, { label: label ?? 'score', isGraded: label !== undefined });
}

/** Whether a name says that its field tells positives from negatives: `label`, `is_selected`, `relevant`. */
function isFlag(name: string): boolean {
  const { role, ids } = roleOf(name);
  return !ids && (role === 'label' || role === 'positive') && ownershipOf(name).of !== 'negatives';
}

/** Conversations whose turns say which answer is preferred: `human`, `chosen_gpt`, `rejected_gpt`. */
const turns: Find = (value) => {
  const field = Object.keys(value).find((name) => {
    const grades =
      Array.isArray(value[name]) && conversation(value[name]) !== null ? gradesOfTurns(value[name]) : [];
    return [POSITIVE, NEGATIVE, NaN].every((grade) => grades.includes(grade));
  });
  if (field === undefined) return null;
  const ask = (entry: JsonObject): string | Fault => {
    const texts = conversation(entry[field]);
    if (texts === null)
      return wrongType(field, 'turns of which one is chosen and one rejected', entry[field]);
    const grades = gradesOfTurns(entry[field]);
    return texts.filter((_, index) => Number.isNaN(grades[index])).join('\n');
  };
  const are: Grades = (_, items) => withPositive(gradesOfTurns(items), field, 1);
  const passages: PassageField = { field, holds: 'list', item: passage, are };
  return shapeOf(field, ask, passages, { uses: () => [field] });
};

/** By who speaks: `chosen_gpt` a positive, `rejected_gpt` a negative; NaN for what is asked. */
function gradesOfTurns(items: unknown): readonly number[] {
  return (items as readonly unknown[]).map((turn) => {
    const [word = ''] = isObject(turn) ? String(turn['from'] ?? turn['role']).split(/[^a-z]/i) : [];
    const { role } = roleOf(word);
    return role === 'positive' ? POSITIVE : role === 'negative' ? NEGATIVE : NaN;
  });
}

/** A query and one list of passages with a grade each. */
export const labeledLists: Fit = (entry, hint) => {
  const shape = labeled(entry, hint) ?? objects(entry, hint) ?? turns(entry, hint);
  return shape && made('labeled-lists', shape);
};

interface PairColumns {
  readonly query: string;
  readonly document: string;
  readonly label: string;
  /** The field with the document's title; null where there is none. */
  readonly title: string | null;
  readonly queryId: string | null;
  /** Labels may be grades; scores and the classes of sentence pairs are none. */
  readonly isGraded: boolean;
}

/** Share of the first rows that must have a label of 0 or 1: other scales are scores. */
const LABELED_SHARE = 0.5;

/** A query, a document and whether it answers the query; the rows of one query are one record. */
export const labeledPairs: Fit = (entry, hint) => {
  const columns = labeledColumns(entry, hint);
  if (columns === null) return null;
  // Rows may have other names than the first one, or further ones.
  const formatFor = byNames((names) => {
    const own = columnsByName(names);
    return own && pairs(own, hint);
  });
  return {
    ...pairs(columns, hint),
    uses: (value) => formatFor(value)?.uses(value) ?? [],
    read: (value) =>
      formatFor(value)?.read(value) ?? missing('label', 'two columns of texts and a label, 0 or 1'),
  };
};

/**
 * Query, document and label by their names: one query, one document beside it (or two sentences of a series), a label
 * or a score, and no negatives of their own. Null where names do not tell.
 */
function columnsByName(names: readonly string[]): PairColumns | null {
  const fields = names.map((name) => ({ name, ...roleOf(name) })).filter(({ ids }) => !ids);
  const of = (role: Role, sure: boolean) =>
    fields.filter((field) => field.role === role && field.sure === sure);
  const label = of('label', true)[0]?.name ?? names.find((name) => /^score$/i.test(name)) ?? null;
  if (label === null || of('negative', true).length > 0) return null;
  const queries = plainest(of('query', true));
  const named = plainest([...of('document', false), ...of('answer', false), ...of('positive', true)]);
  // WikiQA has `Sentence` beside `Question`.
  const documents = named.length > 0 ? named : of('query', false).filter(({ number }) => number === null);
  const sentences = [...of('query', false), ...of('document', false), ...of('answer', false)].filter(
    ({ number }) => number !== null,
  );
  const isPair = queries.length === 0 && sentences.length === 2 && documents.length <= 2;
  // KTO's rows: a prompt, a completion, and whether it is desired.
  const prompts = of('query', false).filter(({ name }) => /^prompt$/i.test(name));
  const asked = queries.length === 0 && named.length === 1 ? prompts : queries;
  const [query, document] = isPair
    ? [...sentences].sort((one, other) => (one.number ?? 0) - (other.number ?? 0))
    : [asked.length === 1 ? asked[0] : undefined, documents.length === 1 ? documents[0] : undefined];
  if (query === undefined || document === undefined) return null;
  const titles = fields.filter(({ role, name: title }) => role === 'title' && !/quer|quest/i.test(title));
  const title = titles.length === 1 ? (titles[0]?.name ?? null) : null;
  return {
    query: query.name,
    document: document.name,
    label,
    title,
    queryId: queryIdsAmong(names)[0] ?? null,
    isGraded: !isPair && asked === queries && roleOf(label).role === 'label',
  };
}

/** Fields without those that are of things, `question_article`, where others are left. */
function plainest<Named extends { readonly name: string }>(fields: readonly Named[]): readonly Named[] {
  const plain = fields.filter(({ name }) => !isOfThing(name));
  return plain.length > 0 ? plain : fields;
}

/** The columns of rows of such names, where these have a label; else null. */
function labeledColumns(value: JsonObject, { samples, container }: Hint): PairColumns | null {
  const columns = columnsByName(Object.keys(value));
  if (columns === null || container === 'columns') return null;
  const { query, document, label } = columns;
  const isLabel = (row: JsonObject): boolean => labelIn(row, columns) !== null;
  // A header comes as an object of blank cells: then the rows decide.
  if (!(value[label] === '' ? samples : [value]).some(isLabel)) return null;
  if (typeof value[query] !== 'string' || !['string', 'number', 'bigint'].includes(typeof value[document]))
    return null;
  const words = samples
    .map((row) => row[label])
    .filter((found) => typeof found === 'string' && !isNumber(found) && !isBlank(found));
  if (!words.every((word) => isWordOf(word as string, columns))) return null;
  return samples.filter(isLabel).length > LABELED_SHARE * samples.length ? columns : null;
}

/**
 * Whether a word says that a document answers its query or does not. "Yes" may be an answer, and a text may be "negative" by
 * its mood: these count only where the label, or of the latter the document, is named after it.
 */
function isWordOf(word: string, { label, document }: PairColumns): boolean {
  const known = word.trim().toLowerCase();
  if (!WORDS.has(known)) return false;
  if (/relevant|true|false/.test(known) || /relevan|^is[_A-Z ]/.test(label)) return true;
  return /positive|negative/.test(known) && /passage|doc|paragraph|context|ctx|chunk|answer/i.test(document);
}

/** The highest grade that collections use. */
const HIGHEST_GRADE = 10;

/** The label of a row as a number; null where it is no label. */
function labelIn(
  row: JsonObject,
  { label, isGraded }: Pick<PairColumns, 'label' | 'isGraded'>,
): number | null {
  const grade = gradeOf(row[label]) ?? NaN;
  const isLabel = isGraded
    ? Number.isInteger(grade) && grade >= -2 && grade <= HIGHEST_GRADE
    : grade === 0 || grade === 1;
  return isLabel ? grade : null;
}

/** Labeled pairs of which each field is known. */
export function pairs(columns: PairColumns, { relevant = 1 }: Hint): Format {
  const { query, document, label, title, queryId, isGraded } = columns;
  const expected = isGraded ? 'a grade: a whole number' : '0 or 1';
  const are: Grades = (value) => {
    const found = value[label];
    if (found === undefined) return missing(label, expected);
    if (found === null) return isNull(label, expected);
    const grade = labelIn(value, columns);
    return grade === null ? wrongType(label, expected, found) : [grade];
  };
  const passages: PassageField = { field: document, are, holds: 'one', item: textItem, title };
  const used = [query, document, label, title, queryId].filter((each) => each !== null);
  return made('labeled-pairs', {
    ...shapeOf(query, queryIn(query, textItem), passages, {
      grade: label,
      uses: () => used,
      relevant,
      ofTexts: true,
    }),
    queryId: idIn(queryId),
    joins: 'same-query',
    mayLackPositive: true,
  });
}
