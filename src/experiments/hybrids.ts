/** Hybrids: unions of two sources over the queries that both have, named A+B (paper, Section "Hybrid sources"). */

import { sumWork, type ExperimentKind } from './experiment';
import { rankedSource } from './controls';
import { joined, madeFigures, matricesUnder, measure } from './made';
import type { SourceData } from '../engine/source-data';
import type { HybridFigures } from './types';
import { scoresUnder, weightColumn } from './weighted-sums';

export const hybrids: ExperimentKind<'hybrids'> = {
  work({ sources }, { pairs }) {
    const size = (id: number) => sources.find((source) => source.id === id)?.columns.margin.length ?? 0;
    const summedPairs = pairs.reduce((sum, [a, b]) => sum + size(a) + size(b), 0);
    const own = sumWork(sources, 1);
    return {
      ...own,
      summedPairs: own.summedPairs + summedPairs,
      matrices: own.matrices + pairs.length,
      steps: own.steps + summedPairs,
    };
  },
  async perform({ run, settings: { tau, weighting }, options, task, summing, onSteps }) {
    const weigh = ({ columns }: SourceData) => [weightColumn(columns, tau, weighting)];
    const [scores = []] = await scoresUnder(run.sources, weigh, summing, onSteps);
    const size = (id: number) => rankedSource(run, id).columns.margin.length;
    const made: HybridFigures[] = [];
    const apart: (readonly [number, number])[] = [];
    for (const [a, b] of options.pairs) {
      const { source, union } = joined(rankedSource(run, a), rankedSource(run, b));
      if (union.of.length === 0) {
        apart.push([a, b]);
      } else {
        await measure(source, run.lexicon, task);
        const [matrix] = await matricesUnder(source, tau, [weighting], summing);
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
      onSteps(size(a) + size(b));
    }
    return { scores, hybrids: made, apart };
  },
};
