/** The eight controls: whether sources built to fail fool the score (paper, Tables control_gates, audit). */

import type { MatrixFigures } from '../engine/result';
import type { SourceData } from '../engine/source-data';
import type { Task } from '../engine/task';
import { fillColumns } from '../engine/blocks';
import { rankedSource } from '../engine/finished-run';
import { capitalised, countInWords, listInWords } from '../ui/words';
import {
  AUDIT_STATISTICS,
  auditFlags,
  envelope,
  type AuditProfile,
  type AuditStatistics,
  type Flag,
} from '../scoring/audit';
import {
  buildControlGently,
  CONTROL_IDS,
  ControlError,
  type ControlId,
  type ControlMaterial,
  type IdRecords,
} from '../scoring/controls';
import { quantile } from '../scoring/quantile';
import { cosineToPositive } from '../scoring/cosines';
import { isInverted } from '../scoring/edges';
import { isSafe, orderOf } from '../scoring/orders';
import { gatedSource, type SourceStatistics } from '../scoring/statistics';
import { byWeighting, WEIGHTING_IDS, WEIGHTINGS, type WeightingId } from '../scoring/weightings';
import { rowChart, sourceRow, type ChartRow } from './chart';
import {
  defaultBase,
  nameOf,
  NO_WORK,
  pairsOf,
  pairsOfSource,
  type Experiment,
  type ExperimentSettings,
  type Outcome,
  type Shown,
} from './experiment';
import { madeFigures, materialOf, matricesUnder, withNegatives, type MadeFigures } from './made';
import { NoiseMeter, type Noise } from './noise';
import { tableOf } from '../report/data-table';
import { weightColumn } from './weighted-sums';
import { allWeightings } from './weightings';

export interface ControlsOptions {
  /** Id of the source that the controls are built from. */
  readonly base: number;
}

export interface ControlFigures extends MadeFigures {
  readonly control: ControlId;
  /** `control:` with its id. */
  readonly name: string;
  readonly weightings: Readonly<Record<WeightingId, MatrixFigures>>;
  /** Pairs whose negative was replaced, and those of them that were inverted before. */
  readonly replaced: { readonly pairs: number; readonly inverted: number };
}

/** How near negatives lie to their positives: median cosines. */
interface Nearness {
  /** Of the control of false negatives. */
  readonly control: number;
  /** Least and largest among the references. */
  readonly references: { readonly least: number; readonly largest: number };
}

export interface ControlsResult {
  readonly base: number;
  readonly controls: readonly ControlFigures[];
  /** Controls that could not be built from this base source, and why. */
  readonly missing: readonly { readonly control: ControlId; readonly reason: string }[];
  /** Controls that would be the base source, or another control, once more: not built. */
  readonly doubles: readonly { readonly control: ControlId; readonly as: string }[];
  /** ECI of each source under the chosen weighting, by source. */
  readonly scores: readonly number[];
  /** Names of all sources and controls, highest score first. */
  readonly ranking: readonly string[];
  /**
   * By weighting: whether all controls are below every reference source. Null without a reference, and where a missing
   * control, or false negatives that do not lie near, might be the one above.
   */
  readonly safe: Readonly<Record<WeightingId, boolean | null>>;
  /** Null without the control of false negatives or without a reference. */
  readonly nearness: Nearness | null;
  /** By place among the sources, then the controls: half of the 95 % interval of the score. */
  readonly halves: readonly number[];
  /** Between them, by the same places. */
  readonly noise: Noise;
  readonly envelope: AuditProfile | null;
  /** By name, of all sources and controls. */
  readonly flags: Readonly<Record<string, readonly Flag[]>>;
}

export type ControlsOutcome = Outcome<ControlsOptions, ControlsResult>;

