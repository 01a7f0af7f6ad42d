/**
 * The same sources under several encoders (paper, Table gate_ablations); a block is one encoder and one setting. Does
 * the order hold, which weightings keep it, is any of them safe, and how do scores and training agree?
 */

import { isSameModel, isSameReading, type ModelIdentity, type ReadingIdentity } from '../identity';
import type { DataTable } from '../ui/table';
import { listInWords } from '../ui/words';
import { comparedGroups, isSameOrder, orderOf } from '../scoring/orders';
import { safeWord, type ControlsOutcome } from './controls';
import { settingsOf, type ExperimentSource, type ShownSource } from './shown-source';
import type { ExperimentOutcome } from './list';
import type { Outcome, Shown } from './experiment';
import { tableOf } from '../report/data-table';
import type { EncoderComparison, TrainedSource } from './result';
import { agreementOf } from './training';
import { shownAs, type Step, type SweepResult } from './sweep';

/** Scores under every weighting, and scalars. */
type WeightingsOutcome = Outcome<object, SweepResult>;

/** An encoder whose weightings are known. */
export interface JudgedEncoder {
  /** Its name here: of two encoders with one name the second has a number. */
  readonly encoder: string;
  readonly weightings: WeightingsOutcome;
  /** Null where they were not performed. */
  readonly controls: ControlsOutcome | null;
}

/** A run whose outcomes are compared with those under other encoders. */
export interface ComparedRun {
  readonly model: ModelIdentity;
  /** When it was done. */
  readonly at: number;
  readonly readings: readonly { readonly name: string; readonly reading: ReadingIdentity }[];
}

/** What was performed of one run; null where an experiment was not. */
export type RunOutcomes = ComparedRun &
  Omit<JudgedEncoder, 'weightings'> & { readonly weightings: WeightingsOutcome | null };

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

/** Letters of an encoder's name on the axis. */
const LETTERS = 14;

/** The card of encoders: they are the values of a sweep, that of the first run its own. */
export const ENCODERS = shownAs<object>({
  question: 'Does the order hold under another encoder?',
  about: 'Choose another encoder on Rank and rank again: both are compared here.',
  kind: 'encoders',
  head: 'encoder',
  cell: ({ name }) => name,
  how: () => 'The score of each source under each encoder, that of this result first.',
  chart: (places, steps) => ({
    from: -0.2,
    to: places.length - 0.8,
    ticks: places,
    format: (place) => steps[place]?.name.slice(0, LETTERS) ?? '',
    label: 'encoder',
  }),
  /** `In the upper half under mini alone: bm25.` Sources that one encoder alone ranks in the upper half of their setting. */
  notes({ sources, result: { steps } }) {
    const liked = steps.map(({ scores: own }) =>
      comparedGroups(settingsOf(sources)).flatMap(({ places }) =>
        orderOf(own, places).slice(0, Math.floor(places.length / 2)),
      ),
    );
    const byOne = steps.flatMap(({ name }, e) => {
      const alone = (liked[e] ?? []).filter((place) =>
        liked.every((own, o) => o === e || !own.includes(place)),
      );
      const names = alone.map((place) => sources[place]?.name ?? '');
      return names.length === 0 ? [] : [`under ${name} alone: ${listInWords(names)}`];
    });
    return byOne.length === 0 ? [] : [`In the upper half ${byOne.join('; ')}.`];
  },
});

/** What {@link ENCODERS} says, draws and tabulates. @param shown sources of the first encoder */
export function encodersOutcome(
  encoders: readonly JudgedEncoder[],
  shown: readonly ShownSource[],
): Shown<object, SweepResult> | null {
  const [first] = encoders;
  if (!first) return null;
  const { about } = first.weightings;
  const { sources, steps } = commonSteps(encoders);
  const known = sources.flatMap(({ id }) => shown.find((source) => source.id === id) ?? []);
  return steps.length > 1 ? { options: {}, about, sources: known, result: { steps, own: 0 } } : null;
}

/** Sources (same name and setting) that all encoders have, and the step of each encoder over them. */
function commonSteps(encoders: readonly JudgedEncoder[]): {
  readonly sources: readonly ExperimentSource[];
  readonly steps: readonly Step[];
} {
  const placeIn = ({ weightings }: JudgedEncoder, { name, setting }: ExperimentSource) =>
    weightings.about.sources.findIndex((source) => source.name === name && source.setting === setting);
  const first = encoders[0]?.weightings.about.sources ?? [];
  const sources = first.filter((source) => encoders.every((encoder) => placeIn(encoder, source) >= 0));
  const steps = encoders.map((encoder, at): Step => {
    const { steps: variants, own } = encoder.weightings.result;
    const places = sources.map((source) => placeIn(encoder, source));
    const { scores = [], apart = [] } = variants[own] ?? {};
    return {
      id: encoder.encoder,
      name: encoder.encoder,
      at,
      scores: places.map((place) => scores[place] ?? 0),
      apart: apart
        .map(([a, b]) => [places.indexOf(a), places.indexOf(b)] as const)
        .filter((pair) => !pair.includes(-1)),
    };
  });
  return { sources, steps };
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
      const settings = settingsOf(encoder.weightings.about.sources);
      const [full = [], own = []] = ['full', id].map((variant) => variantOf(encoder, variant)?.scores);
      return comparedGroups(settings).map(({ places }) => isSameOrder(full, own, places));
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
  return encoders.flatMap((encoder) => {
    const { sources } = encoder.weightings.about;
    const scores = variantOf(encoder, 'full')?.scores ?? [];
    return comparedGroups(settingsOf(sources)).map(({ setting, places }) => {
      const order = orderOf(scores, places).map((place) => sources[place]?.name ?? '');
      const sameSources = JSON.stringify([setting, order.toSorted()]);
      const known = first.get(sameSources) ?? JSON.stringify(order);
      first.set(sameSources, known);
      return { encoder: encoder.encoder, setting, order, as_first: known === JSON.stringify(order) };
    });
  });
}

function variantOf({ weightings }: JudgedEncoder, id: string): Step | undefined {
  return weightings.result.steps.find((step) => step.id === id);
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
      const score = variantOf(encoder, id)?.scores[place];
      const row = trained.find((each) => each.encoder === encoder.encoder && each.source === name);
      return row && score !== undefined ? [{ ...row, setting, score }] : [];
    }),
  );
  const { averaged } = agreementOf(rows, []);
  const settings = encoders.flatMap(({ weightings: { about } }) => comparedGroups(settingsOf(about.sources)));
  return Object.fromEntries(
    settings.map(({ setting }) => [
      setting,
      averaged.find((each) => each.setting === setting)?.pearson ?? null,
    ]),
  );
}
