/**
 * Which fields of a file are query, positive and negatives: by their names (`names.ts`). Decided once, from the first
 * entries. Where names do not decide, the user is asked, or the file is said to hold no candidates. The order of columns
 * counts only where the user says so.
 */

import { isObject, type JsonObject } from '../fault';
import { isPositional } from '../read/entries';
import type { Mapping } from '../reading';
import {
  holdsLists,
  holdsPackedLists,
  holdsProse,
  holdsWholeNumbers,
  isBlank,
  isDistinct,
  isIdColumn,
  isNumber,
  mayHoldTexts,
  mostly,
  scalarText,
} from './columns';
import {
  fieldNames,
  isConversationName,
  isInLanguage,
  isOfThing,
  isOneSeries,
  mayBePassage,
  queryIdsAmong,
  roleOf,
  type NamedRole,
  type Role,
} from './names';
import { conversation, hasText, isConversation, isIdObject, isOfSystems, passageColumns } from './passages';

export interface FieldReading extends Mapping {
  /** All negatives are one source, also under names of several series. */
  readonly together?: boolean;
  /** The field with the title, by the name of the field with the text. */
  readonly titles?: Readonly<Record<string, string>>;
  /** The field whose text belongs under an instruction, which is the query; null where there is none. */
  readonly input?: string | null;
  /** The fields hold ids of a corpus, even as strings. */
  readonly ids?: boolean;
  /** The query stands in the positive's conversation, before its last message. */
  readonly prompted?: boolean;
  /** Fields that must hold lists; others may. */
  readonly lists?: readonly string[];
  /** Passages have their own score, or there are lists of them such as `neg_scores`; by default they have none. */
  readonly scores?: 'own' | 'lists' | undefined;
  /** Each field holds one text: the rows are tuples, as sentence-transformers reads them. */
  readonly tuples?: boolean;
}

/** Names do not tell: some of these fields may be query, positive and negatives, and one may be the label. */
export interface Unclear {
  readonly texts: readonly string[];
  readonly label: string | null;
}

/** What most values of a field are, missing ones aside. */
type Carries = 'texts' | 'ids' | 'numbers' | 'nothing' | 'other';

interface Field extends NamedRole {
  readonly name: string;
  readonly carries: Carries;
}

/** Why a file is not read by its names: what is unclear, or what it looks like where no field holds negatives. */
export function whyUnread(samples: readonly JsonObject[]): Unclear | string {
  const fields = fieldsOf(samples);
  const packed = fields.find((field) => isListAsText(field, samples));
  if (packed !== undefined) return listsAsTexts(packed.name);
  const texts = fields.filter(
    (field) => field.carries === 'texts' && mayBePassage(field.name) && !isSecondForm(field, fields),
  );
  const unlike = columnsOfOthers(texts, samples);
  if (unlike !== null) return unlike;
  const unnamed = columnsWithoutNames(fields, samples);
  if (unnamed !== null) return unnamed;
  const negatives = texts.filter(({ role }) => role === 'negative');
  const unknown = texts.filter(({ role }) => role === 'unknown');
  // Question, passages and answers: no field holds negatives.
  const isQuestionAnswering =
    texts.some(({ role, sure }) => role === 'query' && sure) &&
    !texts.some(({ name, role }) => role === 'positive' && !/answer/i.test(name));
  const passages = texts.filter(({ role }) => role === 'document' || role === 'answer');
  const areSeries = passages.filter(({ number }) => number !== null).length >= 2;
  const mayHoldNegatives =
    unknown.length > 0 || areSeries || (!isQuestionAnswering && texts.some(({ sure }) => !sure));
  // Several unknown texts a record may be negatives.
  const mayBeListed =
    texts.length >= 2 && unknown.some(({ name }) => mostly(samples, ({ [name]: value }) => isSeveral(value)));
  const isHalfTold = negatives.length > 0 && texts.length >= 2;
  const written = fields.filter(({ carries }) => carries === 'texts');
  const isUnasked = written.every(({ role }) => role === 'negative' || role === 'positive');
  if (isUnasked && negatives.length > 0 && written.length === negatives.length + 1)
    return 'positives and negatives without a query';
  const single = negatives.length > 0 ? null : singleObject(samples);
  if (single !== null) return single;
  if (isHalfTold || mayBeListed || (texts.length >= 3 && mayHoldNegatives))
    return { texts: texts.map(({ name }) => name), label: null };
  const label = fields.find((field) => field.role === 'label' && isZeroOrOne(field, samples));
  return texts.length === 2 && label !== undefined
    ? { texts: texts.map(({ name }) => name), label: label.name }
    : looksLike(fields, texts, samples);
}