export const controls = {
  question: 'Can the score be fooled by sources built to fail?',
  about: 'Builds the eight controls of the paper from one source; all their texts are encoded already.',
  options: ({ sources, own: { base = defaultBase(sources) } }): ControlsOptions => ({ base }),
  work({ sources }, { base }) {
    const pairs = pairsOfSource(sources, base);
    const records = sources.find(({ id }) => id === base)?.structure.queries.length ?? 0;
    const weightings = WEIGHTING_IDS.length;
    return {
      ...NO_WORK,
      summedPairs: weightings * (CONTROL_IDS.length * pairs + pairsOf(sources)),
      matrices: weightings * (CONTROL_IDS.length + sources.length),
      // For the false negatives every positive is compared with every other.
      comparisons: records ** 2,
      steps: CONTROL_IDS.length * pairs + pairsOf(sources),
    };
  },
  async perform({ run, settings, options, task, summing, onSteps }): Promise<ControlsResult> {
    const { tau, weighting, references } = settings;
    const matrices = await allWeightings(run, settings, summing, onSteps);
    const base = rankedSource(run, options.base);
    const { material, passages } = materialOf(run, base, settings.seed);
    const built: ControlFigures[] = [];
    const made: SourceData[] = [];
    const missing: { control: ControlId; reason: string }[] = [];
    const doubles: { control: ControlId; as: string }[] = [];
    for (const control of CONTROL_IDS) {
      const records = await builtOrReason(control, material, task);
      if (typeof records === 'string') {
        missing.push({ control, reason: records });
        onSteps(base.columns.margin.length);
        continue;
      }
      const double = [base, ...made].find((source) => haveSameNegatives(source.structure, records));
      if (double) {
        doubles.push({ control, as: double.name });
      } else {
        const name = `control:${control}`;
        const source = withNegatives(base, name, records, passages);
        await fillColumns(source, run.lexicon, task);
        const figures = await matricesUnder(source, tau, WEIGHTING_IDS, summing);
        made.push(source);
        const weightings = byWeighting((_, i) => figures[i] as MatrixFigures);
        built.push({
          ...madeFigures(source, settings, weightings[weighting]),
          control,
          name,
          weightings,
          replaced: replacedPairs(base, records),
        });
      }
      onSteps(base.columns.margin.length);
    }
    const scores = matrices[weighting].map(({ eci }) => eci);
    const profile = envelopeOf(run.sources, settings);
    const compared = [
      ...statisticsOf(run.sources, settings).map((of, s) => ({
        name: run.sources[s]?.name ?? '',
        eci: scores[s] ?? 0,
        of,
      })),
      ...built.map((of) => ({ name: of.name, eci: of.eci, of })),
    ];
    const judged = [...run.sources, ...made];
    const meter = new NoiseMeter(judged);
    const weights = judged.map(({ columns }) => weightColumn(columns, tau, weighting));
    const nearness = nearnessOf(
      made[built.findIndex(({ control }) => control === 'false-negative')],
      run.sources.filter((_, s) => references[s] === true),
    );
    const safe = byWeighting((id) => {
      const referenceScores = matrices[id].filter((_, s) => references[s] === true).map(({ eci }) => eci);
      const below = isSafe(
        built.map((control) => control.weightings[id].eci),
        referenceScores,
      );
      // What is missing, or not what it is called, might be the one above, so only one that is above settles it.
      return below === true && (missing.length > 0 || !isNear(nearness)) ? null : below;
    });
    return {
      base: base.id,
      controls: built,
      missing,
      doubles,
      scores,
      ranking: orderOf(compared.map(({ eci }) => eci)).map((place) => compared[place]?.name ?? ''),
      safe,
      nearness,
      halves: meter.around(weights),
      noise: meter.between(weights),
      envelope: profile,
      flags: Object.fromEntries(compared.map(({ name, of }) => [name, auditFlags(of, profile)])),
    };
  },
  /** How many controls outscore the best reference by more than chance, and how many the audit flags. */
  title(outcome) {
    const { controls, flags, envelope, scores, noise } = outcome.result;
    if (controls.length === 0) return ['No control could be built of this base source'];
    const reference = bestReference(outcome);
    const best = reference ?? Math.max(...scores);
    const leader = scores.indexOf(best);
    const higher = [...controls.keys()].filter((i) => (controls[i]?.eci ?? 0) > best);
    const clear = higher.filter(
      (i) => (controls[i]?.eci ?? 0) - best > (noise[leader]?.[scores.length + i] ?? Infinity),
    );
    const chance = higher.filter((i) => !clear.includes(i)).flatMap((i) => controls[i]?.control ?? []);
    const whom = reference === null ? 'every source' : 'the best reference';
    const [verb, all] = [clear.length === 1 ? 'outscores' : 'outscore', countInWords(controls.length)];
    const clearly =
      clear.length === 0
        ? `No control ${chance.length > 0 ? 'clearly ' : ''}outscores ${whom}`
        : clear.length === controls.length
          ? `All ${all} controls outscore ${whom}`
          : `${capitalised(countInWords(clear.length))} of ${all} controls ${verb} ${whom}`;
    const outscore = chance.length === 0 ? clearly : `${clearly}, ${listInWords(chance)} within chance`;
    if (envelope === null) return [`${outscore}; without a reference nothing is flagged`];
    const missed = controls
      .filter(({ name }) => (flags[name] ?? []).length === 0)
      .map(({ control }) => control);
    if (missed.length === 0) return [`${outscore}; the audit flags all ${all}`];
    if (missed.length === controls.length) return [`${outscore}; the audit flags none of them`];
    if (missed.length <= 2) return [`${outscore}; the audit misses ${listInWords(missed)}`];
    return [`${outscore}; the audit flags ${countInWords(controls.length - missed.length)}`];
  },
  how: ({ about, sources, result: { base } }) =>
    `Diamonds: sources built to fail, from ${nameOf(sources, base)}, seed ${about.seed}. Whiskers: 95\u00a0%.`,
  chart(outcome) {
    const { sources, result } = outcome;
    const best = bestReference(outcome);
    const rows = result.ranking.flatMap((name) => rowOf(name, outcome));
    const leader = sources.find(({ reference }, s) => reference && result.scores[s] === best);
    return {
      ...rowChart(
        rows,
        rows.map(({ value, high = value }) => high),
      ),
      ...(best !== null && leader && { rule: { at: best, label: 'best reference', colour: leader.css } }),
    };
  },
  table({ about, sources, result: { controls, scores, ranking, flags } }) {
    const rows = ranking.map((name) => {
      const control = controls.find((each) => each.name === name);
      const place = about.sources.findIndex((source) => source.name === name);
      const figures: FiguresShown | null = control ?? sources[place]?.figures ?? null;
      return { name, eci: control?.eci ?? scores[place], figures, replaced: control?.replaced.pairs };
    });
    return tableOf(rows, [
      ['source', ({ name }) => name],
      ['rank of all', (_, i) => i + 1],
      ['ECI', ({ eci }) => eci],
      ['mean ρ', ({ figures }) => figures?.mean_rho],
      ['mean η', ({ figures }) => figures?.mean_eta],
      ['mean ψ', ({ figures }) => figures?.mean_psi],
      ['inverted', ({ figures }) => figures?.inversion_rate],
      ['records', ({ figures }) => figures?.records],
      ['pairs', ({ figures }) => figures?.negatives],
      ['pairs replaced', ({ replaced }) => replaced],
      ['flags', ({ name }) => (flags[name] ?? []).join(' ') || 'none'],
    ]);
  },
  tables: ({ result: { controls, safe } }) => [
    {
      id: 'safe',
      caption: 'Is a weighting safe? Scores of the controls under each',
      table: tableOf(WEIGHTING_IDS, [
        ['weighting', (id) => id],
        ['formula', (id) => WEIGHTINGS[id].formula],
        ['safe', (id) => safeWord(safe[id])],
        ...controls.map(({ name, weightings }) => [name, (id: WeightingId) => weightings[id].eci] as const),
      ]),
    },
  ],
  notes: ({ result }) => [
    ...nearnessWords(result),
    safeWords(result),
    ...result.doubles.map(
      ({ control, as }) => `control:${control} is not built: it would be ${as} once more.`,
    ),
    ...result.missing.map(({ control, reason }) => `control:${control} could not be built: ${reason}`),
  ],
  /** Each control with the seed of its outcome: the same records whose figures are shown. */
  made: ({ about, result: { controls, base } }) =>
    controls.map(({ name, control }) => ({
      name,
      request: { kind: 'control', control, base, seed: about.seed },
    })),
  report({ about, result }, named) {
    const renamed = new Map(about.sources.map(({ id, name }) => [name, named.name(id)]));
    const nowCalled = (name: string) => renamed.get(name) ?? name;
    return {
      controls: {
        base: named.name(result.base),
        seed: about.seed,
        sources: Object.fromEntries(
          result.controls.map(({ control: _control, name, ...figures }) => [name, figures]),
        ),
        missing: Object.fromEntries([
          ...result.missing.map(({ control, reason }) => [`control:${control}`, reason]),
          ...result.doubles.map(({ control, as }) => [
            `control:${control}`,
            `it would be ${nowCalled(as)} once more`,
          ]),
        ]),
        ranking: result.ranking.map(nowCalled),
        envelope: result.envelope,
        flags: Object.fromEntries(
          Object.entries(result.flags).map(([name, flags]) => [nowCalled(name), flags]),
        ),
      },
    };
  },
} satisfies Experiment<ControlsOptions, ControlsResult>;

