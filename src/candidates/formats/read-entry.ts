/**
 * Reads an entry of any format by its shape: which field is the query, which fields hold passages, and how each passage gets
 * its grade. Names, a row of a table or the user say so. The first part at fault is named: query, positives, negatives, id.
 */

import type { ScoreCheck } from '../candidate-record';
import { Fault, isObject, type JsonObject } from '../fault';
import { isBlank } from './columns';
import {
  asList,
  at,
  isNull,
  missing,
  noPositive,
  numberOf,
  readEmbeddings,
  readQueryId,
  wrongType,
  type Part,
} from './fields';
import type { FormatId } from './catalogue';
import { format, type Draft, type Format, type NegativeList, type Path, type Text } from './format';
import { isConversation, passageColumns, titled, type ItemReader } from './passages';

/** The grade of each passage of a field: a positive where it is high enough, neither where it is NaN. */
export type Grades = (value: JsonObject, items: readonly unknown[]) => readonly number[] | Fault;

/** Grades that do not depend on what the user calls relevant. */
export const POSITIVE = Infinity;
export const NEGATIVE = -Infinity;

export interface PassageField {
  readonly field: string;
  /** What all of them are, or how each gets its grade. */
  readonly are: 'positives' | 'negatives' | Grades;
  /** One passage, a list of them, either, or an object with a list for each system. */
  readonly holds: 'one' | 'list' | 'either' | 'systems';
  readonly item: ItemReader;
  /** What is said to be expected where the field is missing; by default what it holds. */
  readonly expected?: string;
  /** The field with their title; null where there is none. */
  readonly title?: string | null;
  /** By default there are none. */
  readonly scores?: Scores | null;
}

/** Where the scores of passages stand: each may have one of its own, or a field holds a list of them. */
export type Scores = 'own' | { readonly list: string };

/** How the entries of one file are read, and what its {@link Format} says besides. By default all negatives are one source. */
export interface Shape extends Partial<Pick<Format, 'joins' | 'grade' | 'apart' | 'ofTexts' | 'byOrder'>> {
  readonly ask: Part<Text>;
  /** By default the query's id under its usual names. */
  readonly queryId?: Part<string | null> | undefined;
  /** The fields with passages, positives first; of several with negatives an entry may lack all but one. */
  readonly passages: (value: JsonObject) => readonly PassageField[];
  /** Least grade of a positive; by default 1. */
  readonly relevant?: number;
  /** Positives may stand in other entries, or in the judgements. */
  readonly mayLackPositive?: boolean;
  /** The fields in which a list of two texts is an instruction and a text. */
  readonly instructed?: readonly string[];
  /** The entry is a JSON list, with fields "1", "2" … */
  readonly isList?: boolean;
  /** The entry is a row of a table: its cells are texts and hold no embedding. */
  readonly ofCells?: boolean;
  /** The field with the score of the negative, or with a list of the scores of positive and negatives. */
  readonly score?: string | null;
  /** Of hits with texts: their ids. */
  readonly hitIds?: (value: JsonObject) => readonly string[];
  readonly uses: (value: JsonObject) => readonly string[];
  readonly names: Draft['fields'];
}

interface Found {
  readonly field: PassageField;
  /** Where the list stands: the field, or the field and the key of the system or the name of the column. */
  readonly path: readonly [string] | readonly [string, string];
  /** The key of the system; null where the field has none. */
  readonly system: string | null;
  readonly items: readonly unknown[];
  /** Whether the field holds one passage and no list. */
  readonly isOne: boolean;
  readonly texts: readonly (Text | null)[];
  /** Indices of the positives, those of the highest grade first, and of the negatives. */
  readonly positives: readonly number[];
  readonly negatives: readonly number[];
  readonly grades: readonly number[] | null;
}

/** The format of a file whose entries have a shape. */
export function made(id: FormatId, shape: Shape): Format {
  return format(id, { ...shape, read: (value) => readEntry(value, shape) });
}

