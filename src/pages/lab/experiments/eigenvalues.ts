/** The spectrum of Î: a line a source, largest eigenvalue first. */

import { formatPercent, formatScore } from '../../../ui/words';
import type { ExperimentOutcome } from '../../../experiments/types';
import { eigenvaluesTitle, spectrumFacts } from '../../../report/titles/eigenvalues';
import { logAxis, zeroAxis } from '../chart/axes';
import { lineChart, type Point } from '../chart/lines';
import type { ChartAxis } from '../chart/plot';
import type { ExperimentView } from '../view';

/** Decades that the axis shows below the largest eigenvalue. */
const DECADES = 4;

export const eigenvaluesView: ExperimentView<'eigenvalues'> = {
  id: 'eigenvalues',
  question: 'Is the score more than its trace?',
  about: 'All eigenvalues of Î, under the chosen and under uniform weights.',
  title: eigenvaluesTitle,
  how(outcome) {
    const facts = spectrumFacts(outcome);
    const gaps = facts.map(({ gap }) => gap);
    const largest = Math.max(...facts.map((fact) => fact.largest));
    const shrink = facts.flatMap((fact) => fact.shrink ?? []);
    const range = [Math.min(...gaps), Math.max(...gaps)].map((gap) => formatPercent(gap, 2));
    const shrunk = [Math.min(...shrink), Math.max(...shrink)].map((times) => times.toFixed(1));
    return `Largest ${formatScore(largest)}. Score and trace differ by ${range.join(' to ')}. The weights shrink the largest eigenvalue ${shrunk.join(' to ')} times.`;
  },
  draw(outcome, sources, width, label) {
    const { spectra } = outcome.result;
    const d = Math.max(1, ...spectra.map(({ chosen }) => chosen.length));
    const largest = Math.max(Number.MIN_VALUE, ...spectra.map(({ chosen }) => chosen[0] ?? 0));
    const top = 10 ** Math.ceil(Math.log10(Math.max(1, largest)));
    const least = top / 10 ** (DECADES + Math.ceil(Math.log10(top / largest)));
    const direction: ChartAxis = { ...zeroAxis(d, 'direction, largest first'), domain: [1, d] };
    const ticks = [1, ...direction.ticks.filter((tick) => tick > 1 && tick <= d)];
    const lines = sources.map(({ name, css, outside }, place) => ({
      name,
      colour: css,
      dashed: outside,
      points: (spectra[place]?.chosen ?? []).flatMap((value, i): Point[] =>
        value >= least ? [[i + 1, value]] : [],
      ),
    }));
    return lineChart(
      {
        lines,
        x: { ...direction, ticks },
        y: logAxis(least, top, 'eigenvalue of Î, log scale; at 1 the volume would count'),
      },
      width,
      label,
    );
  },
  table: ({ result: { spectra } }, sources) => ({
    columns: ['direction', ...sources.flatMap(({ name }) => [name, `${name}, uniform weights`])],
    rows: Array.from({ length: Math.max(0, ...spectra.map(({ chosen }) => chosen.length)) }, (_, i) => [
      i + 1,
      ...spectra.flatMap(({ chosen, uniform }) => [chosen[i] ?? null, uniform[i] ?? null]),
    ]),
  }),
  tables: (outcome, sources) => [
    { id: 'facts', caption: 'Score, trace and λ_max of each source', table: factTable(outcome, sources) },
  ],
};

function factTable(outcome: ExperimentOutcome<'eigenvalues'>, sources: readonly { readonly name: string }[]) {
  return {
    columns: ['source', 'λ_max', 'gap of score and trace', 'eigenvalues ≥ 1', 'shrink factor of λ_max'],
    rows: spectrumFacts(outcome).map(({ largest, gap, aboveOne, shrink }, place) => [
      sources[place]?.name ?? '',
      largest,
      gap,
      aboveOne,
      shrink,
    ]),
  };
}