/** As with one negative a record, of which a quarter is none. */
function haveSameNegatives(one: Pick<IdRecords, 'negatives'>, other: Pick<IdRecords, 'negatives'>): boolean {
  return one.negatives.every((id, pair) => id === other.negatives[pair]);
}

type FiguresShown = AuditStatistics & { readonly records: number; readonly negatives: number };

async function builtOrReason(
  control: ControlId,
  material: ControlMaterial,
  task: Task,
): Promise<IdRecords | string> {
  try {
    return await buildControlGently(control, material, () => task.breathe());
  } catch (error) {
    if (error instanceof ControlError) return error.message;
    throw error;
  }
}

/** Pairs whose negative was replaced, and those of them that were inverted. */
function replacedPairs(
  { structure, columns }: SourceData,
  { negatives }: IdRecords,
): ControlFigures['replaced'] {
  const replaced = [...negatives.keys()].filter((pair) => negatives[pair] !== structure.negatives[pair]);
  const inverted = replaced.filter((pair) => isInverted(columns.margin[pair] as number));
  return { pairs: replaced.length, inverted: inverted.length };
}

function statisticsOf(sources: readonly SourceData[], settings: ExperimentSettings): SourceStatistics[] {
  return sources.map(({ columns }) => gatedSource(columns, settings).statistics);
}

