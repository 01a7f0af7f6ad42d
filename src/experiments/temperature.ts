/** The score of each source over a grid of temperatures (paper, Figure temperature_sweep). */

import { formatScore } from '../ui/words';
import { logAxis, sourceLines, zeroAxis } from './chart';
import { sumWork, type Experiment, type Shown } from './experiment';
import { listField } from './option-text';
import { NoiseMeter, type Scored } from './noise';
import { hasOrder, holdsAround, judgedSwaps, noiseWords, noisySwapsFrom, swapPhrase } from './orders';
import { perSource, tableOf } from '../report/data-table';
import type { Phrase } from '../report/verdict-words';
import { scoresUnder, weightColumn } from './weighted-sums';

/** The temperatures of the paper's table, and some on either side. */
const TAUS = [0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1];

export interface TemperatureOptions {
  /** Each > 0. */
  readonly taus: readonly number[];
}

interface Step extends Scored {
  readonly tau: number;
}

export interface TemperatureResult {
  /** By τ, ascending. */
  readonly steps: readonly Step[];
}

export const temperature = {
  question: 'Does the order depend on the temperature?',
  about: 'Scores the sources at temperatures on either side of yours.',
  field: listField('Temperatures', 26, 'taus', (tau) => tau > 0, 'numbers above 0'),
  options({ tau, own: { taus = TAUS } }): TemperatureOptions {
    const all = tau === null || taus.includes(tau) ? taus : [...taus, tau];
    return { taus: [...all].sort((a, b) => a - b) };
  },
  work: ({ sources }, { taus }) => sumWork(sources, taus.length),
  async perform({ run, settings, options, task, summing, onSteps }): Promise<TemperatureResult> {
    const taus = [...options.taus].sort((a, b) => a - b);
    const scores = await scoresUnder(
      run.sources,
      ({ columns }) => taus.map((tau) => weightColumn(columns, tau, settings.weighting)),
      summing,
      onSteps,
    );
    const meter = new NoiseMeter(run.sources);
    const steps: Step[] = [];
    for (const [i, tau] of taus.entries()) {
      const weights = run.sources.map(({ columns }) => weightColumn(columns, tau, settings.weighting));
      steps.push({ tau, scores: scores[i] ?? [], noise: meter.between(weights) });
      await task.breathe();
    }
    return { steps };
  },
  /** Over which τ the order at the current τ holds, and which source clearly passes which beyond. */
  title(outcome) {
    const { about, sources, result } = outcome;
    const { steps } = result;
    const first = steps[0];
    const last = steps.at(-1);
    if (!first || !last) return ['No τ was tried'];
    if (!hasOrder(sources)) {
      const at = ({ tau, scores }: Step) => `${formatScore(scores[0] ?? 0)} at τ = ${tau}`;
      return [`Without a rival there is no order: the score goes from ${at(first)} to ${at(last)}`];
    }
    const own = nearest(steps, about.tau);
    const { from, to } = holdsAround(sources, steps, own);
    const beyond = (step: number): Phrase => {
      const [base, there] = [steps[own], steps[step]];
      if (!base || !there) return [];
      return [`at ${there.tau} `, ...swapPhrase(sources, judgedSwaps(sources, base, there).clear)];
    };
    const below = beyond(from - 1);
    const above = beyond(to + 1);
    const low = steps[from]?.tau;
    const high = steps[to]?.tau;
    if (below.length === 0 && above.length === 0) {
      const [noisy] = noisySwaps(outcome);
      if (!noisy) return [`The order holds for every τ tried, from ${low} to ${high}`];
      return [...swapPhrase(sources, [noisy.swap]), ` at τ = ${noisy.at}, inside the noise`];
    }
    if (below.length === 0) return [`The order holds for every τ tried up to ${high}; `, ...above];
    if (above.length === 0) return [`The order holds for every τ tried from ${low} on; `, ...below];
    const range = low === high ? `only at τ = ${low}` : `from τ = ${low} to ${high}`;
    return [`The order holds ${range}; `, ...below, ', ', ...above];
  },
  how: (outcome) =>
    `Small τ sharpens the gates, large τ smooths them.${noiseWords(outcome.sources, noisySwaps(outcome))}`,
  chart({ about, sources, result: { steps } }) {
    const taus = steps.map(({ tau }) => tau);
    const scores = steps.map((step) => step.scores);
    return {
      kind: 'lines',
      lines: sourceLines(sources, taus, scores),
      x: logAxis(Math.min(...taus), Math.max(...taus), 'temperature τ, log scale'),
      y: zeroAxis(scores.flat(), 'score'),
      rule: { at: about.tau, label: `yours, ${about.tau}` },
    };
  },
  table: ({ sources, result: { steps } }) =>
    tableOf(steps, [
      ['τ', ({ tau }) => tau],
      ...perSource<Step>(sources, (name, s) => [[name, ({ scores }) => scores[s]]]),
    ]),
  variations: ({ about, result: { steps } }) =>
    steps.map(({ tau, scores }) => ({
      group: 'temperature',
      name: `τ ${tau}`,
      own: tau === about.tau,
      scores,
    })),
  report: ({ result: { steps } }, { bySource }) => ({
    settings: Object.fromEntries(
      steps.map(({ tau, scores }) => [`tau=${tau}`, bySource((s) => scores[s] ?? NaN)]),
    ),
  }),
} satisfies Experiment<TemperatureOptions, TemperatureResult>;

/** Swaps against the order at the current τ that may be chance. */
function noisySwaps({ about, sources, result: { steps } }: Shown<TemperatureOptions, TemperatureResult>) {
  return noisySwapsFrom(sources, steps[nearest(steps, about.tau)], steps, ({ tau }) => String(tau));
}

/** Place of the step whose τ is nearest, on a log scale. */
function nearest(steps: readonly Step[], tau: number): number {
  const distance = (place: number) => Math.abs(Math.log((steps[place]?.tau ?? 1) / tau));
  return [...steps.keys()].reduce((best, place) => (distance(place) < distance(best) ? place : best), 0);
}
