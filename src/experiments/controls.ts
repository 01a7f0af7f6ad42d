/** The eight controls: whether sources built to fail fool the score (paper, Tables control_gates, audit). */

import type { MatrixFigures } from '../engine/results';
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
import { isInverted } from '../scoring/edges';
import { isSafe, orderOf } from '../scoring/orders';
import { sourceStatistics, type SourceStatistics } from '../scoring/statistics';
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
import { tableOf } from '../report/data-table';
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

export interface ControlsResult {
  readonly base: number;
  readonly controls: readonly ControlFigures[];
  /** Controls that could not be built from this base source, and why. */
  readonly missing: readonly { readonly control: ControlId; readonly reason: string }[];
  /** ECI of each source under the chosen weighting, by source. */
  readonly scores: readonly number[];
  /** Names of all sources and controls, highest score first. */
  readonly ranking: readonly string[];
  /** By weighting: whether all controls are below every reference source; null without a reference or a control. */
  readonly safe: Readonly<Record<WeightingId, boolean | null>>;
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
    const missing: { control: ControlId; reason: string }[] = [];
    for (const control of CONTROL_IDS) {
      const records = await builtOrReason(control, material, task);
      if (typeof records === 'string') {
        missing.push({ control, reason: records });
      } else {
        const name = `control:${control}`;
        const source = withNegatives(base, name, records, passages);
        await fillColumns(source, run.lexicon, task);
        const figures = await matricesUnder(source, tau, WEIGHTING_IDS, summing);
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
    const safe = byWeighting((id) => {
      const referenceScores = matrices[id].filter((_, s) => references[s] === true).map(({ eci }) => eci);
      const below = isSafe(
        built.map((control) => control.weightings[id].eci),
        referenceScores,
      );
      // A missing control might be the one above, so only one that is above settles it.
      return below === true && missing.length > 0 ? null : below;
    });
    return {
      base: base.id,
      controls: built,
      missing,
      scores,
      ranking: orderOf(compared.map(({ eci }) => eci)).map((place) => compared[place]?.name ?? ''),
      safe,
      envelope: profile,
      flags: Object.fromEntries(compared.map(({ name, of }) => [name, auditFlags(of, profile)])),
    };
  },
  /** How many controls outscore the best reference, and how many the audit flags. */
  title(outcome) {
    const { controls, flags, envelope, scores } = outcome.result;
    if (controls.length === 0) return ['No control could be built of this base source'];
    const reference = bestReference(outcome);
    const best = reference ?? Math.max(...scores);
    const above = controls.filter(({ eci }) => eci > best).length;
    const whom = reference === null ? 'every source' : 'the best reference';
    const [verb, all] = [above === 1 ? 'outscores' : 'outscore', countInWords(controls.length)];
    const outscore =
      above === 0
        ? `No control outscores ${whom}`
        : above === controls.length
          ? `All ${all} controls outscore ${whom}`
          : `${capitalised(countInWords(above))} of ${all} controls ${verb} ${whom}`;
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
    `Diamonds: sources built to fail, from ${nameOf(sources, base)}, seed ${about.seed}. Circles: yours; hollow outside the ranking.`,
  chart(outcome) {
    const { sources, result } = outcome;
    const best = bestReference(outcome);
    const leader = sources.find(({ reference }, s) => reference && result.scores[s] === best);
    return {
      ...rowChart(result.ranking.flatMap((name) => rowOf(name, outcome))),
      ...(best !== null && leader && { rule: { at: best, label: 'best reference', colour: leader.css } }),
    };
  },
  table({ sources, result: { controls, scores, ranking, flags } }) {
    const rows = ranking.map((name) => {
      const control = controls.find((each) => each.name === name);
      const place = sources.findIndex((source) => source.name === name);
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
    safeWords(result),
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
        missing: Object.fromEntries(
          result.missing.map(({ control, reason }) => [`control:${control}`, reason]),
        ),
        ranking: result.ranking.map(nowCalled),
        envelope: result.envelope,
        flags: Object.fromEntries(
          Object.entries(result.flags).map(([name, flags]) => [nowCalled(name), flags]),
        ),
      },
    };
  },
} satisfies Experiment<ControlsOptions, ControlsResult>;

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

function statisticsOf(
  sources: readonly SourceData[],
  { tau, weighting }: ExperimentSettings,
): SourceStatistics[] {
  return sources.map(({ columns }) => sourceStatistics(columns, tau, weighting).statistics);
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

function rowOf(name: string, { sources, result }: ShownControls): ChartRow[] {
  const { controls, scores, flags, envelope } = result;
  const found = flags[name] ?? [];
  const warm = found.length > 0;
  const noteOf = (otherwise: string) => {
    if (warm) return `outside: ${signsOf(found)}`;
    return envelope === null ? 'not audited' : otherwise;
  };
  const control = controls.find((each) => each.name === name);
  if (control) {
    return [{ name, colour: null, mark: 'diamond', value: control.eci, note: noteOf('inside'), warm }];
  }
  const place = sources.findIndex((source) => source.name === name);
  const source = sources[place];
  if (!source) return [];
  const note = noteOf(source.reference ? 'reference' : 'inside');
  return [{ ...sourceRow(source), value: scores[place] ?? 0, note, warm }];
}

/** `ρ, ψ, inversion`. */
function signsOf(flags: readonly Flag[]): string {
  return AUDIT_STATISTICS.flatMap(({ flag, sign }) => (flags.includes(flag) ? [sign] : [])).join(', ');
}

/** Which weightings keep all controls below all references. */
function safeWords({ safe }: ControlsResult): string {
  const grid = WEIGHTING_IDS.filter((id) => WEIGHTINGS[id].inSafetyGrid);
  if (grid.every((id) => safe[id] === null)) return 'Without a reference no weighting can be called safe.';
  const kept = grid.filter((id) => safe[id] === true);
  const all = countInWords(grid.length);
  if (kept.length === 0) {
    return `No weighting is safe: under each of the ${all} some control comes above a reference. That is why the audit stands beside the score. (The paper: one of 36 cells is safe.)`;
  }
  return `Safe, with all controls below all references: ${listInWords(kept.map((id) => WEIGHTINGS[id].formula))}, ${countInWords(kept.length)} of ${all} weightings. (The paper: one of 36 cells.)`;
}

/** Whether a weighting is safe; null if unknown. */
export function safeWord(safe: boolean | null): string {
  return safe === null ? 'n/a' : safe ? 'yes' : 'no';
}