function isZeroOrOne({ name }: Field, samples: readonly JsonObject[]): boolean {
  return mostly(samples, ({ [name]: value }) => /^([01](\.0+)?|true|false)$/i.test(scalarText(value).trim()));
}

/** NumPy writes them without commas, and a table may cut them off. */
function listsAsTexts(name: string): string {
  return `records whose \`${name.slice(0, 40)}\` holds lists as texts that are neither JSON nor Python: save the data as JSON Lines or Parquet`;
}

function isListAsText({ name, role, ids }: Field, samples: readonly JsonObject[]): boolean {
  const isPassage = role === 'positive' || role === 'negative' || role === 'document' || role === 'answer';
  return isPassage && !ids && holdsPackedLists(name, samples);
}

/** `positive_devanagari` beside `positive`: the same text in another script, language or form, and no negative. */
function isSecondForm({ name, role }: Field, fields: readonly Field[]): boolean {
  return fields.some(
    (other) =>
      role === 'unknown' &&
      (other.role === 'query' || other.role === 'positive') &&
      name.startsWith(other.name) &&
      /^[_ -](?!.*(?:neg|reject|wrong|hard))/i.test(name.slice(other.name.length)),
  );
}

/**
 * Columns without names that may be query, positive and negatives: three texts, three ids, or two texts and a label in the
 * last place. Null for others, and under names.
 */
function columnsWithoutNames(fields: readonly Field[], samples: readonly JsonObject[]): Unclear | null {
  const names = fields.map(({ name }) => name);
  if (!isPositional(names)) return null;
  const texts = fields.filter(({ carries }) => carries === 'texts').map(({ name }) => name);
  const last = names.at(-1) ?? '';
  const labels = samples.map(({ [last]: value }) => scalarText(value).trim());
  const isLabel = mostly(labels, (label) => /^[0-3]$/.test(label)) && labels.some((label) => label < '2');
  if (isLabel && texts.filter((name) => holdsProse(name, samples)).length >= 2) return { texts, label: last };
  const ids = names.filter((name) => holdsWholeNumbers(name, samples));
  const found = texts.length >= FEWEST ? texts : ids;
  return found.length >= FEWEST ? { texts: found, label: null } : null;
}

function isSeveral(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 2 && carried(value) === 'texts';
}

/** Fewest rows that tell triples and tags from passages. */
const ENOUGH_ROWS = 8;

/** What columns without names hold that no passage does: relations, or words with tags; else null. */
function areOthers(names: readonly string[], samples: readonly JsonObject[]): string | null {
  if (samples.length < ENOUGH_ROWS) return null;
  const differing = (name: string): number => new Set(samples.map((row) => scalarText(row[name]))).size;
  const isRepeated = (name: string): boolean => differing(name) <= samples.length / 2;
  const [first = '', second = ''] = names;
  if (names.length === 3 && !isRepeated(first) && isRepeated(second))
    return 'triples of knowledge (subject, relation, object): no column can be negatives';
  const areWords = names.length >= 4 && !names.some((name) => holdsProse(name, samples));
  return areWords && names.some(isRepeated) && !names.some((name) => holdsWholeNumbers(name, samples))
    ? 'words with tags (CoNLL): no column can be negatives'
    : null;
}

