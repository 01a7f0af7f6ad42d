/** Fields whose names tell what they are, whatever project has named them (`by-names.ts`). */

import { Fault, type JsonObject } from '../fault';
import { decideByNames, type FieldReading } from './by-names';
import { catalogued } from './catalogue';
import type { Format } from './format';
import { digitsAreIds } from './ids-for-texts';
import { readingFormat } from './mapped';
import { isOneSeries } from './mapping';
import { tuplesOf } from './tuples';

const { name, shape, needs } = catalogued('named');

/** Decided once, from a file's first entries. Columns of one text each are tuples, whatever their names. */
export const named: Format = {
  id: 'named',
  name,
  shape,
  keys: [],
  joins: 'same-positive',
  needs,
  apart: null,
  matches: (_value, { samples }) => decideByNames(samples).kind === 'reading',
  uses: () => [],
  read: (value) => {
    const reading = readingAmong([value]);
    return reading === null ? noNames(value) : readingFormat(reading, true).read(value);
  },
  fit(hint) {
    const reading = readingAmong(hint.samples);
    if (reading === null) return named;
    if (areTuples(reading, hint.samples)) return tuplesOf(reading, hint);
    return readingFormat(reading, digitsAreIds(hint, readingFormat(reading, true).read));
  },
};

function readingAmong(samples: readonly JsonObject[]): FieldReading | null {
  const decision = decideByNames(samples);
  return decision.kind === 'reading' ? decision.reading : null;
}

/** Whether each field holds one text, and the negatives are of one series. */
function areTuples(
  { query, positive, negatives, titles, ids }: FieldReading,
  samples: readonly JsonObject[],
): boolean {
  if (ids || Object.keys(titles).length > 0 || !isOneSeries(negatives)) return false;
  return [query, positive, ...negatives].every((field) =>
    samples.every(
      (sample) => sample[field] === undefined || sample[field] === null || typeof sample[field] !== 'object',
    ),
  );
}

function noNames(value: JsonObject): Fault {
  const found = Object.keys(value).slice(0, 10).join(', ');
  const message = `No names tell which field is the query, the positive and the negatives; the fields are ${found}.`;
  return new Fault('missing-field', null, `${message} Say which is which.`);
}
