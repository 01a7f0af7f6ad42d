/** Formats whose fields may have any names: names, order or the user say which is which (`which-field.ts`). */

import type { JsonObject } from '../fault';
import type { Mapping } from '../reading';
import { isPositional } from '../read/entries';
import type { FormatId } from './catalogue';
import { isNumber, mostly, scalarText } from './columns';
import { idIn } from './fields';
import type { Format, Hint, KnownFormat } from './format';
import { pairsUnder } from './graded';
import { byNames, fieldNames, isOneSeries, isTelling, seriesOf } from './names';
import { passageItem, promptItem, queryIn, queryItem } from './passages';
import { made, type PassageField, type Shape } from './read-entry';
import { areLoaderNames, readingByNames, readingByOrder, type FieldReading } from './which-field';

const NO_HINT: Hint = { path: '', container: 'JSONL', named: true, samples: [] };

/** Fields whose names say what they are. Where each holds a single text, the entries are tuples. */
export const named = found('named', () => null);

/** As {@link named}; where names do not decide, the order of the fields counts if the user says so. Tried last. */
export const tuples = found('tuples', ({ samples, byOrder }) =>
  byOrder === true || areLoaderNames(fieldNames(samples)) ? readingByOrder(samples) : null,
);

/** A format whose fields are found in the first entries: by their names, or in another way. */
function found(id: 'named' | 'tuples', otherwise: (hint: Hint) => FieldReading | null): KnownFormat {
  return {
    id,
    fit(_entry, hint) {
      const told = readingByNames(hint.samples);
      const reading = told ?? otherwise(hint);
      if (reading === null) return null;
      const fitted = fieldFormat(reading.tuples === true ? 'tuples' : 'named', reading, hint);
      return { ...fitted, byOrder: told === null };
    },
  };
}

/**
 * A format whose fields the user has named. Each holds a passage or a list of them, however they are written
 * (`passages.ts`); a number is an id of the corpus.
 */
export function mappedFormat(mapping: Mapping, hint: Hint = NO_HINT): Format {
  const { query, positive: document, label = null, queryId } = mapping;
  if (label !== null) return pairsUnder({ query, document, label, queryId }, hint);
  return fieldFormat('mapped', mapping, hint);
}

/** The format of a file with known fields. @param own what the format says besides, or otherwise */
export function fieldFormat(
  id: FormatId,
  reading: FieldReading,
  hint: Hint = NO_HINT,
  own: Partial<Shape> = {},
): Format {
  const { query, positive, negatives, queryId, titles = {}, ids = false, lists = [] } = reading;
  const together = reading.together ?? isOneSeries(negatives);
  const instructed = isInstructed(query, hint.samples);
  const score = reading.tuples === true ? scoreAmong(fieldNames(hint.samples)) : null;
  // Later fields of a series are negatives too, unless the user has named each.
  const series = new Set((id === 'tuples' || id === 'named') && together ? negatives.map(seriesOf) : []);
  const chosen = new Set(negatives);
  const seen = new Set([query, positive, ...fieldNames(hint.samples)]);
  const isNegative = (name: string): boolean =>
    chosen.has(name) || (series.has(seriesOf(name)) && !seen.has(name));
  const item = passageItem({ ids: ids ? 'corpus' : null, instructed });
  const passages = (field: string, are: PassageField['are']): PassageField => {
    const holds = lists.includes(field) ? 'list' : 'either';
    return { field, are, holds, item, title: titles[field] ?? null, scores: reading.scores?.[field] ?? null };
  };
  const fieldsOf = byNames((names) => [
    passages(positive, 'positives'),
    ...names.filter(isNegative).map((name) => passages(name, 'negatives')),
  ]);
  // Of several lists some may be null.
  const isThere = (value: JsonObject, { field }: PassageField) =>
    together || field === positive || value[field] !== null;
  const asks =
    reading.prompted === true
      ? promptItem
      : queryItem({ ids: ids && query === queryId ? 'queries' : null, instructed });
  const used = [query, positive, ...negatives, queryId, score, ...Object.values(titles)];
  return made(id, {
    ask: queryIn(query, asks),
    queryId: idIn(queryId),
    passages: (value) => fieldsOf(value).filter((field) => isThere(value, field)),
    joins: 'same-positive',
    apart: together ? null : 'fields',
    ofTexts: true,
    instructed,
    isList: hint.container === 'JSONL' && !hint.named,
    ofCells: ['CSV', 'TSV', 'columns'].includes(hint.container),
    score,
    mayLackNegatives: negatives.length === 0,
    negativesHold: negatives.every((name) => lists.includes(name)) ? 'list' : 'either',
    uses: (value) => [...used.filter((field) => field !== null), ...Object.keys(value).filter(isNegative)],
    names: { query, positive, negatives: negatives.join(', ') },
    ...own,
  });
}

/** Whether most queries are pairs of an instruction and a text. */
function isInstructed(query: string, samples: readonly JsonObject[]): boolean {
  const filled = samples.map((sample) => sample[query]).filter((value) => (value ?? null) !== null);
  const pairs = filled.filter(
    (value) => Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'string'),
  );
  return pairs.length > filled.length / 2;
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
export const rocketqa: KnownFormat = {
  id: 'rocketqa',
  fit(entry, { container, samples }) {
    const names = Object.keys(entry);
    const isTable = container === 'TSV' && isPositional(names) && names.length === 6;
    if (!isTable || !mostly(samples.length > 0 ? samples : [entry], isRow)) return null;
    return fieldFormat('rocketqa', ROCKETQA, NO_HINT, { ofTexts: false, uses: Object.keys });
  },
};

function isRow(row: JsonObject): boolean {
  const texts = ['1', '3', '5'].map((column) => scalarText(row[column]).trim());
  return (
    isNumber(row['6']) && Number(row['6']) === 0 && texts.every((text) => text !== '' && !isNumber(text))
  );
}
