/** The options of a mining under the names that its miners gave them, with their presets and checks (docs/MINING.md). */

import * as v from 'valibot';

import { NEAR_TEXT } from '../lexical/near-text';

/** What becomes of a candidate that was looked at. The first rule that takes it counts. */
export const RULES = [
  'own_positive',
  'evaluation',
  'same_query_positive',
  'query_text',
  'near_copy',
  'absolute_margin',
  'relative_margin',
  'max_score',
  'min_score',
  'range_min',
  'range_max',
  'not_drawn',
  'kept',
] as const;

export type Rule = (typeof RULES)[number];

const words = <const Words extends readonly string[]>(...of: Words) =>
  v.picklist(of, `one of ${of.join(', ')}`);

const number = (expected: string, least = -Infinity, most = Infinity) =>
  v.pipe(v.number(expected), v.finite(expected), v.minValue(least, expected), v.maxValue(most, expected));

const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const expected = `a whole number from ${least} ${most < Number.MAX_SAFE_INTEGER ? `to ${most}` : 'on'}`;
  return v.pipe(number(expected, least, most), v.integer(expected));
};

const yes = v.boolean('yes or no');

/** @param words what it means @param value what it takes; null: it is off @param usual where it is not said */
const option = <const Value extends v.GenericSchema>(
  words: string,
  value: Value,
  usual: v.InferOutput<Value>,
) => ({ words, value, usual });

/** One that can be off, and is where it is not said. */
const limit = (words: string, value: v.GenericSchema<number>) => option(words, v.nullable(value), null);

const RANKS = {
  num_negatives: option('Negatives of each record.', whole(1), 3),
  range_min: option('Skips this many of the best candidates.', whole(0), 0),
  range_max: limit(
    'Ignores candidates from this rank on. With none the miner takes as many as it needs.',
    whole(1),
  ),
  range_counts: option(
    'Counts ranks after the filters (survivors) or before them (raw).',
    words('survivors', 'raw'),
    'survivors',
  ),
  sampling: option(
    'Takes the best of the range (top) or draws from it (random).',
    words('top', 'random'),
    'top',
  ),
  seed: option('Seed of every random draw.', whole(0, 0xffffffff), 42),
  short: option(
    'What to do with a record that has fewer negatives: keep it, drop it, or fill it with random passages.',
    words('keep', 'drop', 'fill'),
    'keep',
  ),
};

const LIMITS = {
  relative_margin: limit(
    'Keeps a negative only if its score is this share below the positive’s: 0.05 keeps scores up to 95 % of it.',
    number('a share from 0 to 1', 0, 1),
  ),
  absolute_margin: limit(
    'Drops a negative whose score plus this number is above the positive’s score.',
    number('a number from 0 on', 0),
  ),
  max_score: limit('Drops a negative with a higher score.', number('a number')),
  min_score: limit('Drops a negative with a lower score.', number('a number')),
  positive: option(
    'Which score to compare with if a record has several positives.',
    words('min', 'max', 'first'),
    'min',
  ),
  score_by: option(
    'Which scores sort and filter the candidates: the miner’s or a cross-encoder’s.',
    words('miner', 'cross-encoder'),
    'miner',
  ),
};

const EXCLUSIONS = {
  exclude_same_query: option('Positives of other records with the same query.', yes, true),
  exclude_query: option('A passage whose text is the query.', yes, false),
  exclude_copies: limit(
    'A passage that has this share of its words in common with a positive of the record.',
    number('a share above 0, to 1', Number.MIN_VALUE, 1),
  ),
};

/** The options, in the order in which they are shown. */
export const OPTIONS = { ...RANKS, ...LIMITS, ...EXCLUSIONS };

export type OptionName = keyof typeof OPTIONS;

const namesOf = (group: object) => Object.keys(group) as readonly OptionName[];

const OPTION_NAMES = namesOf(OPTIONS);

export const OPTION_GROUPS = [
  { words: 'How many, from which ranks', names: namesOf(RANKS) },
  { words: 'Limits on scores', names: namesOf(LIMITS) },
  { words: 'Never a negative', names: namesOf(EXCLUSIONS) },
] as const;

type Values = { readonly [Name in OptionName]: (typeof OPTIONS)[Name]['value'] };

export const MiningOptionsSchema = v.object(
  Object.fromEntries(OPTION_NAMES.map((name) => [name, OPTIONS[name].value])) as Values,
);

export type MiningOptions = Readonly<v.InferOutput<typeof MiningOptionsSchema>>;

/** What an option takes where that is a few words; null for a number. */
export function choicesOf(name: OptionName): readonly string[] | null {
  const { value } = OPTIONS[name];
  if (value.type === 'boolean') return ['yes', 'no'];
  return value.type === 'picklist' ? value.options : null;
}

