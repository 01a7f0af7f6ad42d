/** The eight controls and the random-mixing ladder (paper, Section "Negative-Source Controls"; Tables control_gates, audit). */

import { auditFlags, envelope, type AuditProfile } from '../scoring/audit';
import {
  buildControlGently,
  buildMixture,
  CONTROL_IDS,
  ControlError,
  type ControlId,
  type ControlMaterial,
  type IdRecords,
} from '../scoring/controls';
import { isInverted } from '../scoring/edges';
import { isSafe, orderOf } from '../scoring/orders';
import { sourceStatistics, type SourceStatistics } from '../scoring/statistics';
import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import { RunInputError } from '../engine/errors';
import { distinctIds } from '../engine/lexicon';
import { PassageVectors } from '../engine/passage-vectors';
import type { MatrixFigures } from '../engine/results';
import type { FinishedRun } from '../engine/finished-run';
import type { SourceData } from '../engine/source-data';
import type { Task } from '../engine/task';
import { NO_WORK, pairsOf, type ExperimentKind } from './experiment';
import { madeFigures, matricesUnder, measure, withNegatives } from './made';
import type { ControlFigures, ExperimentSettings, MissingControl } from './types';
import { allWeightings } from './weightings';

/** What the controls of a base source are built from. */
export function controlMaterial(
  { sources }: Pick<FinishedRun, 'sources'>,
  base: SourceData,
  seed: number,
  passages: PassageVectors,
): ControlMaterial {
  return {
    base: base.structure,
    pool: distinctIds(sources.flatMap(({ structure }) => [structure.positives, structure.negatives])),
    seed,
    vector: (passage) => passages.of(passage),
  };
}

/** @throws RunInputError where the source is not of the run */
export function rankedSource({ sources }: Pick<FinishedRun, 'sources'>, id: number): SourceData {
  const source = sources.find((one) => one.id === id);
  if (!source) throw new RunInputError(`The source ${id} is not among those ranked last. Rank it first.`);
  return source;
}

export const controls: ExperimentKind<'controls'> = {
  work({ sources }, { base }) {
    const pairs = sources.find(({ id }) => id === base)?.columns.margin.length ?? 0;
    const records = sources.find(({ id }) => id === base)?.structure.queries.length ?? 0;
    const weightings = WEIGHTING_IDS.length;
    return {
      ...NO_WORK,
      summedPairs: weightings * (CONTROL_IDS.length * pairs + pairsOf(sources)),
      matrices: weightings * (CONTROL_IDS.length + sources.length),
      // The false negatives: every positive with every other.
      comparisons: records ** 2,
      steps: CONTROL_IDS.length * pairs + pairsOf(sources),
    };
  },
  async perform({ run, settings, options, task, summing, onSteps }) {
    const { tau, weighting, references } = settings;
    const matrices = await allWeightings(run, settings, summing, onSteps);
    const base = rankedSource(run, options.base);
    const passages = new PassageVectors(run.sources);
    const material = controlMaterial(run, base, settings.seed, passages);
    const built: ControlFigures[] = [];
    const missing: MissingControl[] = [];
    for (const control of CONTROL_IDS) {
      const records = await builtOrReason(control, material, task);
      if (typeof records === 'string') {
        missing.push({ control, reason: records });
        onSteps(base.columns.margin.length);
        continue;
      }
      const name = `control:${control}`;
      const source = withNegatives(base, name, records, passages);
      await measure(source, run.lexicon, task);
      const of = await matricesUnder(source, tau, WEIGHTING_IDS, summing);
      const weightings = Object.fromEntries(WEIGHTING_IDS.map((id, i) => [id, of[i]])) as Record<
        WeightingId,
        MatrixFigures
      >;
      built.push({
        ...madeFigures(source, tau, weighting, weightings[weighting]),
        control,
        name,
        weightings,
        replaced: replacedPairs(base, records),
      });
      onSteps(base.columns.margin.length);
    }
    const scores = matrices[weighting].map(({ eci }) => eci);
    const statistics = statisticsOf(run.sources, settings);
    const profile = envelopeOf(statistics, references);
    const names = run.sources.map(({ name }) => name);
    const compared = [
      ...statistics.map((of, place) => ({ name: names[place] ?? '', eci: scores[place] ?? 0, of })),
      ...built.map((of) => ({ name: of.name, eci: of.eci, of })),
    ];
    const safe = Object.fromEntries(
      WEIGHTING_IDS.map((id) => {
        const referenceScores = matrices[id].filter((_, s) => references[s] === true).map(({ eci }) => eci);
        const below = isSafe(
          built.map((control) => control.weightings[id].eci),
          referenceScores,
        );
        // A control that is missing may be the one above: only one that is there and above settles it.
        return [id, below === true && missing.length > 0 ? null : below];
      }),
    ) as Record<WeightingId, boolean | null>;
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
};

export const mixing: ExperimentKind<'mixing'> = {
  work({ sources }, { base, shares }) {
    const pairs = sources.find(({ id }) => id === base)?.columns.margin.length ?? 0;
    return {
      ...NO_WORK,
      summedPairs: shares.length * pairs,
      matrices: shares.length,
      steps: shares.length * pairs,
    };
  },
  async perform({ run, settings, options, task, summing, onSteps }) {
    const { tau, weighting, references, seed } = settings;
    const base = rankedSource(run, options.base);
    const passages = new PassageVectors(run.sources);
    const material = controlMaterial(run, base, seed, passages);
    const steps = [];
    for (const share of [...options.shares].sort((a, b) => a - b)) {
      const source =
        share === 0 ? base : withNegatives(base, base.name, mixtureOf(share, material), passages);
      if (share > 0) await measure(source, run.lexicon, task);
      const [matrix] = await matricesUnder(source, tau, [weighting], summing);
      if (!matrix) throw new Error(`Nothing was summed of ${source.name}.`);
      steps.push({ share, ...madeFigures(source, tau, weighting, matrix) });
      onSteps(base.columns.margin.length);
    }
    return { base: base.id, steps, envelope: envelopeOf(statisticsOf(run.sources, settings), references) };
  },
};

/** @throws RunInputError where there are too few passages to draw from */
export function mixtureOf(share: number, material: ControlMaterial): IdRecords {
  try {
    return buildMixture(share, material);
  } catch (error) {
    if (error instanceof ControlError) throw new RunInputError(error.message);
    throw error;
  }
}

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

/** Pairs of the base source whose negative gave way, and those of them that were inverted. */
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

function envelopeOf(
  statistics: readonly SourceStatistics[],
  references: readonly boolean[],
): AuditProfile | null {
  return envelope(statistics.filter((_, place) => references[place] === true));
}
