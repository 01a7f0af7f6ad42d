/** RocketQA's training files for dual encoders: rows without header with titles beside passages. */

import { isPositional } from '../read/entries';
import type { JsonObject } from '../fault';
import { isNumber, mostly, scalarText } from './columns';
import type { KnownFormat } from './format';
import { fieldFormat } from './mapped';

const READING = {
  together: true,
  tuples: false,
  query: '1',
  positive: '3',
  negatives: ['5'],
  queryId: null,
  titles: { 3: '2', 5: '4' },
  ids: false,
  instructed: false,
  prompted: false,
};

/** Query, title and text of a positive, title and text of a negative, and a last column that is always 0. */
export const rocketqa: KnownFormat = {
  id: 'rocketqa',
  matches(value, { container, samples }) {
    if (container !== 'TSV' || !isPositional(Object.keys(value)) || Object.keys(value).length !== 6)
      return false;
    return mostly(samples.length > 0 ? samples : [value], isRow);
  },
  fit: () => ({
    ...fieldFormat('rocketqa', READING),
    ofTexts: false,
    uses: () => ['1', '2', '3', '4', '5', '6'],
  }),
};

function isRow(row: JsonObject): boolean {
  const texts = ['1', '3', '5'].map((column) => scalarText(row[column]).trim());
  return (
    isNumber(row['6']) && Number(row['6']) === 0 && texts.every((text) => text !== '' && !isNumber(text))
  );
}