/** As {@link areOthers}, and texts under names of which all are parts of one document. */
function columnsOfOthers(texts: readonly Field[], samples: readonly JsonObject[]): string | null {
  const names = fieldNames(samples);
  if (isPositional(names)) return areOthers(names, samples);
  const parts = texts.filter(({ name, role }) => role !== 'unknown' || !isIdColumn(name, samples));
  const areParts =
    parts.length >= 2 &&
    parts.every(({ role, number, sure }) => role === 'document' && number === null && !sure);
  return areParts
    ? 'texts without queries and negatives, as a corpus has them: no column can be negatives'
    : null;
}

/** The query and the passages that answer it, in a file without negatives; null where names do not tell. */
export function readingOfPairs(samples: readonly JsonObject[]): FieldReading | null {
  const fields = fieldsOf(samples);
  const [first, second, ...more] = fields.map(({ name }) => name);
  // As sentence-transformers reads two columns.
  const isPair = isPositional([first ?? '', second ?? '']) && more.length === 0;
  if (isPair && [first, second].every((name) => holdsProse(name ?? '', samples)))
    return { query: '1', positive: '2', negatives: [], queryId: null, tuples: true };
  const query = queryAmong(fields);
  const documents = fields.filter(
    ({ role, ids, carries }) => role === 'document' && !ids && carries === 'texts',
  );
  const positive = positiveAmong(fields, query, samples) ?? only(documents);
  if (query === null || positive === null || areCandidates(positive, samples)) return null;
  return {
    query: query.name,
    positive: positive.name,
    negatives: [],
    queryId: queryIdsAmong(fields.map(({ name }) => name))[0] ?? null,
    titles: titlesOf([positive], fields),
  };
}

/** Whether a field holds several passages of which some may answer: candidates, or passages with a rank each. */
function areCandidates({ name, role }: Field, samples: readonly JsonObject[]): boolean {
  if (role === 'positive') return false;
  const areRanked = (value: unknown): boolean =>
    isSeveral(value) &&
    (/cand|retriev/i.test(name) ||
      (value as readonly unknown[]).every((item) => isObject(item) && 'rank' in item));
  return mostly(samples, ({ [name]: value }) => areRanked(value));
}

/** Fewest fields of a tuple: query, positive and one negative. */
const FEWEST = 3;

/**
 * Fields in their order: query, positive, negatives. Those of texts count, or those of ids where all hold numbers. Null where
 * fewer than three are left. Only for a user who says that the order tells.
 */
export function readingByOrder(samples: readonly JsonObject[]): FieldReading | null {
  const names = fieldNames(samples);
  const named = names.filter(mayBePassage);
  const texts = named.filter((name) => mayHoldTexts(name, samples));
  const ids = named.filter((name) => holdsWholeNumbers(name, samples));
  const [query, positive, ...negatives] = texts.length >= FEWEST ? texts : ids;
  if (query === undefined || positive === undefined || negatives.length === 0) return null;
  if ([query, positive].some((name) => holdsLists(name, samples))) return null;
  return {
    query,
    positive,
    negatives,
    queryId: queryIdsAmong(names)[0] ?? null,
    tuples: true,
    together: true,
  };
}

/**
 * The positive, where its conversation begins with the messages of the query and nothing else holds them: preference pairs
 * without a prompt of their own.
 */
function promptWithin(
  positive: Field | null,
  negatives: readonly Field[],
  fields: readonly Field[],
  samples: readonly JsonObject[],
): Field | null {
  const [negative, ...more] = negatives;
  if (positive === null || negative === undefined || more.length > 0) return null;
  if (fields.some(({ role, carries }) => role === 'query' && carries !== 'nothing')) return null;
  const begins = samples.every((sample) => {
    const [chosen, rejected] = [conversation(sample[positive.name]), conversation(sample[negative.name])];
    if (chosen === null || rejected === null || chosen.length < 2) return false;
    return chosen.slice(0, -1).every((text, index) => text === rejected[index]);
  });
  return begins ? positive : null;
}

/** Names that sentence-transformers' loaders give to columns in the order of a triplet: `sentence_0`, `sentence_1`, `sentence_2`. */
const LOADER_NAME = /^sentence_?\d$/i;

/** Whether the fields have the names of sentence-transformers' loaders, and none is a label. */
export function areLoaderNames(names: readonly string[]): boolean {
  const isLabeled = names.some((name) => roleOf(name).role === 'label');
  return names.filter((name) => LOADER_NAME.test(name)).length >= FEWEST && !isLabeled;
}

