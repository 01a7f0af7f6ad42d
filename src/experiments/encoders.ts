/**
 * The same sources under several encoders (paper, Table gate_ablations); a block is one encoder and one setting. Does
 * the order hold, which weightings keep it, is any of them safe, and how do scores and training agree?
 */

import { isSameModel, isSameReading, type ModelIdentity, type ReadingIdentity } from '../identity';
import { tableOf } from '../report/data-table';
import { comparedGroups, isSameOrder, orderOf } from '../scoring/orders';
import type { DataTable } from '../ui/table';
import { safeWord, type ControlsOutcome } from './controls';
import type { Outcome, Shown } from './experiment';
import type { ExperimentOutcome } from './list';
import type { EncoderComparison, TrainedSource } from './result';
import { settingsOf, type ExperimentSource, type ShownSource } from './shown-source';
import { shownAs, type Step, type SweepResult } from './sweep';
import { agreementOf } from './training';

/** A run whose outcomes are compared with those under other encoders. */
export interface ComparedRun {
  readonly model: ModelIdentity;
  /** When it was done. */
  readonly at: number;
  readonly readings: readonly { readonly name: string; readonly reading: ReadingIdentity }[];
}

/** What is known of the sources under one encoder. */
export interface JudgedEncoder {
  /** Its name here: of two encoders with one name the second has a number. */
  readonly encoder: string;
  /** Scores under every weighting, and scalars. */
  readonly weightings: Outcome<SweepResult>;
  /** Null where they were not performed. */
  readonly controls: ControlsOutcome | null;
}

/** What was performed of one run; null where an experiment was not. */
export type RunOutcomes = ComparedRun &
  Omit<JudgedEncoder, 'weightings'> & { readonly weightings: Outcome<SweepResult> | null };

/** The encoder's name, with a number if another encoder has it already. */
export function encoderName(runs: readonly RunOutcomes[], { model }: Pick<ComparedRun, 'model'>): string {
  const known = runs.find((one) => isSameModel(one.model, model));
  if (known) return known.encoder;
  const isTaken = (name: string) => runs.some(({ encoder }) => encoder === name);
  let name = model.name;
  for (let number = 2; isTaken(name); number++) name = `${model.name}-${number}`;
  return name;
}

/**
 * Adds an outcome; its encoder moves to the end. An earlier run under the same encoder gives way to this one, and so
 * do runs in which a source of the same name had other records.
 */
export function withOutcome(
  runs: readonly RunOutcomes[],
  run: ComparedRun,
  outcome: ExperimentOutcome,
): readonly RunOutcomes[] {
  if (outcome.id !== 'weightings' && outcome.id !== 'controls') return runs;
  const own = runs.find(({ at }) => at === run.at);
  const known = own ?? { ...run, encoder: encoderName(runs, run), weightings: null, controls: null };
  const others = runs.filter(
    (one) => one !== own && !isSameModel(one.model, run.model) && haveSameRecords(one.readings, run.readings),
  );
  return [...others, { ...known, [outcome.id]: outcome }];
}

function haveSameRecords(some: ComparedRun['readings'], others: ComparedRun['readings']): boolean {
  return some.every(({ name, reading }) =>
    others.every((other) => other.name !== name || isSameReading(other.reading, reading)),
  );
}

/** The runs whose weightings are known. */
export function judgedEncoders(runs: readonly RunOutcomes[]): JudgedEncoder[] {
  return runs.filter((one): one is RunOutcomes & JudgedEncoder => one.weightings !== null);
}

/** The card of encoders: they are the values of a sweep, that of the first run its own. */
export const ENCODERS = shownAs({
  question: 'Does the order hold under another encoder?',
  about: 'Choose another encoder on Rank and rank again: both are compared here.',
  kind: 'encoders',
  head: 'encoder',
  chart: 'grid',
});

/**
 * What {@link ENCODERS} says, draws and tabulates, of the sources (same name and setting) that all encoders have; null with fewer
 * than two encoders.
 * @param shown sources of the first encoder
 */
export function encodersOutcome(
  encoders: readonly JudgedEncoder[],
  shown: readonly ShownSource[],
): Shown<SweepResult> | null {
  const [first] = encoders;
  if (!first || encoders.length < 2) return null;
  const { about } = first.weightings;
  const placesIn = ({ weightings }: JudgedEncoder, sources: readonly ExperimentSource[]) =>
    sources.map(({ name, setting }) =>
      weightings.about.sources.findIndex((source) => source.name === name && source.setting === setting),
    );
  const common = about.sources.filter((source) =>
    encoders.every((encoder) => !placesIn(encoder, [source]).includes(-1)),
  );
  const steps = encoders.map((judged): Step => {
    const places = placesIn(judged, common);
    const { steps: variants, own } = judged.weightings.result;
    const { scores = [], apart = [] } = variants[own] ?? {};
    return {
      id: judged.encoder,
      name: judged.encoder,
      at: null,
      scores: places.map((place) => scores[place] ?? 0),
      apart: apart
        .map(([a, b]) => [places.indexOf(a), places.indexOf(b)] as const)
        .filter((pair) => !pair.includes(-1)),
    };
  });
  const sources = common.flatMap(({ id }) => shown.find((source) => source.id === id) ?? []);
  return { about, sources, result: { steps, own: 0 } };
}

