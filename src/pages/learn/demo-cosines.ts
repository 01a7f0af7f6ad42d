/** All 870 passages of the demo by their cosines with the example's query and with its answer. A test embeds them again. */

import thousandths from './demo-cosines.json';

export const DEMO_COSINES: readonly (readonly [query: number, answer: number])[] = Array.from(
  { length: thousandths.length / 2 },
  (_, i) => [(thousandths[2 * i] ?? 0) / 1000, (thousandths[2 * i + 1] ?? 0) / 1000],
);