/** Without a filled row only the names decide. */
function fieldsOf(samples: readonly JsonObject[]): Field[] {
  const fields = fieldNames(samples).map((name): Field => {
    const carries = carriesOf(name, samples);
    const role = roleOf(name);
    return { name, ...role, ids: role.ids || carries === 'ids', carries };
  });
  const isEmpty = fields.every(({ carries }) => carries === 'nothing');
  if (isEmpty) return fields.map((field) => ({ ...field, carries: 'texts' }));
  // `positive_code` is something else beside `positive`.
  const plainer = fields.filter(({ name, carries }) => carries !== 'nothing' && !isOfThing(name));
  return fields.map((field) => {
    const isOther = plainer.some(({ role, ids }) => role === field.role && ids === field.ids);
    return isOther && isOfThing(field.name) ? { ...field, role: 'unknown' } : field;
  });
}

/** The reading that names decide; null where they do not. */
export function readingByNames(samples: readonly JsonObject[]): FieldReading | null {
  const fields = fieldsOf(samples);
  const named = (role: Role, ids: boolean): Field[] =>
    fields.filter((field) => field.role === role && field.ids === ids && field.carries !== 'other');
  const negatives = named('negative', false);
  const queryId = queryIdsAmong(fields.map(({ name }) => name))[0] ?? null;
  if (!negatives.some(({ carries }) => carries !== 'nothing')) return idReading(named, queryId);
  const positive = positiveAmong(fields, queryAmong(fields), samples);
  const within = promptWithin(positive, negatives, fields, samples);
  const instruction = within === null ? instructionAmong(fields, samples) : null;
  const query = within ?? instruction ?? queryAmong(fields) ?? textBeside(positive, fields);
  if (query === null || positive === null) return null;
  const used = [query, positive, ...negatives];
  // A list written into a table's cell as text is not split.
  if (used.some(({ name }) => holdsPackedLists(name, samples))) return null;
  const titles = titlesOf([query, positive, ...negatives], fields);
  const input = instruction === null ? null : (fields.find(isInput)?.name ?? null);
  const names = negatives.map(({ name }) => name);
  const isSingle = (name: string): boolean =>
    samples.every((sample) => typeof (sample[name] ?? '') !== 'object');
  const areSingle = [query.name, positive.name, ...names].every(isSingle);
  return {
    query: query.name,
    positive: positive.name,
    negatives: names,
    queryId,
    titles,
    input,
    prompted: query === positive,
    tuples: isOneSeries(names) && Object.keys(titles).length === 0 && areSingle,
  };
}

/** Triples of ids under names: passages come from a corpus, queries from the file or from a queries file. */
function idReading(
  named: (role: Role, ids: boolean) => Field[],
  queryId: string | null,
): FieldReading | null {
  const found = named('negative', true);
  // Beside negatives that are objects with ids, the positives are ids too.
  const isOfObjects = found.some(({ carries }) => carries === 'ids');
  const positive =
    only(named('positive', true)) ??
    (isOfObjects ? only(named('positive', false)) : only(named('document', true)));
  const negatives = found.map(({ name }) => name);
  const texts = named('query', false).filter(({ sure }) => sure);
  const query = texts.length === 0 ? queryId : (only(texts)?.name ?? null);
  if (positive === null || negatives.length === 0 || query === null) return null;
  return { query, positive: positive.name, negatives, queryId, ids: true };
}

/** The field `text` beside `text_pos` and `text_neg`, as uniem has it. */
function textBeside(positive: Field | null, fields: readonly Field[]): Field | null {
  const asks = fields.some(({ role, carries }) => role === 'query' && carries !== 'nothing');
  if (asks || positive === null || !/^text[_ -]?pos/i.test(positive.name)) return null;
  return fields.find(({ name, carries }) => /^text$/i.test(name) && carries === 'texts') ?? null;
}

function isInput({ name }: Field): boolean {
  return /^input$/i.test(name);
}

