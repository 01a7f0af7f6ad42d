/** What samples of the records found. */

import type { ExperimentOutcome, SampleStep } from '../../experiments/types';
import type { Phrase } from '../verdict-words';
import { formatCount, formatPercent } from '../../ui/words';

/** From this share of the draws on the order is said to hold. */
const HOLDS = 0.95;

/** Draws of a step in which the order of every setting was that of all records; null where nothing is compared. */
export function drawsInOrder({ draws }: SampleStep): number | null {
  return draws.sameOrder.length === 0 ? null : Math.min(...draws.sameOrder.map((setting) => setting.draws));
}

/** The smallest share of the records that gives the order of all. */
export function sampleSizeTitle({ result: { steps } }: ExperimentOutcome<'sample-size'>): Phrase {
  const drawn = steps.filter(({ share, draws }) => share < 1 && draws.count > 0);
  const counted = drawn.flatMap((step) => {
    const same = drawsInOrder(step);
    return same === null ? [] : [{ step, same, count: step.draws.count }];
  });
  const last = counted.at(-1);
  if (!last) return ['Without a rival there is no order for a sample to change'];
  const enough = counted.find(({ same, count }) => same >= HOLDS * count);
  const draws = ({ same, count }: typeof last) => `${formatCount(same)} of ${formatCount(count)} draws`;
  if (enough) {
    const { words, many } = shareInWords(enough.step.share);
    return [`${words} of the records ${many ? 'give' : 'gives'} the same order in ${draws(enough)}`];
  }
  const { words, many } = shareInWords(last.step.share);
  return [`${words} of the records ${many ? 'give' : 'gives'} the same order in only ${draws(last)}`];
}

const SHARES: Readonly<Record<number, string>> = { 0.25: 'A quarter', 0.5: 'Half', 0.75: 'Three quarters' };

function shareInWords(share: number): { readonly words: string; readonly many: boolean } {
  const words = SHARES[share];
  if (words === undefined) return { words: formatPercent(share, 0), many: true };
  return { words, many: share === 0.75 };
}
