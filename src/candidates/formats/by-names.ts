/**
 * Which fields are query, positive and negatives, by their names alone (`roles.ts`): decided once for a file, from the
 * fields of its first entries. Where names do not decide, nothing is guessed: either the user is asked, or the file is
 * said to hold no candidates.
 */

import { isObject, type JsonObject } from '../fault';
import type { Mapping } from '../reading';
import { isNumber } from './columns';
import { hasText, isConversation } from './passages';
import { roleOf, type NamedRole, type Role } from './roles';

/** How the fields of a mapping are read. */
export interface FieldReading extends Mapping {
  /** The field with the title of a field's text, by that field's name; joined as titles of passages are. */
  readonly titles: Readonly<Record<string, string>>;
  /** The fields hold ids of a corpus, also where these are strings. */
  readonly ids: boolean;
  /** Texts stand behind an instruction: `["Find …", "text"]`. */
  readonly instructed: boolean;
}

/** What names decide of a file. */
export type Decision =
  | { readonly kind: 'reading'; readonly reading: FieldReading }
  /** Names do not tell: some of these fields may be query, positive and negatives. */
  | { readonly kind: 'unclear'; readonly texts: readonly string[] }
  /** No field holds negatives: what the file looks like, in words. */
  | { readonly kind: 'none'; readonly looksLike: string };

/** What most values of a field are, those that are there. */
type Carries = 'texts' | 'numbers' | 'nothing' | 'other';

interface Field extends NamedRole {
  readonly name: string;
  readonly carries: Carries;
}

/** Decides for a file whose first entries are given. */
export function decideByNames(samples: readonly JsonObject[]): Decision {
  const fields = fieldsOf(samples);
  const reading = readingOf(fields, samples);
  if (reading !== null) return { kind: 'reading', reading };
  const texts = fields.filter((field) => field.carries === 'texts' && mayBePassage(field));
  const mayBeNegatives = texts.some(({ role, sure }) => role === 'unknown' || role === 'negative' || !sure);
  const told =
    texts.filter(({ role }) => role !== 'unknown').length === texts.length && !texts.some(isNegative);
  const isHalfTold = texts.some(isNegative) && texts.length >= 2;
  return isHalfTold || (texts.length >= 3 && mayBeNegatives && !isQuestionAnswering(texts, told))
    ? { kind: 'unclear', texts: texts.map(({ name }) => name) }
    : { kind: 'none', looksLike: looksLike(fields, texts, samples) };
}

/** What of a file is certain where the user maps its fields: how their values are written. */
export function readingOfMapping(mapping: Mapping, samples: readonly JsonObject[]): FieldReading {
  return { ...mapping, titles: {}, ids: false, instructed: isInstructed(mapping.query, samples) };
}

