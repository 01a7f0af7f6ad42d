/** Entries of a query and one list of passages, each with a grade: a label or score beside it or its own, or its speaker. */

import { Fault, isObject, type JsonObject } from '../fault';
import { isListOfTexts, mostly } from './columns';
import { numberOf, readList, wrongType } from './fields';
import type { Hint, KnownFormat, Text } from './format';
import { isTelling, ownershipOf, roleOf, type Role } from './names';
import { conversation, hasText, passageColumns, passageItem, queryItem, textItem } from './passages';
import { made } from './read-entry';
import { isExcluded } from './scores';
import { NEGATIVE, POSITIVE, textOrId, type Grades, type PassageField, type Part, type Shape } from './shape';

/** A way in which passages get their grades. */
interface Graded {
  readonly ask: Part<Text>;
  readonly query: string;
  /** What the positive is called in messages; by default the field of the passages. */
  readonly positive?: string;
  readonly passages: PassageField;
  readonly uses: readonly string[];
  /** Whether passages are texts that some files replace by ids. */
  readonly ofTexts?: boolean;
}

/** Finds it in an entry of a file; null where the entry has none. */
type Find = (value: JsonObject, hint: Hint) => Graded | null;

function shapeOf(
  { ask, query, passages, uses, positive, ofTexts = false }: Graded,
  { relevant = 1 }: Hint,
): Shape {
  const { field } = passages;
  return {
    ask,
    passages: () => [passages],
    relevant,
    ofTexts,
    uses: () => uses,
    names: { query, positive: positive ?? field, negatives: field },
  };
}

/** A query, a list of documents and a list of labels or scores of the same length. */
const labeled: Find = (value, hint) => {
  const columns = columnsOf(value, hint);
  return columns && ofLabels(columns, hint);
};

/** The query by its name, the documents by their name or as the only list of texts; else null. */
function columnsOf(
  value: JsonObject,
  { samples }: Hint,
): { query: string; documents: string; labels: string } | null {
  const names = Object.keys(value);
  const numbers = (role: Role): string | undefined =>
    names.find((name) => isTelling(name, [role]) && Array.isArray(value[name]));
  const labels = numbers('label') ?? numbers('score');
  // `negative_labels` are those of negatives that have a field of their own.
  if (labels === undefined || ownershipOf(labels).of === 'negatives') return null;
  // Lists of positives or of negatives need no labels, and titles are never the documents.
  const lists = names.filter(
    (name) =>
      isListOfTexts(value[name]) &&
      !['label', 'score', 'title', 'aside', 'positive', 'negative'].includes(roleOf(name).role),
  );
  const documents =
    lists.find((name) => ['document', 'answer'].includes(roleOf(name).role)) ??
    (lists.length === 1 ? lists[0] : labeledPositives(labels, value, samples));
  const [query, ...others] = names.filter(
    (name) => typeof value[name] === 'string' && isTelling(name, ['query']),
  );
  if (documents === undefined || query === undefined || others.length > 0) return null;
  return { query, documents, labels };
}

/**
 * sentence-transformers mines lists under the name of the positive, which comes first: their labels tell, or the order of
 * their scores.
 */
function labeledPositives(
  labels: string,
  value: JsonObject,
  samples: readonly JsonObject[],
): string | undefined {
  const names = Object.keys(value);
  if (names.some((name) => roleOf(name).role === 'negative')) return undefined;
  const positives = names.filter((name) => roleOf(name).role === 'positive' && isListOfTexts(value[name]));
  const [name, ...others] = positives;
  if (name === undefined || others.length > 0) return undefined;
  // A list under a name in the plural may hold nothing but positives.
  const isMined = !name.endsWith('s') && areMined(labels, samples, UNDER_POSITIVE);
  return roleOf(labels).role === 'label' || isMined ? name : undefined;
}

/** So many lists of scores, each at least so long, show by their order that their documents were mined. */
interface Evidence {
  readonly lists: number;
  readonly length: number;
}

/** Under the name of one positive a list can hardly be anything else; under other names the order must not be chance. */
const UNDER_POSITIVE: Evidence = { lists: 1, length: 2 };
const UNDER_OTHERS: Evidence = { lists: 8, length: 3 };

/** Whether lists of scores are as a miner writes them: first the positive's, then those of negatives, which never rise. */
function areMined(labels: string, samples: readonly JsonObject[], least: Evidence): boolean {
  const lists = samples
    .map(({ [labels]: list }) => (Array.isArray(list) ? list.map((item) => gradeIn(item) ?? NaN) : []))
    .filter(({ length }) => length >= least.length);
  const neverRises = ([, ...negatives]: readonly number[]): boolean =>
    negatives.every((score, i) => i === 0 || score <= (negatives[i - 1] as number));
  return lists.length >= least.lists && mostly(lists, neverRises);
}

