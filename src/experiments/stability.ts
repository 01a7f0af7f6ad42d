/** What all experiments together say about the order: the rank of each source under every variation, and in words. */

import { countInWords, formatCount, listInWords } from '../ui/words';
import { comparedGroups, orderOf } from '../scoring/orders';
import type { ExperimentOutcome } from './list';
import { ENCODERS, encodersOutcome, type JudgedEncoder } from './encoders';
import { judgedSwaps } from './orders';
import type { SweepResult } from './sweep';
import { SWEEPS } from './sweeps';
import { settingsOf, type ShownSource } from './shown-source';

/** With fewer variations nothing is said. */
const FEWEST = 4;

/** Most variations that are named as turning the order. */
const MOST_NAMED = 2;

const SWEEP_IDS = Object.keys(SWEEPS) as (keyof typeof SWEEPS)[];

/** A card of the Lab that varies something. */
type Varied = keyof typeof SWEEPS | 'encoders';

/** The order under one variation. */
export interface RibbonColumn {
  readonly experiment: Varied;
  /** What is varied: `weightings`. */
  readonly group: string;
  readonly name: string;
  /** True for the settings of the run, where nothing is changed. */
  readonly own: boolean;
  /** Rank of each trusted source, by their places in the ribbon; 1 for the highest score. */
  readonly ranks: readonly number[];
  /** Of each flagged source, by their places in the ribbon: how many trusted sources score above it. */
  readonly above: readonly number[];
  /** Whether trusted sources pass each other from the user's settings to these: by more than chance, or maybe by chance. */
  readonly turned: 'clearly' | 'perhaps' | null;
}

/** The sources of one setting under every variation. */
export interface Ribbon {
  readonly setting: string;
  /** Inside the ranking, by the order under the user's settings. */
  readonly trusted: readonly ShownSource[];
  readonly flagged: readonly ShownSource[];
  readonly columns: readonly RibbonColumn[];
}

/** A part of the headline: words, or words that lead to an experiment. */
export type HeadlinePart = string | { readonly text: string; readonly experiment: Varied };

/**
 * A ribbon for each setting with two trusted sources or more.
 * @param outcomes that are current, of one run, in any order
 * @param sources of the run, as shown
 * @param encoders those that are compared, that of the run first
 */
export function ribbonsOf(
  outcomes: readonly ExperimentOutcome[],
  sources: readonly ShownSource[],
  encoders: readonly JudgedEncoder[] = [],
): readonly Ribbon[] {
  const compared = encodersOutcome(encoders, sources);
  const columnsOf = (experiment: Varied, card: typeof ENCODERS, { steps, own }: SweepResult) =>
    card.ribbon(steps).map((step) => {
      const { name } = step;
      return { experiment, group: card.kind, name, own: name === steps[own]?.name, step };
    });
  const variations = [
    ...SWEEP_IDS.flatMap((experiment) => {
      const outcome = outcomes.find(({ id }) => id === experiment);
      return outcome ? columnsOf(experiment, SWEEPS[experiment], outcome.result as SweepResult) : [];
    }),
    // None where one of the encoders lacks a source.
    ...(compared?.sources.length === sources.length
      ? columnsOf('encoders', ENCODERS, compared.result).filter(({ own }) => !own)
      : []),
  ];
  const base = variations.find(({ own }) => own)?.step;
  if (!base) return [];
  return comparedGroups(settingsOf(sources)).flatMap(({ setting, places }): Ribbon[] => {
    const inside = places.filter((place) => !sources[place]?.outside);
    const outside = places.filter((place) => sources[place]?.outside);
    if (inside.length < 2) return [];
    const ownOrder = orderOf(base.scores, inside);
    const columns = variations.map(({ step, ...variation }): RibbonColumn => {
      const { scores } = step;
      const order = orderOf(scores, inside);
      const { clear, noisy } = judgedSwaps(sources, base, step);
      const isHere = ({ passes }: { passes: number }) => inside.includes(passes);
      return {
        ...variation,
        ranks: ownOrder.map((place) => order.indexOf(place) + 1),
        above: outside.map(
          (place) => inside.filter((of) => (scores[of] ?? 0) >= (scores[place] ?? 0)).length,
        ),
        turned: clear.some(isHere) ? 'clearly' : noisy.some(isHere) ? 'perhaps' : null,
      };
    });
    const at = (place: number) => sources[place] as ShownSource;
    return [{ setting, trusted: ownOrder.map(at), flagged: outside.map(at), columns }];
  });
}

/**
 * By kind of variation: in how many the order holds, and what turns it; sentences with their full stops. Kinds are not
 * summed, since one kind may have many settings that are nearly alike.
 */
export function stabilityTitle(ribbons: readonly Ribbon[]): readonly HeadlinePart[] {
  const columns = (ribbons[0]?.columns ?? []).map((column, i) => {
    const turns = ribbons.map((ribbon) => ribbon.columns[i]?.turned);
    return { ...column, turned: turns.find((turned) => turned === 'clearly') ?? turns.find(Boolean) ?? null };
  });
  if (columns.filter(({ own }) => !own).length < FEWEST)
    return ['What makes the order, and what would change it?'];
  const kinds = [...new Set(columns.map(({ group }) => group))].map((group) => {
    const of = columns.filter((column) => column.group === group);
    // The user's setting counts also where another kind has its column.
    const more = of.some(({ own }) => own) ? 0 : 1;
    const kept = of.filter(({ turned }) => turned === null).length + more;
    return { words: group, kept, count: of.length + more };
  });
  const whole = kinds.filter(({ kept, count }) => kept === count).map(({ words }) => words);
  const parts = [
    ...(whole.length === 0 ? [] : [`in all ${listInWords(whole)}`]),
    ...kinds.flatMap(({ words, kept, count }) =>
      kept === count ? [] : [`in ${formatCount(kept)} of ${formatCount(count)} ${words}`],
    ),
  ];
  const subject = ribbons.length > 1 ? `The orders of ${ribbons.length} settings hold` : 'The order holds';
  const clear = columns.filter(({ turned }) => turned === 'clearly');
  const open = columns.filter(({ turned }) => turned === 'perhaps').length;
  const chance = `; in ${countInWords(open)}${clear.length > 0 ? ' more' : ''} a change may be chance`;
  return [`${subject} ${parts.join(', ')}`, ...breaks(clear), ...(open > 0 ? [chance] : []), '.'];
}

/** `; margin hardness and two more change it`, with the names as links. */
function breaks(turned: readonly RibbonColumn[]): HeadlinePart[] {
  if (turned.length === 0) return [];
  const comma = turned.length === 2 ? ' and ' : ', ';
  const named = turned.slice(0, MOST_NAMED).flatMap(({ name, experiment }, i): HeadlinePart[] => {
    return [i === 0 ? '; ' : comma, { text: name, experiment }];
  });
  const more = turned.length > MOST_NAMED ? ` and ${countInWords(turned.length - MOST_NAMED)} more` : '';
  return [...named, `${more} ${turned.length === 1 ? 'changes' : 'change'} it`];
}