/** All fields of the first entries, in the order in which they come up. */
export function fieldNames(samples: readonly JsonObject[]): string[] {
  return [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
}

function fieldsOf(samples: readonly JsonObject[]): Field[] {
  return fieldNames(samples).map((name) => ({ name, ...roleOf(name), carries: carriesOf(name, samples) }));
}

function readingOf(fields: readonly Field[], samples: readonly JsonObject[]): FieldReading | null {
  const named = (role: Role, ids: boolean): Field[] =>
    fields.filter((field) => field.role === role && field.ids === ids && isFilled(field));
  const negatives = named('negative', false);
  const queryId =
    named('query', true)[0]?.name ?? fields.find(({ name }) => /^_?id$/i.test(name))?.name ?? null;
  if (!negatives.some(({ carries }) => carries !== 'nothing')) return idReading(named, queryId);
  const query = queryAmong(fields);
  const positive = positiveAmong(fields, query);
  if (query === null || positive === null || query === positive) return null;
  const mapping = {
    query: query.name,
    positive: positive.name,
    negatives: negatives.map(({ name }) => name),
    queryId,
  };
  const titles = titlesOf([positive, ...negatives], fields);
  return { ...mapping, titles, ids: false, instructed: isInstructed(query.name, samples) };
}

/** Triples of ids under names: the passages stand in a corpus, the queries here or in a file of their own. */
function idReading(
  named: (role: Role, ids: boolean) => Field[],
  queryId: string | null,
): FieldReading | null {
  const [positive, ...more] = named('positive', true);
  const negatives = named('negative', true);
  const texts = named('query', false).filter(({ sure }) => sure);
  const query = texts.length === 0 ? queryId : texts.length === 1 ? (texts[0]?.name ?? null) : null;
  if (positive === undefined || more.length > 0 || negatives.length === 0 || query === null) return null;
  const names = negatives.map(({ name }) => name);
  return {
    query,
    positive: positive.name,
    negatives: names,
    queryId,
    titles: {},
    ids: true,
    instructed: false,
  };
}

/** The one field whose name is that of the query; null where there is none, or more than one. */
function queryAmong(fields: readonly Field[]): Field | null {
  const found = fields.filter(({ role, ids, carries }) => role === 'query' && !ids && carries !== 'nothing');
  const sure = found.filter((field) => field.sure);
  if (sure.length > 0) return only(sure);
  const [first, second] = numbered(found, fields);
  if (first !== undefined && second !== undefined) return first;
  return only(found);
}

/** The one field whose name is that of the positive; else the one document beside the negatives. */
function positiveAmong(fields: readonly Field[], query: Field | null): Field | null {
  const texts = fields.filter(({ ids, carries }) => !ids && isFilled({ carries }));
  const positives = texts.filter(({ role, carries }) => role === 'positive' && carries !== 'nothing');
  if (positives.length > 0) return only(positives);
  if (query !== null && !query.sure) {
    const pair = numbered(
      fields.filter(({ role }) => role === query.role),
      fields,
    );
    if (pair[0] === query && pair[1] !== undefined) return pair[1];
  }
  return only(texts.filter(({ role, carries }) => role === 'document' && carries === 'texts'));
}

/** `sentence1` and `sentence2` (or `sent0` and `sent1`): two texts of a series, the first of which is the query. */
function numbered(found: readonly Field[], fields: readonly Field[]): Field[] {
  const series = found.filter(({ number, sure, carries }) => number !== null && !sure && carries === 'texts');
  const others = fields.filter(
    (field) => field.carries === 'texts' && !field.ids && field.role === 'positive',
  );
  if (series.length !== 2 || found.length !== 2 || others.length > 0) return [];
  return [...series].sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
}

function only(fields: readonly Field[]): Field | null {
  return fields.length === 1 ? (fields[0] ?? null) : null;
}

function isFilled({ carries }: Pick<Field, 'carries'>): boolean {
  return carries === 'texts' || carries === 'numbers' || carries === 'nothing';
}

/** `positive_title` is the title of `positive` and of `positive_text`. */
function titlesOf(texts: readonly Field[], fields: readonly Field[]): Record<string, string> {
  const titles = fields.filter(({ role, carries }) => role === 'title' && carries === 'texts');
  const found: Record<string, string> = {};
  for (const { name, number, role } of texts) {
    const title = titles.find((each) => {
      const base = roleOf(each.name.replace(/titles?/i, ''));
      return base.role === role && base.number === number;
    });
    if (title !== undefined) found[name] = title.name;
  }
  return found;
}

function mayBePassage({ role, ids }: Field): boolean {
  return !ids && role !== 'aside' && role !== 'title' && role !== 'label';
}

function isNegative({ role }: Field): boolean {
  return role === 'negative';
}

/** A question, passages and answers under their names: every field is known, and none holds negatives. */
function isQuestionAnswering(texts: readonly Field[], told: boolean): boolean {
  return (
    told &&
    texts.some(({ role, sure }) => role === 'query' && sure) &&
    !texts.some(({ role }) => role === 'positive')
  );
}

/** Whether most queries are pairs of an instruction and a text. */
function isInstructed(query: string, samples: readonly JsonObject[]): boolean {
  const filled = samples
    .map((sample) => sample[query])
    .filter((value) => value !== undefined && value !== null);
  const pairs = filled.filter((value) => Array.isArray(value) && value.length === 2 && value.every(isString));
  return pairs.length > filled.length / 2;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function carriesOf(name: string, samples: readonly JsonObject[]): Carries {
  const counts = { texts: 0, numbers: 0, nothing: 0, other: 0 };
  for (const sample of samples) counts[carried(sample[name])] += 1;
  const filled = samples.length - counts.nothing;
  if (filled === 0) return 'nothing';
  if (counts.numbers > filled / 2) return 'numbers';
  return counts.texts > filled / 2 ? 'texts' : 'other';
}

/** Lists in lists are looked into so far: one nested thousands of times deep is damage. */
const DEEPEST_LIST = 8;

function carried(value: unknown, depth = 0): Carries {
  if (isConversation(value)) return 'texts';
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string')
    return value.trim() === '' ? 'nothing' : isNumber(value) ? 'numbers' : 'texts';
  if (isNumber(value)) return 'numbers';
  if (isObject(value)) return hasText(value) ? 'texts' : 'other';
  if (!Array.isArray(value) || depth === DEEPEST_LIST) return 'other';
  const kinds = value.map((item) => carried(item, depth + 1)).filter((kind) => kind !== 'nothing');
  if (kinds.length === 0) return 'nothing';
  return kinds.every((kind) => kind === kinds[0])
    ? (kinds[0] ?? 'other')
    : kinds.includes('other')
      ? 'other'
      : 'texts';
}

/** What a file without negatives looks like, in words. */
function looksLike(
  fields: readonly Field[],
  texts: readonly Field[],
  samples: readonly JsonObject[],
): string {
  const label = fields.find(({ role, name }) => role === 'label' || /score|similarity/i.test(name));
  if (fields.some(({ name }) => /^(messages|conversations?)$/i.test(name)))
    return 'conversations: there are no negatives';
  if (texts.length === 2 && label !== undefined) return 'sentence pairs with a score: there are no negatives';
  if (texts.length <= 1 && fields.filter(({ carries }) => carries === 'numbers').length > fields.length / 2) {
    return 'a table of numbers or results: there are no passages';
  }
  if (texts.length === 1 && label !== undefined)
    return 'texts with labels: there are no queries and no negatives';
  if (texts.some(({ role }) => role === 'query')) {
    return texts.length === 1
      ? 'queries alone: there are no positives and no negatives'
      : 'queries with their passages or answers: no field holds negatives';
  }
  if (texts.length === 0) return 'records without texts';
  if (texts.length === 2) return 'pairs of texts: there are no negatives';
  return samples.length === 1
    ? 'a JSON object of settings or results'
    : 'texts without queries and negatives';
}