/** The reference range; null without a reference. */
export function envelopeOf(
  sources: readonly SourceData[],
  settings: ExperimentSettings,
): AuditProfile | null {
  return envelope(statisticsOf(sources, settings).filter((_, s) => settings.references[s] === true));
}

type ShownControls = Shown<ControlsOptions, ControlsResult>;

/** The best score among the references; null where there is none. */
function bestReference({ sources, result }: ShownControls): number | null {
  const scores = result.scores.filter((_, s) => sources[s]?.reference === true);
  return scores.length === 0 ? null : Math.max(...scores);
}

function rowOf(name: string, { about, sources, result }: ShownControls): ChartRow[] {
  const { controls, scores, halves, flags, envelope } = result;
  const found = flags[name] ?? [];
  const warm = found.length > 0;
  const noteOf = (otherwise: string) => {
    if (warm) return `outside: ${signsOf(found)}`;
    return envelope === null ? 'not audited' : otherwise;
  };
  const control = controls.find((each) => each.name === name);
  const whiskers = (value: number, at: number) => {
    const half = halves[at] ?? Infinity;
    return Number.isFinite(half) ? { low: value - half, high: value + half } : {};
  };
  if (control) {
    const at = scores.length + controls.indexOf(control);
    const mark = { name, colour: null, mark: 'diamond', value: control.eci } as const;
    return [{ ...mark, ...whiskers(control.eci, at), note: noteOf('inside'), warm }];
  }
  const place = about.sources.findIndex((source) => source.name === name);
  const source = sources[place];
  if (!source) return [];
  const note = noteOf(source.reference ? 'reference' : 'inside');
  const value = scores[place] ?? 0;
  return [{ ...sourceRow(source), value, ...whiskers(value, place), note, warm }];
}

