/** The table of sweeps: what is varied, and what each value makes of a source. */

import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import { vectorsOf, type SourceData } from '../engine/source-data';
import { IDF_CORPUS_IDS, type IdfCorpusId } from '../lexical/corpora';
import { TOKENIZER_IDS, type TokenizerId } from '../lexical/tokenizers';
import { isInverted } from '../scoring/edges';
import { meanResiduality } from '../scoring/means';
import { isNearPositive } from '../scoring/near-positive';
import { selectPairs, type PairColumns } from '../scoring/pairs';
import { sampleRecords } from '../scoring/sampling';
import { gatedSource } from '../scoring/statistics';
import { isDiversityActive, logDetOfSpectrum, sweepGrid } from '../scoring/sweep';
import { formatCount, formatMean, formatPercent } from '../ui/words';
import { logAxis, shareAxis } from './chart';
import { sumWork } from './experiment';
import { listField, readWhole } from './option-text';
import { DRAWS, drawSamples, prioritiesOf } from './samples';
import { spectraOf } from './spectrum';
import { chosenScores, matricesUnder } from './matrices';
import { sweep, type Step } from './sweep';
import { coveredBy, textsOf } from './words';

/** The temperatures of the paper's table, and some on either side. */
const TAUS = [0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1];

/** The score of each source over a grid of temperatures (paper, Figure temperature_sweep). */
const temperature = sweep({
  question: 'Does the order depend on the temperature?',
  about: 'Scores the sources at temperatures on either side of yours.',
  kind: 'temperatures',
  head: 'τ',
  field: listField('Temperatures', 26, 'taus', (tau) => tau > 0, 'numbers above 0'),
  options({ tau, own: { taus = TAUS } }) {
    const all = tau === null || taus.includes(tau) ? taus : [...taus, tau];
    return { taus: [...all].sort((a, b) => a - b) };
  },
  work: ({ sources }, { taus }) => sumWork(sources, taus.length),
  vary({ settings: { tau: own, weighting }, options }) {
    const taus = [...options.taus].sort((a, b) => a - b);
    const far = taus.map((tau) => Math.abs(Math.log(tau / own)));
    return {
      values: taus.map((tau) => ({ id: String(tau), name: `τ ${tau}`, at: tau, gating: { tau, weighting } })),
      own: far.indexOf(Math.min(...far)),
    };
  },
  how: () => 'Small τ sharpens the gates, large τ smooths them.',
  chart: (taus) => logAxis(Math.min(...taus), Math.max(...taus), 'temperature τ, log scale'),
});

/** As they stand in a sentence. */
const WEIGHTING_NAMES: Readonly<Record<WeightingId, string>> = {
  full: 'full, ρηψ',
  'drop-rho': 'without ρ',
  'drop-eta': 'without η',
  'drop-psi': 'without ψ',
  uniform: 'uniform',
  gradient: 'gradient',
  'two-sided': 'two-sided',
  'two-sided-eta': 'two-sided, η',
  'symmetric-psi': 'symmetric ψ',
  'symmetric-eta-psi': 'symmetric ηψ',
  'clip-0.99': 'clip 0.99',
  'clip-0.999': 'clip 0.999',
  'margin-hardness': 'margin hardness',
};

/** Scores without a log-det; more is better, also for the inversion rate, as in the paper. */
const SCALARS = [
  ['trace', 'tr Î of ρηψ', 'trace'],
  ['mean-psi', 'mean ψ', 'mean_psi'],
  ['mean-rho', 'mean ρ', 'mean_rho'],
  ['mean-eta', 'mean η', 'mean_eta'],
  ['inversion-rate', 'share of ρ < 0.5', 'inversion_rate'],
] as const;

/** Gate and weighting ablations: each source under every weighting and scalar (paper, Table gate_ablations). */
const weightings = sweep({
  question: 'Which gate makes the order?',
  about: 'Scores the sources under the twelve weightings of the paper and margin-hardness.',
  kind: 'weightings',
  head: 'variant',
  options: () => ({}),
  work: ({ sources }) => sumWork(sources, WEIGHTING_IDS.length),
  async vary(performance) {
    const { run, settings } = performance;
    const { tau } = settings;
    const matrices = await matricesUnder(performance, WEIGHTING_IDS);
    const weightings = WEIGHTING_IDS.map((id, i) => ({
      id,
      name: WEIGHTING_NAMES[id],
      at: null,
      gating: { tau, weighting: id },
      figures: {
        trace: (matrices[i] ?? []).map(({ trace }) => trace),
        lambda_max: (matrices[i] ?? []).map((of) => of.lambda_max),
      },
      scores: (matrices[i] ?? []).map(({ eci }) => eci),
    }));
    const full = run.sources.map(
      ({ columns }) => gatedSource(columns, { tau, weighting: 'full' }).statistics,
    );
    const scalars = SCALARS.map(([id, name, key]) => {
      return { id, name, at: null, aside: true, scores: full.map((of) => of[key]) };
    });
    return { values: [...weightings, ...scalars], own: WEIGHTING_IDS.indexOf(settings.weighting) };
  },
  how: () =>
    'Each cell: rank, and score below it. ☐: no rank. Frame: a source without a rank has the top score.',
  chart: 'grid',
});

