/** Formats whose fields may have any names: names, order or the user say which is which (`which-field.ts`). */

import type { JsonObject } from '../fault';
import type { Mapping } from '../reading';
import { isPositional } from '../read/entries';
import type { FormatId } from './catalogue';
import { isNumber, mostly, scalarText } from './columns';
import { idIn, type Part } from './fields';
import type { Fit, Format, Hint, Text } from './format';
import { pairs } from './graded';
import { byNames, fieldNames, isOneSeries, isTelling, seriesOf } from './names';
import { isOfSystems, passageItem, promptItem, queryIn, queryItem, titled } from './passages';
import { made, type PassageField, type Shape } from './read-entry';
import { areLoaderNames, readingByNames, readingByOrder, type FieldReading } from './which-field';

const NO_HINT: Hint = { path: '', container: 'JSONL', named: true, samples: [] };

/**
 * Fields whose names say what they are; where these do not decide, their order counts if the user says so, or under names of
 * sentence-transformers' loaders. Where each holds a single text, the entries are tuples.
 */
export const named: Fit = (_entry, hint) => {
  const { samples, byOrder } = hint;
  const told = readingByNames(samples);
  const isOrdered = byOrder === true || areLoaderNames(fieldNames(samples));
  const reading = told ?? (isOrdered ? readingByOrder(samples) : null);
  if (reading === null) return null;
  const fitted = fieldFormat(reading.tuples === true ? 'tuples' : 'named', reading, hint);
  return { ...fitted, byOrder: told === null };
};

/**
 * A format whose fields the user has named. Each holds a passage or a list of them, however they are written
 * (`passages.ts`); a number is an id of the corpus.
 */
export function mappedFormat(mapping: Mapping, hint: Hint = NO_HINT): Format {
  const { query, positive: document, label = null, queryId } = mapping;
  if (label !== null) return pairs({ query, document, label, title: null, queryId, isGraded: true }, hint);
  return fieldFormat('mapped', mapping, hint);
}

/** The format of a file with known fields. @param own what the format says besides, or otherwise */
export function fieldFormat(
  id: FormatId,
  reading: FieldReading,
  hint: Hint = NO_HINT,
  own: Partial<Shape> = {},
): Format {
  const { query, positive, negatives, queryId, titles = {}, input = null, ids = false, lists = [] } = reading;
  const together = reading.together ?? isOneSeries(negatives);
  const instructed = isInstructed(query, hint.samples);
  const score = reading.tuples === true ? scoreAmong(fieldNames(hint.samples)) : null;
  // Later fields of a series are negatives too, unless the user has named each.
  const series = new Set((id === 'tuples' || id === 'named') && together ? negatives.map(seriesOf) : []);
  const chosen = new Set(negatives);
  const seen = new Set([query, positive, ...fieldNames(hint.samples)]);
  const isNegative = (name: string): boolean =>
    chosen.has(name) || (series.has(seriesOf(name)) && !seen.has(name));
  const item = passageItem({ ids, instructed });
  const ofSystems = (field: string) => mostly(hint.samples, (sample) => isOfSystems(sample[field]));
  const systems = new Set(negatives.filter(ofSystems));
  const passages = (field: string, are: PassageField['are']): PassageField => {
    const holds = lists.includes(field) ? 'list' : systems.has(field) ? 'systems' : 'either';
    const scores = reading.scores === 'lists' ? { list: scoresBeside(field) } : (reading.scores ?? null);
    return { field, are, holds, item, title: titles[field] ?? null, scores };
  };
  const fieldsOf = byNames((names) => [
    passages(positive, 'positives'),
    ...[...new Set([...names.filter(isNegative), ...negatives])].map((name) => passages(name, 'negatives')),
  ]);
  const asks =
    reading.prompted === true ? promptItem : queryItem({ ids: ids && query === queryId, instructed });
  const used = [query, input, queryId, score, ...Object.values(titles)];
  return made(id, {
    ask: withBeside(queryIn(query, asks), titles[query], input),
    queryId: idIn(queryId),
    passages: fieldsOf,
    joins: 'same-positive',
    apart: systems.size > 0 ? 'keys' : together ? null : 'fields',
    ofTexts: true,
    instructed: instructed ? pairsAmong([positive, ...negatives], hint.samples) : [],
    isList: hint.container === 'JSONL' && !hint.named,
    ofCells: ['CSV', 'TSV', 'columns'].includes(hint.container),
    score,
    uses: (value) => [
      ...used.filter((field) => field !== null),
      ...fieldsOf(value).map(({ field }) => field),
    ],
    names: { query, positive, negatives: negatives.join(', ') },
    ...own,
  });
}

/** A query with its title before it and its input a line below, where there are such fields. */
function withBeside(ask: Part<Text>, title: string | undefined, input: string | null): Part<Text> {
  if (title === undefined && input === null) return ask;
  return (value) => {
    const asked = ask(value);
    if (typeof asked !== 'string') return asked;
    const more = input === null ? null : value[input];
    const whole =
      title === undefined || value[title] === asked ? asked : (titled(value[title], asked) ?? asked);
    return typeof more === 'string' ? `${whole}\n${more}` : whole;
  };
}

/** The field with the scores of the passages in another one. */
export function scoresBeside(field: string): string {
  return `${field}_scores`;
}

/** Whether most values of a field are pairs of an instruction and a text. */
export function isInstructed(query: string, samples: readonly JsonObject[]): boolean {
  const filled = samples.map((sample) => sample[query]).filter((value) => (value ?? null) !== null);
  const pairs = filled.filter(
    (value) => Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'string'),
  );
  return pairs.length > filled.length / 2;
}

/**
 * The fields in which a pair of texts is an instruction and a text: where all have pairs, or where the first texts of one are
 * the same in most records. Elsewhere two texts are two passages.
 */
function pairsAmong(names: readonly string[], samples: readonly JsonObject[]): readonly string[] {
  const pairs = names.filter((name) => isInstructed(name, samples));
  if (pairs.length === names.length) return pairs;
  return pairs.filter((name) => {
    const firsts = samples.map(({ [name]: value }) => (Array.isArray(value) ? scalarText(value[0]) : null));
    return new Set(firsts).size <= firsts.length / 2;
  });
}

function scoreAmong(names: readonly string[]): string | null {
  return names.find((name) => /^scores?$/.test(name) && isTelling(name, ['score'])) ?? null;
}

const ROCKETQA: FieldReading = {
  query: '1',
  positive: '3',
  negatives: ['5'],
  queryId: null,
  titles: { 3: '2', 5: '4' },
};

/** RocketQA's training files for dual encoders, rows without header: query, title and text of a positive, title and text of a negative, and a last column that is always 0. */
export const rocketqa: Fit = (entry, { container, samples }) => {
  const names = Object.keys(entry);
  const isTable = container === 'TSV' && isPositional(names) && names.length === 6;
  if (!isTable || !mostly(samples, isRow)) return null;
  return fieldFormat('rocketqa', ROCKETQA, NO_HINT, { ofTexts: false, uses: Object.keys });
};

function isRow(row: JsonObject): boolean {
  const texts = ['1', '3', '5'].map((column) => scalarText(row[column]).trim());
  return (
    isNumber(row['6']) && Number(row['6']) === 0 && texts.every((text) => text !== '' && !isNumber(text))
  );
}