type Variant = EncoderComparison['variants'][number] & { readonly name: string };

/** @param trained metrics after training, by encoder, setting and source; empty if unknown */
export function compareEncoders(
  encoders: readonly JudgedEncoder[],
  trained: readonly TrainedSource[],
): EncoderComparison {
  return {
    encoders: encoders.map(({ encoder }) => encoder),
    blocks: blocksOf(encoders),
    variants: variantsOver(encoders, trained).map(({ name: _name, ...variant }) => variant),
  };
}

/** The paper's table of gate ablations, a row for each variant. */
export function ablationTable(
  encoders: readonly JudgedEncoder[],
  trained: readonly TrainedSource[],
): DataTable {
  const variants = variantsOver(encoders, trained);
  const settings = trained.length === 0 ? [] : Object.keys(variants[0]?.pearson ?? {});
  return tableOf(variants, [
    ['variant', ({ id }) => id],
    ['name', ({ name }) => name],
    ...encoders.map(
      ({ encoder }, i) => [`safe, ${encoder}`, ({ safe }: Variant) => safeWord(safe[i] ?? null)] as const,
    ),
    ['blocks with the full order', ({ matched }) => matched],
    ['of', ({ blocks }) => blocks],
    ...settings.map((setting) => [`r, ${setting}`, (variant: Variant) => variant.pearson[setting]] as const),
  ]);
}

function variantsOver(encoders: readonly JudgedEncoder[], trained: readonly TrainedSource[]): Variant[] {
  const variants = encoders[0]?.weightings.result.steps ?? [];
  return variants.map(({ id, name }) => {
    const held = encoders.flatMap((encoder) => {
      const [full, own] = [scoresUnder(encoder, 'full'), scoresUnder(encoder, id)];
      return groupsOf(encoder).map(({ places }) => isSameOrder(full, own, places));
    });
    return {
      id,
      name,
      matched: held.filter(Boolean).length,
      blocks: held.length,
      safe: encoders.map(({ controls }) => safeUnder(controls, id)),
      pearson: averagedPearson(encoders, id, trained),
    };
  });
}

function blocksOf(encoders: readonly JudgedEncoder[]): EncoderComparison['blocks'] {
  const first = new Map<string, string>();
  return encoders.flatMap((encoder) =>
    groupsOf(encoder).map(({ setting, places }) => {
      const { sources } = encoder.weightings.about;
      const order = orderOf(scoresUnder(encoder, 'full'), places).map((place) => sources[place]?.name ?? '');
      const sameSources = JSON.stringify([setting, order.toSorted()]);
      const known = first.get(sameSources) ?? JSON.stringify(order);
      first.set(sameSources, known);
      return { encoder: encoder.encoder, setting, order, as_first: known === JSON.stringify(order) };
    }),
  );
}

function groupsOf({ weightings: { about } }: JudgedEncoder): ReturnType<typeof comparedGroups> {
  return comparedGroups(settingsOf(about.sources));
}

/** Of each source, under a weighting or as a scalar. */
function scoresUnder({ weightings }: JudgedEncoder, id: string): readonly number[] {
  return weightings.result.steps.find((step) => step.id === id)?.scores ?? [];
}

/** The trace form has the order of the full score, so it takes that verdict (paper, Table gate_ablations). */
function safeUnder(controls: ControlsOutcome | null, id: string): boolean | null {
  const safe: Readonly<Record<string, boolean | null>> = controls?.result.safe ?? {};
  return safe[id === 'trace' ? 'full' : id] ?? null;
}

function averagedPearson(
  encoders: readonly JudgedEncoder[],
  id: string,
  trained: readonly TrainedSource[],
): Record<string, number | null> {
  const rows = encoders.flatMap((encoder) =>
    encoder.weightings.about.sources.flatMap(({ name, setting }, place) => {
      const score = scoresUnder(encoder, id)[place];
      const row = trained.find((each) => each.encoder === encoder.encoder && each.source === name);
      return row && score !== undefined ? [{ ...row, setting, score }] : [];
    }),
  );
  const { averaged } = agreementOf(rows, []);
  const settings = encoders.flatMap(groupsOf).map(({ setting }) => setting);
  return Object.fromEntries(
    settings.map((setting) => [setting, averaged.find((each) => each.setting === setting)?.pearson ?? null]),
  );
}