function ofLabels(
  { query, documents, labels }: { query: string; documents: string; labels: string },
  { samples, relevant = 1 }: Hint,
): Graded {
  const isScore = roleOf(labels).role === 'score';
  // Single records may have only 0 and 1.
  const isScored =
    isScore && samples.some(({ [labels]: list }) => Array.isArray(list) && list.some(isFraction));
  // Under the name of the positive they are read for this alone (`labeledPositives`).
  const isPositive = roleOf(documents).role === 'positive';
  const isMined = isScored && (isPositive || areMined(labels, samples, UNDER_OTHERS));
  const are: Grades = (value, items) => {
    const list = readList(value, labels);
    if (list instanceof Fault) return list;
    if (list.length !== items.length) {
      const message =
        `\`${labels}\` has ${list.length} items, \`${documents}\` has ${items.length}. ` +
        'Expected one for each document; add or remove items.';
      return new Fault('wrong-type', labels, message);
    }
    const grades: number[] = [];
    for (const [index, item] of list.entries()) {
      const grade = gradeIn(item);
      if (grade === null) return wrongType(`${labels}[${index}]`, 'a number', item);
      grades.push(grade);
    }
    const isGraded = !isScore || (!isScored && grades.every((grade) => grade === 0 || grade === 1));
    const best = isMined ? 0 : grades.indexOf(grades.reduce((a, b) => Math.max(a, b), -Infinity));
    return withPositive(
      isGraded ? grades : grades.map((_, i) => (i === best ? POSITIVE : NEGATIVE)),
      labels,
      relevant,
    );
  };
  const beside = labels === 'labels' ? ['labels', 'scores'] : [labels];
  const scores = isScore ? { list: labels } : null;
  return {
    query,
    ...(isMined && { positive: `${documents}[0]` }),
    ask: textOrId(query),
    passages: { field: documents, are, holds: 'list', item: textItem, scores, beside },
    uses: [query, documents, labels],
    ofTexts: true,
  };
}

function isFraction(item: unknown): boolean {
  return typeof item === 'number' && item !== 0 && item !== 1;
}

/** Minus infinity where a miner has excluded the document. */
function gradeIn(item: unknown): number | null {
  if (typeof item === 'boolean') return Number(item);
  if (typeof item === 'string') return null;
  return isExcluded(item) ? NEGATIVE : numberOf(item);
}

/** The grades, or the fault of a record without a positive. */
function withPositive(grades: readonly number[], field: string, relevant: number): readonly number[] | Fault {
  if (grades.some((grade) => grade >= relevant)) return grades;
  const message =
    `\`${field}\` has no label of ${relevant} or more. Expected at least one positive; add it or leave the record ` +
    'out.';
  return new Fault('no-positive', field, message);
}

const OPTIONS = { ids: null, instructed: false } as const;
const passage = passageItem(OPTIONS);
const asked = queryItem(OPTIONS);

/**
 * As SciRepEval's: `{"query": {…}, "candidates": [{"title": …, "abstract": …, "score": 1}, …]}`; or with a flag in place of the
 * score, `is_selected` (MS MARCO), `has_answer` (DPR), `is_supporting` (MuSiQue).
 */
const objects: Find = (value) => {
  const [query, ...others] = Object.keys(value).filter((name) => isTelling(name, ['query']));
  const [field, ...lists] = Object.keys(value).filter(
    (name) => ['document', 'answer'].includes(roleOf(name).role) && areGraded(value[name]),
  );
  if (query === undefined || field === undefined || others.length + lists.length > 0) return null;
  const found = value[query];
  if (typeof found !== 'string' && !(isObject(found) && hasText(found))) return null;
  return {
    query,
    ask: (entry) => asked(entry[query], query, -1) ?? wrongType(query, 'a text', null),
    passages: {
      field,
      holds: 'list',
      item: passage,
      beside: [],
      are: (_, items) =>
        withPositive(
          items.map((item) => ownGrade(item) ?? NaN),
          field,
          1,
        ),
    },
    uses: [query, field],
  };
};

/** A list of objects, each with a text and a grade, or an object of such lists. */
function areGraded(value: unknown): boolean {
  const items = passageColumns(value)?.rows ?? value;
  return (
    Array.isArray(items) &&
    items.length > 0 &&
    items.every((item) => isObject(item) && hasText(item) && ownGrade(item) !== null)
  );
}

/** The grade of a passage by its own label, or by its score where that is one; else null. */
function ownGrade(item: unknown): number | null {
  if (!isObject(item)) return null;
  const flag = item[Object.keys(item).find(isFlag) ?? 'score'];
  const label = typeof flag === 'boolean' ? Number(flag) : numberOf(flag);
  return label === 1 ? POSITIVE : label === 0 ? NEGATIVE : null;
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
  return {
    query: field,
    ask(entry) {
      const texts = conversation(entry[field]);
      if (texts === null)
        return wrongType(field, 'turns of which one is chosen and one rejected', entry[field]);
      const grades = gradesOfTurns(entry[field]);
      return texts.filter((_, index) => Number.isNaN(grades[index])).join('\n');
    },
    passages: {
      field,
      holds: 'list',
      item: passage,
      beside: [],
      are: (_, items) => withPositive(gradesOfTurns(items), field, 1),
    },
    uses: [field],
  };
};

/** By who speaks: `chosen_gpt` a positive, `rejected_gpt` a negative; NaN for what is asked. */
function gradesOfTurns(items: unknown): readonly number[] {
  return (items as readonly unknown[]).map((turn) => {
    const [word = ''] = isObject(turn) ? String(turn['from'] ?? turn['role']).split(/[^a-z]/i) : [];
    const { role } = roleOf(word);
    return role === 'positive' ? POSITIVE : role === 'negative' ? NEGATIVE : NaN;
  });
}

const WAYS: readonly Find[] = [labeled, objects, turns];

function find(value: JsonObject, hint: Hint): Graded | null {
  return firstFound(WAYS, (way) => way(value, hint));
}

/** What the first of some items gives that gives anything; later ones are not asked. */
function firstFound<Item>(items: readonly Item[], ask: (item: Item) => Graded | null): Graded | null {
  for (const item of items) {
    const found = ask(item);
    if (found !== null) return found;
  }
  return null;
}

const USUAL = { query: 'query', documents: 'documents', labels: 'labels' };

/** A query and one list of passages with a grade each. */
export const labeledLists: KnownFormat = {
  id: 'labeled-lists',
  matches: (value, hint) => find(value, hint) !== null,
  fit(hint) {
    const graded = firstFound(hint.samples, (sample) => find(sample, hint)) ?? ofLabels(USUAL, hint);
    return made('labeled-lists', shapeOf(graded, hint));
  },
};
