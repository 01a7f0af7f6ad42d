/** How score and training agree, in sentences. */

import type { Agreement } from './agreement';
import { capitalised, countInWords, listInWords } from '../ui/words';

/** Fewest points of which a correlation says anything: through two there is always a line. */
const FEWEST = 3;

/** Correlations inside blocks and over pooled settings, and the data sets that go against the mean. */
export function agreementWords({ blocks, pooled, averaged, datasets }: Agreement): string[] {
  const r = averaged.flatMap(({ setting, pearson }) =>
    pearson === null || blocks.every((block) => block.setting !== setting || block.sources < FEWEST)
      ? []
      : [`${pearson.toFixed(2)} in ${setting}`],
  );
  const rho = pooled.flatMap(({ encoder, spearman }) =>
    spearman === null ? [] : [`${spearman.toFixed(2)} (${encoder})`],
  );
  const against = datasets.filter((dataset) => dataset.against > 0).sort((a, b) => b.against - a.against);
  const listed = against.slice(0, 3).map(({ dataset, against: n, pairs }) => `${dataset} (${n} of ${pairs})`);
  return [
    ...(r.length === 0 ? [] : [`Pearson r inside blocks, averaged over encoders: ${listInWords(r)}.`]),
    ...(rho.length === 0 ? [] : [`Spearman over all sources of an encoder: ${listInWords(rho)}.`]),
    ...(against.length === 0
      ? datasets.length > 1
        ? ['Every data set orders the sources as their mean does.']
        : []
      : [
          `${countInWords(against.length)} of ${countInWords(datasets.length)} data sets put some pair the other way round than their mean; most of all ${listInWords(listed)}.`,
        ]),
  ].map(capitalised);
}
