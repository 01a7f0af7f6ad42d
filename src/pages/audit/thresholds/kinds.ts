/** The limits as the page offers them: their steps, their words, and the lines of the miners that set them. */

import type { LimitScores } from '../../../engine/types';
import type { Limit, LimitId } from '../../../scoring/limits';
import { countOf } from '../../../ui/words';

export interface LimitKind {
  readonly id: LimitId;
  readonly title: string;
  /** What it does to a negative. */
  readonly does: string;
  readonly start: number;
  /** Values from the mildest to the strictest, in hundredths; null: places of a record. */
  readonly hundredths: readonly [number, number] | null;
  /** Whether it looks at the scores of query and negative, which may be the file's own. */
  readonly scored: boolean;
}

export const LIMIT_KINDS: readonly LimitKind[] = [
  {
    id: 'absolute_margin',
    title: 'Absolute margin',
    does: 'Drops a negative that scores within the margin of the positive, or above it.',
    start: 0.05,
    hundredths: [-50, 50],
    scored: true,
  },
  {
    id: 'relative_margin',
    title: 'Relative margin',
    does: 'Drops a negative that scores above the positive less this share of it.',
    start: 0.05,
    hundredths: [0, 50],
    scored: true,
  },
  {
    id: 'max_score',
    title: 'Highest score',
    does: 'Drops a negative that scores above this.',
    start: 0.7,
    hundredths: [100, 0],
    scored: true,
  },
  {
    id: 'min_score',
    title: 'Lowest score',
    does: 'Drops a negative that scores below this.',
    start: 0.2,
    hundredths: [0, 100],
    scored: true,
  },
  {
    id: 'num_negatives',
    title: 'K',
    does: 'Keeps the first K negatives of each record.',
    start: 10,
    hundredths: null,
    scored: false,
  },
  {
    id: 'ranks',
    title: 'Ranks',
    does: 'Skips the first negatives of each record, and those after the last place.',
    start: 10,
    hundredths: null,
    scored: false,
  },
  {
    id: 'cos_positive',
    title: 'Cosine to the positive',
    does: 'Drops a negative as near to its positive as this, or nearer.',
    start: 0.8,
    hundredths: [100, 0],
    scored: false,
  },
  {
    id: 'suspicion',
    title: 'Suspicion',
    does: 'Drops a negative of this suspicion or more: the mean of its cosine and its shared words with the positive.',
    start: 0.5,
    hundredths: [100, 0],
    scored: false,
  },
];

/** Most values of a limit that are looked at. */
const MOST_STEPS = 101;

/** From where to where scores go. */
export interface ScoreRange {
  readonly least: number;
  readonly most: number;
}

/** Cosines as limits look at them. */
const COSINES: ScoreRange = { least: 0, most: 1 };

/** A value in hundredths on a scale of scores: a share, a difference or a score. */
function scaled({ id, scored }: LimitKind, hundredths: number, range: ScoreRange | null): number {
  const share = hundredths / 100;
  if (id === 'relative_margin') return share;
  const { least, most } = scored && range !== null ? range : COSINES;
  const value = (id === 'absolute_margin' ? 0 : least) + share * (most - least);
  return Number(value.toPrecision(4));
}

/** Where the handle stands first. */
export function startOf(kind: LimitKind, range: ScoreRange | null): number {
  return kind.hundredths === null ? kind.start : scaled(kind, 100 * kind.start, range);
}

/**
 * The limits that are looked at, mildest first.
 * @param most K of the sources, the largest
 * @param range of the files' own scores, where these count
 */
export function stepsOf(kind: LimitKind, most: number, end: number, range: ScoreRange | null): Limit[] {
  const { id, hundredths } = kind;
  const places = id === 'ranks' ? ([0, Math.max(0, end - 1)] as const) : ([most, 1] as const);
  const [from, to] = hundredths ?? places;
  const step = Math.ceil((Math.abs(to - from) + 1) / MOST_STEPS) * (to < from ? -1 : 1);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => {
    const value = from + i * step;
    return { id, value: hundredths === null ? value : scaled(kind, value, range), end };
  });
}

/** The place of the step nearest to a value. */
export function stepNear(steps: readonly Limit[], value: number): number {
  const distances = steps.map((step) => Math.abs(step.value - value));
  return distances.indexOf(Math.min(...distances));
}

/** `0.05`, `10`. */
export function valueInWords({ id, value }: Limit): string {
  const fixed = value.toFixed(2);
  const isPlace = id === 'num_negatives' || id === 'ranks';
  return (isPlace || Number(fixed) !== value ? String(value) : fixed).replace('-', '−');
}

/** Which pairs leave: those that a limit drops by somebody's scores. */
export interface Dropping {
  readonly limit: Limit;
  readonly scores: LimitScores;
}

/** What is chosen, as the beginning of a sentence: `An absolute margin of 0.05`. */
export function limitInWords(limit: Limit): string {
  const value = valueInWords(limit);
  switch (limit.id) {
    case 'absolute_margin':
      return `An absolute margin of ${value}`;
    case 'relative_margin':
      return `A relative margin of ${value}`;
    case 'max_score':
      return `A highest score of ${value}`;
    case 'min_score':
      return `A lowest score of ${value}`;
    case 'num_negatives':
      return `K = ${value}`;
    case 'ranks':
      return `The window from ${limit.value + 1} to ${limit.end}`;
    case 'cos_positive':
      return `A cosine to the positive of ${value} or more`;
    case 'suspicion':
      return `A suspicion of ${value} or more`;
  }
}

/** The call of sentence-transformers 6; null where it has no option for this. @param most K of the sources, the largest */
export function sentenceTransformersLine({ id, value, end }: Limit, most: number): string | null {
  if (id === 'cos_positive' || id === 'suspicion') return null;
  const options = {
    num_negatives: `num_negatives=${value}`,
    ranks: `range_min=${value}, range_max=${end}, num_negatives=${end - value}`,
  };
  return `mine_hard_negatives(dataset, model, ${options[id as keyof typeof options] ?? `${id}=${value}, num_negatives=${most}`})`;
}

/** The options of FlagEmbedding's hn_mine.py; null where it has none for this. */
export function hnMineLine({ id, value, end }: Limit): string | null {
  if (id === 'num_negatives') return `hn_mine.py --range_for_sampling 0-${value} --negative_number ${value}`;
  if (id === 'ranks')
    return `hn_mine.py --range_for_sampling ${value}-${end} --negative_number ${end - value}`;
  return null;
}

/** Whether a limit looks at the scores of query and negative. */
export function looksAtScores({ id }: Limit): boolean {
  return LIMIT_KINDS.some((kind) => kind.id === id && kind.scored);
}

/** Why a pair is left out of a cleaned file. @param encoder its name, '' for none */
export function reasonInWords({ limit, scores }: Dropping, encoder: string): string {
  const scorer = scores === 'files' ? 'the file’s own scores' : encoder;
  const judge = scorer === '' ? '' : ` by ${scorer}`;
  switch (limit.id) {
    case 'num_negatives':
      return `after the first ${countOf(limit.value, 'negative')} of its record`;
    case 'ranks':
      return `outside places ${limit.value + 1} to ${limit.end} of its record`;
    case 'cos_positive':
    case 'suspicion':
      return `${limit.id}>=${limit.value}${encoder === '' ? '' : ` by ${encoder}`}`;
    default:
      return `${limit.id}=${limit.value}${judge}`;
  }
}
