/** The table of sweeps: what is varied, and what each value makes of a source. */

import type { MatrixFigures } from '../engine/result';
import { pairsOf, vectorsOf, type SourceData } from '../engine/source-data';
import type { IdfCorpusId } from '../lexical/corpora';
import { TOKENIZER_IDS } from '../lexical/tokens';
import { isInverted } from '../scoring/buckets';
import { lexicalResiduality } from '../scoring/gates';
import { meanOf } from '../scoring/means';
import { isNearPositive } from '../scoring/cosines';
import { selectPairs, type PairColumns } from '../scoring/pairs';
import { sampleRecords } from '../scoring/sampling';
import { gatedSource } from '../scoring/statistics';
import { isDiversityActive, logDetOfSpectrum, relativeGap, shrinkFactor, sweepGrid } from '../scoring/sweep';
import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import { formatMean, formatPercent } from '../ui/words';
import { logAxis, shareAxis } from './chart';
import { matricesUnder, spectraOf } from './sums';
import { sweep, type Step } from './sweep';
import { coveredBy, textsOf } from './words';

/** The temperatures of the paper's figure, and some on either side. */
const TAUS = [0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1];

/** The score of each source over a grid of temperatures (paper, Figure temperature_sweep). */
const temperature = sweep({
  question: 'Does the order depend on the temperature?',
  about: 'Scores the sources at temperatures on either side of yours.',
  kind: 'temperatures',
  head: 'τ',
  steps: pairsOf,
  vary({ settings: { tau: own, weighting } }) {
    const taus = [...new Set([...TAUS, own])].sort((a, b) => a - b);
    return {
      values: taus.map((tau) => ({ id: String(tau), name: `τ ${tau}`, at: tau, gating: { tau, weighting } })),
      own: taus.indexOf(own),
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

/**
 * Gate and weighting ablations: each source under every weighting and scalar (paper, Table gate_ablations), how far score and trace
 * are apart, and how much the weights shrink λ_max (paper, Section "Linear Regime").
 */
const weightings = sweep({
  question: 'Which gate makes the order?',
  about: 'Scores the sources under the twelve weightings of the paper and margin-hardness.',
  kind: 'weightings',
  head: 'variant',
  steps: pairsOf,
  async vary(performance) {
    const { run, settings } = performance;
    const { tau } = settings;
    const matrices = await matricesUnder(performance, WEIGHTING_IDS);
    const uniform = matrices[WEIGHTING_IDS.indexOf('uniform')] as MatrixFigures[];
    const weightings = matrices.map((own, i) => {
      const id = WEIGHTING_IDS[i] as WeightingId;
      return {
        id,
        name: WEIGHTING_NAMES[id],
        at: null,
        gating: { tau, weighting: id },
        figures: {
          trace: own.map(({ trace }) => trace),
          lambda_max: own.map(({ lambda_max }) => lambda_max),
          gap: own.map(({ eci, trace }) => relativeGap(eci, trace)),
          shrink_factor: own.map(({ lambda_max }, s) =>
            lambda_max > 0 ? shrinkFactor((uniform[s] as MatrixFigures).lambda_max, lambda_max) : null,
          ),
        },
        scores: own.map(({ eci }) => eci),
      };
    });
    const full = run.sources.map(
      ({ columns }) => gatedSource(columns, { tau, weighting: 'full' }).statistics,
    );
    const scalars = SCALARS.map(([id, name, key]) => {
      return { id, name, at: null, aside: true, scores: full.map((of) => of[key]) };
    });
    return { values: [...weightings, ...scalars], own: WEIGHTING_IDS.indexOf(settings.weighting) };
  },
  chart: 'grid',
  notes({ result: { steps, own } }) {
    const { id, figures = {} } = steps[own] ?? {};
    const known = (name: string) => (figures[name] ?? []).flatMap((value) => value ?? []);
    const shrunk = known('shrink_factor');
    const ends = [Math.min(...shrunk), Math.max(...shrunk)].map((times) => times.toFixed(1));
    const gap = `Score and trace differ by at most ${formatPercent(Math.max(...known('gap')), 2)}.`;
    if (shrunk.length === 0 || id === 'uniform') return [gap];
    return [`${gap} The weights divide the largest eigenvalue by ${[...new Set(ends)].join(' to ')}.`];
  },
});

/** The sweep of log det(I + c·Î): whether a source overtakes another as diversity counts for more (paper, Section "Linear Regime"). */
const cSweep = sweep({
  question: 'Does a source overtake another as diversity counts for more?',
  about: 'Computes log det(I + c·Î) at 48 points from c = 1 to N/d, from the eigenvalues.',
  kind: 'values of c',
  head: 'c',
  // A decomposition is as much work as d pairs.
  steps: (sources) => sources.reduce((sum, { vectors }) => sum + (vectors?.dimension ?? 0), pairsOf(sources)),
  async vary(performance) {
    const { sources } = performance.run;
    const spectra = await spectraOf(performance);
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
  how({ result: { steps } }) {
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
  steps: pairsOf,
  vary({ run: { sources } }) {
    const longest = Math.max(...sources.map(longestList));
    const values = [...LENGTHS.filter((length) => length < longest), longest].map((to) => {
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

function longestList({ columns: { offsets } }: SourceData): number {
  return offsets.reduce((longest, end, i) => Math.max(longest, end - (offsets[i - 1] ?? end)), 0);
}

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
  steps: (sources) =>
    pairsOf(sources) + TOKENIZER_IDS.length * textsOf(sources.map(({ structure }) => structure)),
  async vary(performance) {
    const values = (await coveredBy(performance)).map(({ tokenizer, corpus, columns }) => ({
      id: `${tokenizer}/${corpus}`,
      name: `${tokenizer}, ${CORPUS_WORDS[corpus]}`,
      at: null,
      figures: { mean_psi: columns.map(({ coverage }) => lexicalResiduality(meanOf(coverage))) },
      columns,
    }));
    // The paper's choices, and those of every run.
    return { values, own: values.findIndex(({ id }) => id === 'alphanumeric/pooled-documents') };
  },
  chart: 'grid',
});

const SHARES = [0.25, 0.5, 0.75, 1];

/** Is the order the same on fewer records? (paper, Table sample_size_rank_stability) */
const sampleSize = sweep({
  question: 'How few records give the same order?',
  about: 'Scores seeded samples of 25, 50, 75 and 100 % of the records; each holds the one before.',
  kind: 'samples',
  head: 'share',
  steps: pairsOf,
  vary({ run: { sources, structures } }) {
    const values = SHARES.map((share) => {
      const records = sources.map(({ indices }, s) => {
        const priorities = Float64Array.from(
          indices,
          (record) => structures[s]?.priorities[record] as number,
        );
        return sampleRecords(priorities, Math.max(1, Math.round(share * priorities.length)));
      });
      return {
        id: String(share),
        name: formatPercent(share, 0),
        at: share,
        figures: { records: records.map(({ length }) => length) },
        pairs: sources.map(({ columns }, s) => selectPairs(columns.offsets, records[s] as Int32Array)),
      };
    });
    return { values, own: SHARES.length - 1 };
  },
  how: ({ about: { seed } }) =>
    `Seeded samples of the records, seed ${seed}; each holds the one before. Other queries may give another order.`,
  chart: (shares) => shareAxis('share of the records', Math.min(0.2, ...shares), 1.02),
});

export const SWEEPS = {
  weightings,
  'c-sweep': cSweep,
  temperature,
  prefix,
  lexical,
  'sample-size': sampleSize,
};
