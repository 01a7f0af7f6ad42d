/** Hybrids: unions of two sources over the queries that both have, named A+B (paper, Section "Hybrid sources"). */

import { NO_WORK, type ExperimentKind } from './experiment';
import { rankedSource } from './controls';
import { joined, madeFigures, matricesUnder, measure } from './made';
import type { HybridFigures } from './types';

export const hybrids: ExperimentKind<'hybrids'> = {
  work({ sources }, { pairs }) {
    const size = (id: number) => sources.find((source) => source.id === id)?.columns.margin.length ?? 0;
    const summedPairs = pairs.reduce((sum, [a, b]) => sum + size(a) + size(b), 0);
    return { ...NO_WORK, summedPairs, matrices: pairs.length, steps: pairs.length };
  },
  async perform({ run, settings: { tau, weighting }, options, task, onSteps }) {
    const made: HybridFigures[] = [];
    const apart: (readonly [number, number])[] = [];
    for (const [a, b] of options.pairs) {
      const { source, union } = joined(rankedSource(run, a), rankedSource(run, b));
      if (union.of.length === 0) {
        apart.push([a, b]);
      } else {
        await measure(source, run.lexicon, task);
        const [matrix] = await matricesUnder(source, tau, [weighting], task);
        if (!matrix) throw new Error(`Nothing was summed of ${source.name}.`);
        const [withoutA, withoutB] = union.withoutPartner;
        made.push({
          ...madeFigures(source, tau, weighting, matrix),
          name: source.name,
          a,
          b,
          withoutPartner: { a: withoutA, b: withoutB },
          sharedNegatives: union.shared,
        });
      }
      onSteps(1);
    }
    return { hybrids: made, apart };
  },
};