/** The sweep of log det(I + c·Î): whether a source overtakes another as diversity counts for more. */
const cSweep = sweep({
  question: 'Does a source overtake another as diversity counts for more?',
  about: 'Computes log det(I + c·Î) at 48 points from c = 1 to N/d, from the eigenvalues.',
  kind: 'values of c',
  head: 'c',
  options: () => ({}),
  work: ({ sources }) => ({ ...sumWork(sources, 1), spectra: 1 }),
  async vary(performance) {
    const { sources } = performance.run;
    const spectra: number[][] = [];
    for (const source of sources)
      spectra.push(...(await spectraOf(source, [performance.settings.weighting], performance)));
    const grid = sweepGrid(
      sources.map((source) => source.columns.margin.length / vectorsOf(source).dimension),
    );
    const values = grid.map((c) => ({
      id: String(c),
      name: `c = ${shortC(c)}`,
      at: c,
      scale: c,
      figures: { c_lambda_max: spectra.map(([largest = 0]) => c * largest) },
      scores: spectra.map((spectrum) => logDetOfSpectrum(spectrum, c)),
    }));
    return { values, own: 0 };
  },
  how(steps) {
    const last = steps.at(-1);
    const largest = largestOf(last);
    if (isDiversityActive(1, largest)) return 'Rings: where c·λ_max passes 1 and directions begin to count.';
    return `c can hardly matter here: c·λ_max is at most ${formatMean(largest)}. c goes up to N/d = ${shortC(last?.at ?? 1)}.`;
  },
  chart: (cs) => logAxis(1, Math.max(2, ...cs), 'c, log scale'),
  upright: 'log det(I + cÎ) / c',
  ring: 'c_lambda_max',
  /** None where c has no room to matter: that the order holds says nothing then. */
  ribbon: (steps) => steps.slice(-1).filter((last) => isDiversityActive(1, largestOf(last))),
});

function largestOf(step: Step | undefined): number {
  return Math.max(0, ...(step?.figures?.['c_lambda_max'] ?? []).map((value) => value ?? 0));
}

/** Two digits below 100, whole above. */
function shortC(c: number): string {
  return c < 100 ? String(Number(c.toPrecision(2))) : String(Math.round(c));
}

/** Lengths that are tried, as far as some list is longer; then all of every list. */
const LENGTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Does the order depend on how many negatives of each list are taken? In the order of the file. */
const prefix = sweep({
  question: 'Does the order depend on K?',
  about: 'Scores the first K negatives of each list, in the order of the file.',
  kind: 'list lengths',
  head: 'K',
  options: () => ({}),
  work: ({ sources }) => sumWork(sources, lengthsOf(sources).length),
  vary({ run: { sources } }) {
    const values = lengthsOf(sources).map((to) => {
      const pairs = sources.map(({ columns: { offsets } }) =>
        selectPairs(offsets, Int32Array.from(offsets.keys()).subarray(0, -1), to),
      );
      const shareOf = (is: (columns: PairColumns, pair: number) => boolean) =>
        sources.map(({ columns }, s) => {
          const own = pairs[s]?.pairs ?? new Int32Array();
          return own.length === 0 ? null : own.filter((pair) => is(columns, pair)).length / own.length;
        });
      return {
        id: String(to),
        name: `K = ${to}`,
        at: to,
        figures: {
          pairs: pairs.map((some) => some.pairs.length),
          near_positive: shareOf(({ distance }, pair) => isNearPositive(distance[pair] as number)),
          inversion_rate: shareOf(({ margin }, pair) => isInverted(margin[pair] as number)),
        },
        pairs,
      };
    });
    return { values, own: values.length - 1 };
  },
  how: () => 'The score of the first K negatives of each list, as the file lists them.',
  chart: (lengths) => logAxis(1, Math.max(2, ...lengths), 'K, log scale'),
});