/** @returns what the entry holds; texts may be blank and ids are not looked up */
function readEntry(value: JsonObject, shape: Shape): Draft | Fault {
  const query = shape.ask(value);
  if (query instanceof Fault) return query;
  const all: Found[] = [];
  const fields = shape.passages(value);
  for (const field of fields) {
    if (field.are === 'negatives' && !isThere(value, field, shape)) continue;
    const systems = systemsOf(value, field);
    if (systems instanceof Fault) return systems;
    for (const system of systems) {
      const found = foundIn(value, field, system, shape);
      if (found instanceof Fault) return found;
      all.push(found);
    }
  }
  const positives = all.flatMap((found) => found.positives.map((index) => found.texts[index] ?? ''));
  if (positives.length === 0 && shape.mayLackPositive !== true)
    return noPositive(all[0]?.field.field ?? shape.names.positive);
  const holding = all.filter(({ field }) => field.are !== 'positives');
  // In pairs no field holds negatives.
  const sought = fields.find(({ are }) => are !== 'positives');
  if (holding.length === 0 && sought !== undefined)
    return missing(
      shape.names.negatives.replaceAll(', ', '` or `'),
      sought.expected ?? EXPECTED[sought.holds],
    );
  const lists = negativesOf(value, shape, holding);
  const queryId = (shape.queryId ?? readQueryId)(value);
  if (queryId instanceof Fault) return queryId;
  const { scores, given } = scoresOf(value, shape, all);
  const gradesOf = ({ positives: found, grades }: Found) => found.map((index) => grades?.[index] ?? NaN);
  return {
    queryId,
    query,
    positives,
    grades: shape.mayLackPositive === true ? all.flatMap(gradesOf) : undefined,
    lists,
    embeddings: shape.ofCells === true ? null : readEmbeddings(value),
    scores,
    given,
    fields: shape.names,
    hitIds: shape.hitIds?.(value),
  };
}

/** Whether an entry has a field of negatives. Of several sources some may be null. */
function isThere(value: JsonObject, { field }: PassageField, { apart }: Shape): boolean {
  return Object.hasOwn(value, field) && (apart !== 'fields' || value[field] !== null);
}

const EXPECTED = {
  one: 'a string',
  list: 'a list',
  either: 'a text or a list of texts',
  systems: 'an object of lists, one for each system',
} as const;

/** The keys of a field's systems; one null where it has none. */
function systemsOf(value: JsonObject, passages: PassageField): readonly (string | null)[] | Fault {
  const { field, holds, expected = EXPECTED[holds] } = passages;
  if (!Object.hasOwn(value, field)) return missing(field, expected);
  if (holds !== 'systems') return [null];
  const found = value[field];
  if (found === null) return isNull(field, EXPECTED.systems);
  if (!isObject(found)) return wrongType(field, EXPECTED.systems, found);
  const systems = Object.keys(found);
  if (systems.length > 0) return systems;
  const message = `\`${field}\` is an empty object. Expected at least one negative; add one.`;
  return new Fault('no-negatives', field, message);
}

/** What a field holds, or one of its systems. */
function foundIn(
  value: JsonObject,
  field: PassageField,
  system: string | null,
  { instructed = [], relevant = 1 }: Shape,
): Found | Fault {
  const { field: holder, holds, are } = field;
  const name = system === null ? holder : `${holder}.${system}`;
  const held = system === null ? value[holder] : (value[holder] as JsonObject)[system];
  const columns = holds === 'one' || holds === 'systems' ? null : passageColumns(held);
  const list = columns?.rows ?? listIn(held, name, holds, instructed.includes(holder));
  if (list instanceof Fault) return list;
  const isOne = list === null;
  const items = list ?? [held];
  const grades = typeof are === 'function' ? are(value, items) : null;
  if (grades instanceof Fault) return grades;
  const places = ascending(0, items.length);
  const [positives, negatives] =
    grades === null
      ? [are === 'positives' ? places : NONE, are === 'negatives' ? places : NONE]
      : byGrade(grades, places, relevant);
  if (are === 'positives' && items.length === 0) return noPositive(name);
  const texts: (Text | null)[] = [];
  for (const index of places) {
    // A cleaned file leaves the field of an id blank.
    const isLeft = isOne && are === 'negatives' && isBlank(items[index]);
    const text = isLeft ? null : field.item(items[index], name, isOne ? -1 : index);
    if (text instanceof Fault) return text;
    const missesFirst = text === null && index === positives[0];
    if (missesFirst)
      return isNull(`${at(name, isOne ? -1 : index)}${isObject(items[index]) ? '.text' : ''}`, 'a string');
    texts.push(withTitle(text, value, field));
  }
  const below = system ?? columns?.field;
  const path = below === undefined ? ([holder] as const) : ([holder, below] as const);
  return { field, path, system, isOne, items, texts, positives, negatives, grades };
}

