/** From the outcomes of the experiments to what the report has of them. */

import type {
  ExperimentId,
  ExperimentOptions,
  ExperimentOutcome,
  LexicalCell,
} from '../../experiments/types';
import { auditFlags } from '../../scoring/audit';
import { shrinkFactor } from '../../scoring/sweep';
import { compareEncoders, safeUnder, type EncoderFindings } from './encoders';
import type { ReportDownstream, ReportExperimentRun, ReportExperiments } from './types';

/** The last outcome of each experiment. */
export type OutcomesById = { readonly [K in ExperimentId]?: ExperimentOutcome<K> };

type Part<K extends keyof ReportExperiments> = NonNullable<ReportExperiments[K]>;

/**
 * Null where nothing was performed and nothing is known of training.
 * @param encoders what was found under each encoder of the session: compared where there are several
 * @param nameOf the source's name of now, by its id; null where it is no longer known
 */
export function buildExperiments(
  outcomes: OutcomesById,
  downstream: ReportDownstream | null,
  encoders: readonly EncoderFindings[],
  nameOf: (id: number) => string | null,
): ReportExperiments | null {
  const named = (outcome: ExperimentOutcome) => new Named(outcome, nameOf);
  const { temperature, lexical, weightings, controls, mixing, eigenvalues, bootstrap, hybrids } = outcomes;
  const sweep = outcomes['c-sweep'];
  const sample = outcomes['sample-size'];
  const done = Object.values(outcomes);
  if (done.length === 0 && downstream === null) return null;
  return {
    runs: Object.fromEntries(done.map((outcome) => [outcome.id, named(outcome).run()])),
    ...((temperature ?? lexical) && {
      settings: {
        ...(temperature && temperatureSettings(temperature, named(temperature))),
        ...(lexical && lexicalSettings(lexical, named(lexical))),
      },
    }),
    ...(lexical && { lexical_grid: lexicalGrid(lexical, named(lexical)) }),
    ...(sweep && { c_sweep: sweepOf(sweep, named(sweep)) }),
    ...(eigenvalues && { eigenvalues: eigenvaluesOf(eigenvalues, named(eigenvalues)) }),
    ...(weightings && { weightings: weightingsOf(weightings, controls ?? null, named(weightings)) }),
    ...(controls && { controls: controlsOf(controls, named(controls)) }),
    ...(mixing && { mixing: mixingOf(mixing, named(mixing)) }),
    ...(sample && { sample_size: sampleOf(sample, named(sample)) }),
    ...(bootstrap && { bootstrap: bootstrapOf(bootstrap, named(bootstrap)) }),
    ...(hybrids && { hybrids: hybridsOf(hybrids, named(hybrids)) }),
    ...(downstream && { downstream }),
    ...(encoders.length > 1 && { encoders: compareEncoders(encoders, downstream?.rows ?? []) }),
  };
}

/** The sources of one outcome by the names of now. */
class Named {
  constructor(
    private readonly outcome: ExperimentOutcome,
    private readonly nameOf: (id: number) => string | null,
  ) {}

  /** @param id of a source */
  name(id: number): string {
    const known = this.outcome.about.sources.find((source) => source.id === id);
    return this.nameOf(id) ?? known?.name ?? String(id);
  }

  /** By name. @param of gets the source's place among those of the outcome */
  bySource<T>(of: (place: number) => T): Record<string, T> {
    // fromEntries keeps a source named `__proto__`; an assignment would lose it.
    return Object.fromEntries(this.outcome.about.sources.map(({ id }, place) => [this.name(id), of(place)]));
  }

  /** Sources are told by their names, as everywhere in the report. */
  private namedOptions(options: ExperimentOptions[ExperimentId]): object {
    if ('base' in options) return { ...options, base: this.name(options.base) };
    if (!('pairs' in options)) return options;
    return { pairs: options.pairs.map((pair) => pair.map((id) => this.name(id))) };
  }

  run(): ReportExperimentRun {
    const { about, options } = this.outcome;
    const { sources, tau, weighting, seed, seconds, sumSeconds } = about;
    return {
      tau,
      weighting,
      seed,
      settings: this.bySource((place) => sources[place]?.setting ?? ''),
      reference: sources.filter(({ reference }) => reference).map(({ id }) => this.name(id)),
      options: this.namedOptions(options),
      seconds,
      sum_seconds: sumSeconds,
    };
  }
}

function temperatureSettings(
  { result: { steps } }: ExperimentOutcome<'temperature'>,
  named: Named,
): Part<'settings'> {
  return Object.fromEntries(
    steps.map(({ tau, scores }) => [`tau=${tau}`, named.bySource((place) => scores[place] ?? NaN)]),
  );
}

function cellOf({ scores, meanPsi }: LexicalCell, named: Named) {
  return named.bySource((place) => ({ eci: scores[place] ?? NaN, mean_psi: meanPsi[place] ?? NaN }));
}

function lexicalSettings(
  { result: { cells } }: ExperimentOutcome<'lexical'>,
  named: Named,
): Part<'settings'> {
  const entries = cells.flatMap((cell) => [
    ...(cell.corpus === 'pooled-documents' ? [[`tokenizer=${cell.tokenizer}`, cellOf(cell, named)]] : []),
    ...(cell.tokenizer === 'alphanumeric' ? [[`idf=${cell.corpus}`, cellOf(cell, named)]] : []),
  ]);
  return Object.fromEntries(entries) as Part<'settings'>;
}