/** What a text says of an option: a number, yes, no, none, or else a word. Whether it fits is another question. */
export function optionOf(text: string): number | boolean | string | null {
  const word = text.trim();
  if (word === '' || word === 'none') return null;
  if (word === 'yes' || word === 'no') return word === 'yes';
  return Number.isNaN(Number(word)) ? word : Number(word);
}

const USUAL = Object.fromEntries(OPTION_NAMES.map((name) => [name, OPTIONS[name].usual])) as MiningOptions;

const preset = (words: string, changed: Partial<MiningOptions>) => ({
  words,
  options: { ...USUAL, ...changed },
});

/** Sets of options, each as its miner has it. */
export const MINING_PRESETS = {
  paper: preset('top 10, without near copies of the positive', {
    num_negatives: 10,
    exclude_copies: NEAR_TEXT,
  }),
  'sentence-transformers': preset('top 3 after filters', {}),
  'flag-embedding': preset('15 drawn, seeded, from ranks 10–210', {
    num_negatives: 15,
    range_min: 10,
    range_max: 210,
    range_counts: 'raw',
    sampling: 'random',
    short: 'fill',
    exclude_query: true,
    exclude_same_query: false,
  }),
  'nv-retriever': preset('TopK-PercPos: below 95 % of the positive', {
    num_negatives: 10,
    relative_margin: 0.05,
  }),
  'nv-margin': preset('TopK-MarginPos: 0.05 below the positive', {
    num_negatives: 10,
    absolute_margin: 0.05,
  }),
  'nv-abs': preset('TopK-Abs: scores to 0.7', { num_negatives: 10, max_score: 0.7 }),
  'nv-shifted': preset('Top-K shifted by 10 ranks', {
    num_negatives: 10,
    range_min: 10,
    range_counts: 'raw',
  }),
  nemo: preset('20 below 95 % of the lowest positive, of the top 40', {
    num_negatives: 20,
    range_max: 40,
    range_counts: 'raw',
    relative_margin: 0.05,
  }),
};

/** What is wrong with options, a sentence each; empty where nothing is. */
export function optionFaults(options: MiningOptions): string[] {
  const { issues = [] } = v.safeParse(MiningOptionsSchema, options);
  const faults = issues.map((issue) => {
    const name = v.getDotPath(issue) ?? '';
    const meant = name === 'relative_margin' ? meantShare(Number(issue.input)) : '';
    return `${name} ${String(issue.input)}: expected ${issue.message}.${meant}`;
  });
  const { num_negatives, range_min, range_max, score_by } = options;
  if (faults.length === 0 && range_max !== null && num_negatives > range_max - range_min) {
    const most = `${range_max} − ${range_min} = ${range_max - range_min}`;
    faults.push(`num_negatives ${num_negatives}: expected at most range_max − range_min = ${most}.`);
  }
  if (score_by === 'cross-encoder' && !isLimited(options))
    faults.push('score_by cross-encoder: expected relative_margin, absolute_margin or max_score beside it.');
  return [...new Set(faults)];
}

/** A question after a margin that is a percentage: of the margin itself, or of the score that is kept. */
function meantShare(margin: number): string {
  if (!(margin > 1 && margin < 100)) return '';
  const dropped = margin < 50 ? margin : 100 - margin;
  return ` Did you mean ${dropped / 100}, which keeps scores to ${100 - dropped} % of the positive’s?`;
}

/** Limits that are meant for cosines and say little of BM25's scores, a sentence each. */
export function scaleNotes(method: string, options: MiningOptions): string[] {
  if (method !== 'bm25' || options.score_by !== 'miner') return [];
  return (['max_score', 'min_score', 'absolute_margin'] as const).flatMap((option) => {
    const value = options[option];
    if (value === null || Math.abs(value) > 1 || (value === 0 && option !== 'max_score')) return [];
    return [`${option} ${value} limits cosines. BM25 scores are not cosines: most are far above 1.`];
  });
}

/**
 * range_max where it is not given, as sentence-transformers sets it: ten times as many candidates where a margin or a
 * largest score may drop some (min_score does not count).
 * @param mostPositives largest number of positives that a query has
 */
export function rangeMax(options: MiningOptions, mostPositives: number): number {
  const { range_max, range_min, num_negatives } = options;
  if (range_max !== null) return range_max;
  return range_min + num_negatives * (isLimited(options) ? 10 : 1) + mostPositives;
}

/** Whether a margin or a largest score is set: without one sentence-transformers does not ask its cross-encoder either. */
function isLimited({ absolute_margin, relative_margin, max_score }: MiningOptions): boolean {
  return absolute_margin !== null || relative_margin !== null || max_score !== null;
}

/** How many candidates of each query are searched for, the positives among them. */
export function searchDepth(options: MiningOptions, mostPositives: number): number {
  const max = rangeMax(options, mostPositives);
  return options.range_counts === 'raw' ? max : max + mostPositives;
}