/**
 * The field `instruction`, where nothing else may ask but its input, as in LLaMA-Factory's files. Where all records have the same
 * one, the input asks.
 */
function instructionAmong(fields: readonly Field[], samples: readonly JsonObject[]): Field | null {
  const mayAsk = ({ role, ids }: Field): boolean => role === 'query' || (role === 'document' && !ids);
  if (fields.some((field) => mayAsk(field) && field.carries !== 'nothing' && !isInput(field))) return null;
  const found = fields.find(({ name, carries }) => /^instruction$/i.test(name) && carries === 'texts');
  if (found === undefined) return null;
  const isFilled = fields.some((field) => isInput(field) && field.carries === 'texts');
  const differs = new Set(samples.map((sample) => sample[found.name])).size > 1;
  return (isFilled ? differs : isDistinct(found.name, samples)) ? found : null;
}

/** The one field named as a query; null for none or several. */
function queryAmong(fields: readonly Field[]): Field | null {
  const all = fields.filter(({ role, ids, carries }) => role === 'query' && !ids && carries !== 'nothing');
  const sure = all.filter((field) => field.sure);
  if (sure.length > 0) return only(sure);
  // A prompt beside its whole conversation: the conversation holds the answers too.
  const others = all.filter(({ name }) => !isConversationName(name));
  const found = others.length > 0 ? others : all;
  return pairAmong(found, fields)?.[0] ?? only(found);
}

/** The one field named as a positive; else the one document or answer beside the negatives, or the one answer that is no list. */
function positiveAmong(
  fields: readonly Field[],
  query: Field | null,
  samples: readonly JsonObject[],
): Field | null {
  const texts = fields.filter(({ ids, carries }) => !ids && carries !== 'other');
  const positives = texts.filter(({ role, carries }) => role === 'positive' && carries !== 'nothing');
  if (positives.length > 0) return only(positives);
  if (query !== null && !query.sure) {
    const pair = pairAmong(
      fields.filter(({ role }) => role === query.role),
      fields,
    );
    if (pair?.[0] === query) return pair[1];
  }
  const beside = texts.filter(
    ({ role, carries }) => (role === 'document' || role === 'answer') && carries === 'texts',
  );
  const answers = beside.filter(({ name }) => !holdsLists(name, samples));
  // Beside a passage a best or correct answer is a short one to its question.
  const passages = beside.filter(({ name }) => !/best|correct/i.test(name));
  const isOfAnswers = beside.every(({ role }) => role === 'answer');
  return only(beside) ?? only(passages) ?? (isOfAnswers ? only(answers) : null);
}

/** `sentence1` and `sentence2` (or `sent0` and `sent1`): two texts of a series; the first is the query. */
function pairAmong(found: readonly Field[], fields: readonly Field[]): readonly [Field, Field] | null {
  const series = found.filter(({ number, sure, carries }) => number !== null && !sure && carries === 'texts');
  const hasPositive = fields.some(
    ({ carries, ids, role }) => carries === 'texts' && !ids && role === 'positive',
  );
  const [first, second] = [...series].sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  const isPair = series.length === 2 && found.length === 2 && !hasPositive;
  return isPair && first !== undefined && second !== undefined ? [first, second] : null;
}