/** The list in a field; null where the field holds a single passage. */
function listIn(
  found: unknown,
  name: string,
  holds: PassageField['holds'],
  instructed: boolean,
): readonly unknown[] | null | Fault {
  if (holds === 'list' || holds === 'systems') return asList(found, name);
  if (holds === 'one' || isConversation(found) || !Array.isArray(found)) return null;
  const isPair = instructed && found.length === 2 && found.every((item) => typeof item === 'string');
  return isPair ? null : (found as readonly unknown[]);
}

/** The places of positives, the highest grade first, and of negatives. */
function byGrade(
  grades: readonly number[],
  places: readonly number[],
  relevant: number,
): readonly [readonly number[], readonly number[]] {
  const gradeOf = (index: number): number => grades[index] ?? NaN;
  const positives = places.filter((index) => gradeOf(index) >= relevant);
  // Equal infinities have no difference.
  positives.sort((a, b) => gradeOf(b) - gradeOf(a) || 0);
  return [positives, places.filter((index) => gradeOf(index) < relevant)];
}

function withTitle(text: Text | null, value: JsonObject, { title, are, field }: PassageField): Text | null {
  if (typeof text !== 'string' || title === undefined || title === null) return text;
  // A title without its text is what a cleaned file may leave of a negative.
  if (are === 'negatives' && isBlank(value[field])) return text;
  return titled(value[title], text) ?? text;
}

/** One list for each field with several passages; single passages of a series are one list. */
function negativesOf(value: JsonObject, shape: Shape, all: readonly Found[]): readonly NegativeList[] {
  const isTogether = (shape.apart ?? null) === null;
  if (isTogether && all.every(({ isOne }) => isOne)) return [singles(value, shape, null, all, true)];
  const lists = all.map((found) => {
    const key = found.system ?? (isTogether ? null : found.field.field);
    return found.isOne ? singles(value, shape, key, [found], false) : listed(value, shape, key, found);
  });
  if (isTogether) return lists;
  // A source has no record where its list is empty; one is kept.
  const full = lists.filter(({ texts }) => texts.length > 0);
  return full.length > 0 ? full : lists.slice(0, 1);
}

/** The negatives of a list; null for those that their miner has excluded. */
function listed(value: JsonObject, { grade }: Shape, key: string | null, found: Found): NegativeList {
  const { field, path, system, items, texts, negatives } = found;
  const ofScores = typeof field.scores === 'object' && field.scores !== null ? [field.scores.list] : [];
  const ofGrades = grade === undefined ? [] : [grade, 'scores'];
  const beside = new Set([...ofGrades, ...ofScores, 'negative_embeddings']);
  const lists = [...beside].filter((each) => Array.isArray(value[each]));
  const scores = [...lists, ...SCORES_BESIDE]
    .map((each) => value[each])
    .find((each) => Array.isArray(each) && each.length === items.length && each.some(isExcluded));
  const isOut = (index: number): boolean => {
    const item = items[index];
    return (
      isExcluded((scores as unknown[] | undefined)?.[index]) || (isObject(item) && isExcluded(item['score']))
    );
  };
  const excluded = system === null ? negatives.filter(isOut).length : 0;
  return {
    key,
    texts: negatives.map((index) => (excluded > 0 && isOut(index) ? null : (texts[index] as Text | null))),
    where: {
      holder: path,
      steps: negatives,
      beside: [...lists.map((each) => [each]), ...columnsBeside(value, found)],
    },
    ...(excluded > 0 && { excluded }),
  };
}

/** The lists beside that of an object of lists. */
function columnsBeside(value: JsonObject, { path: [name, column], system }: Found): Path[] {
  if (column === undefined || system !== null) return [];
  return Object.keys(value[name] as JsonObject)
    .filter((each) => each !== column)
    .map((each) => [name, each]);
}

/** Fields with the scores of negatives, by the names that miners give them. */
const SCORES_BESIDE = ['scores', 'score', 'negative_scores', 'neg_scores'];

/** The negatives of fields that hold one each. @param mayGo whether the entry is removed with its only negative */
function singles(
  value: JsonObject,
  { isList }: Shape,
  key: string | null,
  all: readonly Found[],
  mayGo: boolean,
): NegativeList {
  const texts = all.flatMap(({ negatives, texts: found }) =>
    negatives.map((index) => found[index] as Text | null),
  );
  const names = all.map(({ field }) => field.field);
  if (mayGo && names.length === 1) {
    const isOut = texts.length === 1 && SCORES_BESIDE.some((name) => isExcluded(value[name]));
    const where = { holder: [], steps: null };
    return isOut ? { key, texts: [null], where, excluded: 1 } : { key, texts, where };
  }
  const steps = isList === true ? names.map((name) => Number(name) - 1) : names;
  const titles = all.map(({ field: { title = null } }) =>
    title !== null && !isBlank(value[title]) ? title : null,
  );
  return { key, texts, where: { holder: [], steps, titles } };
}

