/** The spectrum of Î: whether the score is more than its trace. */

import { formatPercent, formatScore } from '../ui/words';
import { logDetOfSpectrum, relativeGap, shrinkFactor } from '../scoring/sweep';
import { axisOn } from '../ui/charts/axis';
import type { Place } from '../ui/charts/lines';
import { logAxis } from './chart';
import { sumWork, type Experiment } from './experiment';
import { nameAt } from './orders';
import { spectraOf } from './spectrum';
import { perSource, tableOf } from '../report/data-table';
import { bySource } from './shown-source';

export interface EigenvaluesResult {
  /** By source: all d eigenvalues, largest first, under the chosen weighting and under uniform weights. */
  readonly spectra: readonly { readonly chosen: readonly number[]; readonly uniform: readonly number[] }[];
}

/** Up to this gap the score counts as equal to its trace. */
const SAME = 0.01;

/** Decades that the axis shows below the largest eigenvalue. */
const DECADES = 4;

export const eigenvalues = {
  question: 'Is the score more than its trace?',
  about: 'All eigenvalues of Î, under the chosen and under uniform weights.',
  options: (): object => ({}),
  work: ({ sources }) => ({ ...sumWork(sources, 2), spectra: 2 }),
  async perform(performance): Promise<EigenvaluesResult> {
    const spectra: { chosen: number[]; uniform: number[] }[] = [];
    for (const source of performance.run.sources) {
      const weightings = [performance.settings.weighting, 'uniform'] as const;
      const [chosen = [], uniform = []] = await spectraOf(source, weightings, performance);
      spectra.push({ chosen, uniform });
    }
    return { spectra };
  },
  /** Whether the score is its trace. */
  title({ sources, result }) {
    const facts = spectrumFacts(result);
    const largest = Math.max(...facts.map((fact) => fact.largest));
    const gap = Math.max(...facts.map((fact) => fact.gap));
    const place = facts.findIndex((fact) => fact.largest === largest);
    if (largest >= 1) {
      const count = facts[place]?.aboveOne ?? 0;
      return [
        nameAt(sources, place),
        ` has ${count === 1 ? 'an eigenvalue' : `${count} eigenvalues`} of 1 or more: there the score is not its trace`,
      ];
    }
    if (gap <= SAME) {
      const far = largest < 0.1 ? 'far below 1' : 'below 1';
      return [`Every eigenvalue lies ${far}, so the score differs from its trace by ${formatPercent(gap)}`];
    }
    return [
      `The largest eigenvalue is ${formatScore(largest)}: the score falls up to ${formatPercent(gap)} below its trace`,
    ];
  },
  how({ result }) {
    const facts = spectrumFacts(result);
    const gaps = facts.map(({ gap }) => gap);
    const largest = Math.max(...facts.map((fact) => fact.largest));
    const shrink = facts.flatMap((fact) => fact.shrink ?? []);
    const range = [Math.min(...gaps), Math.max(...gaps)].map((gap) => formatPercent(gap, 2));
    const shrunk = [Math.min(...shrink), Math.max(...shrink)].map((times) => times.toFixed(1));
    return `Largest ${formatScore(largest)}. Score and trace differ by ${range.join(' to ')}. The weights shrink the largest eigenvalue ${shrunk.join(' to ')} times.`;
  },
  chart({ sources, result: { spectra } }) {
    const d = Math.max(1, ...spectra.map(({ chosen }) => chosen.length));
    const largest = Math.max(Number.MIN_VALUE, ...spectra.map(({ chosen }) => chosen[0] ?? 0));
    const top = 10 ** Math.ceil(Math.log10(Math.max(1, largest)));
    const least = top / 10 ** (DECADES + Math.ceil(Math.log10(top / largest)));
    return {
      kind: 'lines',
      lines: sources.map(({ name, css, outside }, s) => ({
        name,
        colour: css,
        dashed: outside,
        points: (spectra[s]?.chosen ?? []).flatMap((value, i): Place[] =>
          value >= least ? [[i + 1, value]] : [],
        ),
      })),
      x: { ...axisOn(1, d), label: 'direction, largest first' },
      y: logAxis(least, top, 'eigenvalue of Î, log scale; at 1 the volume would count'),
    };
  },
  table: ({ sources, result: { spectra } }) =>
    tableOf(Array.from({ length: Math.max(0, ...spectra.map(({ chosen }) => chosen.length)) }), [
      ['direction', (_, i) => i + 1],
      ...perSource<unknown>(sources, (name, s) => [
        [name, (_, i) => spectra[s]?.chosen[i]],
        [`${name}, uniform weights`, (_, i) => spectra[s]?.uniform[i]],
      ]),
    ]),
  tables: ({ sources, result }) => [
    {
      id: 'facts',
      caption: 'Score, trace and λ_max of each source',
      table: tableOf(spectrumFacts(result), [
        ['source', (_, s) => sources[s]?.name],
        ['λ_max', ({ largest }) => largest],
        ['gap of score and trace', ({ gap }) => gap],
        ['eigenvalues ≥ 1', ({ aboveOne }) => aboveOne],
        ['shrink factor of λ_max', ({ shrink }) => shrink],
      ]),
    },
  ],
  report: ({ result, sources }) => {
    const facts = spectrumFacts(result);
    return bySource(sources, (s) => {
      const { chosen = [], uniform = [] } = result.spectra[s] ?? {};
      return { chosen, uniform, shrink_factor: facts[s]?.shrink ?? null };
    });
  },
} satisfies Experiment<object, EigenvaluesResult>;

/** What is read from the spectrum of one source. */
interface SpectrumFacts {
  readonly largest: number;
  /** |score − trace| / trace. */
  readonly gap: number;
  /** Number of eigenvalues of 1 or more. */
  readonly aboveOne: number;
  /** λ_max under uniform weights over λ_max under the weighting; null where the latter is 0. */
  readonly shrink: number | null;
}

/** By source. */
export function spectrumFacts({ spectra }: EigenvaluesResult): SpectrumFacts[] {
  return spectra.map(({ chosen, uniform }) => {
    const largest = chosen[0] ?? 0;
    const trace = chosen.reduce((sum, value) => sum + value, 0);
    return {
      largest,
      gap: relativeGap(logDetOfSpectrum(chosen, 1), trace),
      aboveOne: chosen.filter((value) => value >= 1).length,
      shrink: largest > 0 ? shrinkFactor(uniform[0] ?? 0, largest) : null,
    };
  });
}