/** The one field; null for none or several. `query_en` beside `query` is the same in another language. */
function only(fields: readonly Field[]): Field | null {
  const [first = null, ...more] = fields.filter(
    ({ name }) => !fields.some((other) => isInLanguage(name, other.name)),
  );
  return more.length === 0 ? first : null;
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

function carriesOf(name: string, samples: readonly JsonObject[]): Carries {
  const counts = { texts: 0, ids: 0, numbers: 0, nothing: 0, other: 0 };
  for (const sample of samples) counts[carried(sample[name])] += 1;
  const filled = samples.length - counts.nothing;
  if (filled === 0) return 'nothing';
  if (counts.numbers > filled / 2) return 'numbers';
  if (counts.ids > filled / 2) return 'ids';
  return counts.texts > filled / 2 ? 'texts' : 'other';
}

function carried(value: unknown): Carries {
  if (isConversation(value)) return 'texts';
  if (isBlank(value)) return 'nothing';
  if (isNumber(value)) return 'numbers';
  if (typeof value === 'string') return 'texts';
  const items = passageColumns(value)?.rows ?? value;
  if (isOfSystems(items)) return carried(Object.values(items).flat());
  if (isObject(items)) return hasText(items) ? 'texts' : isIdObject(items) ? 'ids' : 'other';
  if (!Array.isArray(items)) return 'other';
  const kinds = new Set(items.map(carried));
  kinds.delete('nothing');
  const [first, ...others] = kinds;
  if (others.length === 0) return first ?? 'nothing';
  return kinds.has('other') ? 'other' : 'texts';
}

/** An object with more fields is hardly one record. */
const MOST_FIELDS = 12;

/** What a file of one object on one line looks like, where it holds no record but an index or a list of them; else null. */
function singleObject([only, ...more]: readonly JsonObject[]): string | null {
  if (only === undefined || more.length > 0) return null;
  const names = Object.keys(only);
  const list = names.find((name) => {
    const value = only[name];
    return Array.isArray(value) && value.length > 0 && value.every(isObject) && conversation(value) === null;
  });
  if (list !== undefined)
    return `one JSON object with a list in \`${list.slice(0, 40)}\`: save that list as a file of its own`;
  return names.length > MOST_FIELDS
    ? `one JSON object with ${names.length} fields, and no list of records`
    : null;
}

function labelsShown({ name }: Field, samples: readonly JsonObject[]): string {
  const labels = [...new Set(samples.map((row) => scalarText(row[name]).slice(0, 20)))];
  return `${labels.slice(0, 3).join(', ')}${labels.length > 3 ? ' …' : ''}`;
}

export const PAIRS = 'pairs of texts: there are no negatives';

/** What a file without negatives looks like, in words. */
function looksLike(
  fields: readonly Field[],
  texts: readonly Field[],
  samples: readonly JsonObject[],
): string {
  const label = fields.find(({ role, name }) => role === 'label' || /score|similarity/i.test(name));
  if (fields.some(({ name }) => isConversationName(name))) return 'conversations: there are no negatives';
  if (texts.length === 2 && label !== undefined) {
    const query = texts.find(({ role }) => role === 'query');
    const asked = new Set(query && samples.map((row) => scalarText(row[query.name])));
    if (label.role === 'label' && label.carries === 'texts')
      return `pairs of texts with labels in words (${labelsShown(label, samples)}): write numbers instead, 1 for what answers the query and 0 for what does not`;
    return query !== undefined && asked.size <= samples.length / 2
      ? 'pairs of texts with a score, and no row says which text is the positive: write labels of 1 and 0 instead ' +
          '(sentence-transformers: output_scores=False)'
      : 'pairs of texts with a score: there are no negatives';
  }
  const areNumbers = fields.filter(({ carries }) => carries === 'numbers').length > fields.length / 2;
  if (texts.length <= 1 && areNumbers && fields.filter(({ ids }) => ids).length >= 2)
    return 'rows of ids whose names do not say which are queries, positives and negatives: name them `query_id`, `positive_id` and `negative_id`';
  if (texts.length <= 1 && areNumbers) return 'a table of numbers or results: there are no passages';
  if (texts.length === 1 && label !== undefined)
    return 'texts with labels: there are no queries and no negatives';
  if (texts.some((field) => areCandidates(field, samples)))
    return 'queries with several passages each: nothing says which of them answer. Give each passage a label of 1 or 0';
  if (texts.some(({ role }) => role === 'query')) {
    if (texts.length > 1) return PAIRS;
    return 'queries alone: there are no positives and no negatives';
  }
  const ofIds = (of: Role) => fields.some(({ role, ids }) => ids && role === of);
  if (texts.length === 0 && ofIds('query') && ofIds('document'))
    return 'judgements without a grade: add a column of 1 for what is relevant';
  if (texts.length === 0) return 'records without texts';
  if (texts.length === 2) return PAIRS;
  return samples.length === 1
    ? 'a JSON object of settings or results'
    : 'texts without queries and negatives';
}