/** Whether scores are missing, and the scores of the first positive and of all negatives. */
function scoresOf(value: JsonObject, shape: Shape, all: readonly Found[]): Pick<Draft, 'scores' | 'given'> {
  if (typeof shape.score === 'string') {
    const negatives = all.reduce((sum, found) => sum + found.negatives.length, 0);
    const found = value[shape.score];
    const list = listOf(found);
    const one = isExcluded(found) ? found : numberOf(found);
    return {
      scores: (list.length > 0 ? check(list, negatives) : check([one], 1)) ?? 'missing',
      given: list.length === negatives + 1 ? list.map(numberIn) : undefined,
    };
  }
  const scored = all.flatMap(({ field: { scores }, items, positives, negatives }) => {
    if (scores === undefined || scores === null) return [];
    const held = scores === 'own' ? items : (value[scores.list] ?? []);
    const list = scores === 'own' ? items.map(ownScore) : listOf(held);
    return [{ items, positives, negatives, held, list }];
  });
  // The passages of a list are fields of their own: where one has a score, all should.
  const own = shape.isList === true ? scored.flatMap(({ list }) => list) : null;
  const checks = own
    ? [check(own, own.length)]
    : scored.map(
        ({ held, list, items }) => check(list, items.length) ?? (Array.isArray(held) ? null : 'missing'),
      );
  const first = scored.find(({ positives }) => positives.length > 0);
  const given = [first === undefined ? NaN : numberIn(first.list[first.positives[0] as number])];
  for (const { list, items, negatives } of scored)
    for (const index of negatives) given.push(list.length === items.length ? numberIn(list[index]) : NaN);
  return { scores: checks.reduce(worse, null), given: given.every(Number.isNaN) ? undefined : given };
}

/** A score as a number; NaN for what is none. In JSON a text is no number. */
function numberIn(score: unknown): number {
  return typeof score === 'string' ? NaN : (numberOf(score) ?? NaN);
}

const NONE: readonly number[] = [];

/** `count` whole numbers from `from` on. Short runs from 0, 1 and 2 are made once and shared. */
export function ascending(from: number, count: number): readonly number[] {
  const shared = SHARED[from]?.[count];
  return shared ?? Array.from({ length: count }, (_, index) => from + index);
}

const SHARED_LENGTH = 129;
const SHARED = [0, 1, 2].map((from) =>
  Array.from({ length: SHARED_LENGTH }, (_, count) => Array.from({ length: count }, (__, i) => from + i)),
);

/** Whether a miner's score says that its passage is excluded. */
export function isExcluded(score: unknown): boolean {
  return score === -Infinity || (typeof score === 'string' && /^\s*-inf(inity)?\s*$/i.test(score));
}

/** Whether some passages have a score each; null where none has any. In JSON a text is no number. */
function check(scores: readonly unknown[], passages: number): ScoreCheck {
  if (scores.every((score) => (score ?? null) === null)) return null;
  const isThere = (score: unknown) =>
    isExcluded(score) || (typeof score !== 'string' && numberOf(score) !== null);
  return scores.length >= passages && scores.every(isThere) ? 'fine' : 'missing';
}

/** The list that a cell holds as JSON, or as NumPy prints numbers: `[0.51 0.53]`. */
function parsedList(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    const numbers = /^\s*\[([^[\],]*)\]\s*$/.exec(cell)?.[1]?.trim().split(/\s+/);
    return numbers?.map((number) => (isExcluded(number) ? -Infinity : numberOf(number))) ?? [null];
  }
}

/** The list that a field or a table's cell holds; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  const list = typeof value === 'string' && value.trimStart().startsWith('[') ? parsedList(value) : value;
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** The score of a passage: its field `score`, or what stands beside its id. */
function ownScore(passage: unknown): unknown {
  return isObject(passage) ? passage['score'] : Array.isArray(passage) ? passage[1] : undefined;
}

const WORST_FIRST = ['missing', 'fine', null] as const;

export function worse(a: ScoreCheck, b: ScoreCheck): ScoreCheck {
  return WORST_FIRST.find((each) => each === a || each === b) ?? null;
}