function lexicalGrid(
  { result: { cells } }: ExperimentOutcome<'lexical'>,
  named: Named,
): Part<'lexical_grid'> {
  return cells.map((cell) => ({
    tokenizer: cell.tokenizer,
    idf: cell.corpus,
    sources: cellOf(cell, named),
  }));
}

function sweepOf({ result: { c, scores } }: ExperimentOutcome<'c-sweep'>, named: Named): Part<'c_sweep'> {
  return named.bySource((place) => c.map((scale, i) => ({ c: scale, eci: scores[place]?.[i] ?? NaN })));
}

function eigenvaluesOf(
  { result: { spectra } }: ExperimentOutcome<'eigenvalues'>,
  named: Named,
): Part<'eigenvalues'> {
  return named.bySource((place) => {
    const { chosen = [], uniform = [] } = spectra[place] ?? {};
    const [largest = 0] = chosen;
    return {
      chosen,
      uniform,
      shrink_factor: largest > 0 ? shrinkFactor(uniform[0] ?? 0, largest) : null,
    };
  });
}

function weightingsOf(
  { result: { variants } }: ExperimentOutcome<'weightings'>,
  controls: ExperimentOutcome<'controls'> | null,
  named: Named,
): Part<'weightings'> {
  const entries = variants.map(({ id, reproduces, scores }) => [
    id,
    {
      reproduces_order: reproduces.every(({ holds }) => holds),
      safe: safeUnder(controls, id),
      blocks: Object.fromEntries(reproduces.map(({ setting, holds }) => [setting, holds])),
      scores: named.bySource((place) => scores[place] ?? NaN),
    },
  ]);
  return Object.fromEntries(entries) as Part<'weightings'>;
}

function controlsOf({ about, result }: ExperimentOutcome<'controls'>, named: Named): Part<'controls'> {
  const renamed = new Map(about.sources.map(({ id, name }) => [name, named.name(id)]));
  const nowCalled = (name: string) => renamed.get(name) ?? name;
  return {
    base: named.name(result.base),
    seed: about.seed,
    sources: Object.fromEntries(
      result.controls.map(({ control: _control, name, ...figures }) => [name, figures]),
    ),
    missing: Object.fromEntries(result.missing.map(({ control, reason }) => [`control:${control}`, reason])),
    ranking: result.ranking.map(nowCalled),
    envelope: result.envelope,
    flags: Object.fromEntries(Object.entries(result.flags).map(([name, flags]) => [nowCalled(name), flags])),
  };
}

function mixingOf({ about, result }: ExperimentOutcome<'mixing'>, named: Named): Part<'mixing'> {
  return {
    base: named.name(result.base),
    seed: about.seed,
    steps: result.steps.map((step) => ({ ...step, flags: auditFlags(step, result.envelope) })),
  };
}

function sampleOf({ about, result }: ExperimentOutcome<'sample-size'>, named: Named): Part<'sample_size'> {
  return {
    seed: about.seed,
    steps: result.steps.map(({ share, records, scores, agreement, draws }) => ({
      share,
      agreement: Object.fromEntries(agreement.map(({ setting, spearman }) => [setting, spearman])),
      draws: draws.count,
      same_order: Object.fromEntries(draws.sameOrder.map((same) => [same.setting, same.draws])),
      sources: named.bySource((place) => ({
        records: records[place] ?? 0,
        eci: scores[place] ?? NaN,
        low: draws.low[place] ?? NaN,
        high: draws.high[place] ?? NaN,
      })),
    })),
  };
}

function bootstrapOf({ about, result }: ExperimentOutcome<'bootstrap'>, named: Named): Part<'bootstrap'> {
  const { level, resamples, permutations, queries, intervals, pairs, sequence } = result;
  const end = (value: number | undefined) => (Number.isFinite(value) ? (value ?? null) : null);
  return {
    seed: about.seed,
    level,
    resamples,
    permutations,
    queries,
    intervals: named.bySource((place) => intervals[place] ?? { eci: NaN, low: NaN, high: NaN }),
    pairs: pairs.map(({ a, b, permutationP, sharedQueries, ...pair }) => ({
      a: named.name(a),
      b: named.name(b),
      ...pair,
      permutation_p: permutationP,
      shared_queries: sharedQueries,
    })),
    sequence: sequence.map((moment) => ({
      drawn: moment.drawn,
      intervals: named.bySource((place) => {
        const interval = moment.intervals[place];
        return { low: end(interval?.low), high: end(interval?.high) };
      }),
    })),
  };
}

function hybridsOf({ result }: ExperimentOutcome<'hybrids'>, named: Named): Part<'hybrids'> {
  return Object.fromEntries(
    result.hybrids.map(({ name: _name, a, b, withoutPartner, sharedNegatives, ...figures }) => [
      `${named.name(a)}+${named.name(b)}`,
      {
        setting: 'hybrid',
        a: named.name(a),
        b: named.name(b),
        without_partner: withoutPartner,
        shared_negatives: sharedNegatives,
        ...figures,
      },
    ]),
  );
}