/** Lengths up to that of the longest list. */
function lengthsOf(sources: readonly Pick<SourceData, 'columns'>[]): number[] {
  const longest = sources.reduce(
    (most, { columns: { offsets } }) =>
      offsets.reduce((longer, end, i) => Math.max(longer, end - (offsets[i - 1] ?? end)), most),
    0,
  );
  return [...LENGTHS.filter((length) => length < longest), longest];
}

/** The paper's choices. */
const TOKENIZER: TokenizerId = 'alphanumeric';
const CORPUS: IdfCorpusId = 'pooled-documents';

const CORPUS_WORDS: Readonly<Record<IdfCorpusId, string>> = {
  'pooled-documents': 'pooled',
  'source-documents': 'by source',
  'pooled-query-document': 'with queries',
  uniform: 'uniform',
};

/** How much the score depends on the making of ψ (paper, Table tokenizer_idf_sensitivity). */
const lexical = sweep({
  question: 'Does the order depend on how words are cut and weighed?',
  about: 'Four tokenizers by four IDF corpora: the texts are read and cut into tokens again.',
  kind: 'ways to cut words',
  head: 'words',
  options: () => ({}),
  work: ({ sources }) => ({
    ...sumWork(sources, TOKENIZER_IDS.length * IDF_CORPUS_IDS.length),
    others: TOKENIZER_IDS.length * textsOf(sources.map(({ structure }) => structure)),
  }),
  async vary(performance) {
    const values = (await coveredBy(performance)).map(({ tokenizer, corpus, columns }) => ({
      id: `${tokenizer}/${corpus}`,
      name: `${tokenizer}, ${CORPUS_WORDS[corpus]}`,
      at: null,
      figures: { mean_psi: columns.map(meanResiduality) },
      columns,
    }));
    return { values, own: values.findIndex(({ id }) => id === `${TOKENIZER}/${CORPUS}`) };
  },
  how: () => 'Dot: alphanumeric tokens, IDF of pooled documents. Ticks: every other combination.',
  chart: 'ticks',
});

const SHARES = [0.25, 0.5, 0.75, 1];

interface SampleSizeOptions {
  /** Shares of the records, each of (0, 1]. */
  readonly shares: readonly number[];
  /** Further samples of each share, for the bands. */
  readonly draws: number;
}

/** Is the order the same on fewer records? (paper, Table sample_size_rank_stability) */
const sampleSize = sweep<SampleSizeOptions>({
  question: 'How few records give the same order?',
  about:
    'Scores seeded samples of 25, 50, 75 and 100 % of the records. Bands come from draws of whole units.',
  kind: 'samples',
  head: 'share',
  field: {
    label: 'Draws of each share',
    letters: 7,
    text: ({ draws }) => String(draws),
    read: (text) => readWhole(text, DRAWS.least, DRAWS.most, (draws) => ({ draws })),
  },
  options: ({ own: { draws = DRAWS.usual } }) => ({ shares: SHARES, draws }),
  work: ({ sources }, { shares, draws }) => ({ ...sumWork(sources, shares.length), others: draws }),
  async vary(performance) {
    const { run, options } = performance;
    const priorities = await prioritiesOf(performance);
    // All records are the last step, with which the others are compared.
    const shares = [...new Set([...options.shares, 1])].sort((a, b) => a - b);
    const drawn = await drawSamples(performance, shares, await chosenScores(performance));
    const values = shares.map((share, i) => {
      const records = priorities.map(({ length }) => Math.max(1, Math.round(share * length)));
      const sampled = (own: Float64Array, s: number) => sampleRecords(own, records[s] as number);
      return {
        id: String(share),
        name: formatPercent(share, 0),
        at: share,
        figures: { records, ...drawn.bands[i] },
        facts: { draws: options.draws, draws_in_order: drawn.inOrder[i] ?? null },
        pairs: run.sources.map(({ columns }, s) =>
          selectPairs(columns.offsets, sampled(priorities[s] as Float64Array, s)),
        ),
      };
    });
    return { values, own: values.length - 1 };
  },
  how: (_steps, { about: { seed }, options: { draws } }) =>
    `Lines: seeded samples of the records. Bands: 95 % of ${formatCount(draws)} draws of whole units, seed ${seed}. Per cent: draws with the order of all records. Other queries may give another order.`,
  chart: (shares) => shareAxis('share of the records', Math.min(0.2, ...shares), 1.02),
  note({ facts }) {
    const [draws, same] = [facts?.['draws'] ?? 0, facts?.['draws_in_order'] ?? null];
    return same === null || draws === 0 ? null : formatPercent(same / draws, 0);
  },
});

export const SWEEPS = {
  weightings,
  'c-sweep': cSweep,
  temperature,
  prefix,
  lexical,
  'sample-size': sampleSize,
};