/** `ρ, ψ, inversion`. */
function signsOf(flags: readonly Flag[]): string {
  return AUDIT_STATISTICS.flatMap(({ flag, sign }) => (flags.includes(flag) ? [sign] : [])).join(', ');
}

/** @param control the false negatives; undefined where they could not be built */
function nearnessOf(control: SourceData | undefined, references: readonly SourceData[]): Nearness | null {
  if (!control || references.length === 0) return null;
  const medians = references.map(medianCosine);
  return {
    control: medianCosine(control),
    references: { least: Math.min(...medians), largest: Math.max(...medians) },
  };
}

/** The median of v⁻·v⁺ over the pairs of a source. */
function medianCosine({ columns }: SourceData): number {
  return cosineToPositive(quantile(columns.distance.slice().sort(), 0.5));
}

/** True where the false negatives lie as near to their positives as the references' negatives do, in the median. */
function isNear(nearness: Nearness | null): boolean {
  return nearness !== null && nearness.control >= nearness.references.least;
}

/** What false negatives that are not near cannot tell. */
function nearnessWords({ nearness }: ControlsResult): string[] {
  if (nearness === null || isNear(nearness)) return [];
  const { control, references } = nearness;
  const [least, largest] = [references.least.toFixed(2), references.largest.toFixed(2)];
  const range = least === largest ? least : `${least} to ${largest}`;
  return [
    `“False negative” is not near here (median cosine to the positive ${control.toFixed(2)}; references ${range}): it says nothing of safety.`,
  ];
}

/** Which weightings keep all controls below all references, as far as these controls can tell. */
function safeWords({ safe, nearness }: ControlsResult): string {
  const grid = WEIGHTING_IDS.filter((id) => WEIGHTINGS[id].inSafetyGrid);
  const broken = grid.filter((id) => safe[id] === false);
  const kept = grid.filter((id) => safe[id] === true);
  const all = countInWords(grid.length);
  const paper = '(The paper: one of 36 cells is safe; three that passed at 5,000 records failed at 25,000.)';
  if (broken.length === grid.length) {
    return `No weighting is safe: under each of the ${all} some control comes above a reference. ${paper}`;
  }
  if (kept.length > 0) {
    return `Safe, with all controls below all references: ${listInWords(kept.map((id) => WEIGHTINGS[id].formula))}, ${countInWords(kept.length)} of ${all} weightings. ${paper}`;
  }
  if (broken.length === 0) return 'No weighting can be called safe or unsafe here.';
  const open = countInWords(grid.length - broken.length);
  const why = nearness !== null && !isNear(nearness) ? ' without near false negatives' : '';
  return `${capitalised(countInWords(broken.length))} of ${all} weightings are not safe; of the other ${open} these controls cannot tell${why}. ${paper}`;
}

/** Whether a weighting is safe; null if unknown. */
export function safeWord(safe: boolean | null): string {
  return safe === null ? 'n/a' : safe ? 'yes' : 'no';
}
