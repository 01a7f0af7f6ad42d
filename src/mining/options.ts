/** The options of a mining under the names that its miners gave them, with their presets and checks (docs/MINING.md). */

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

export interface MiningOptions {
  /** Negatives of each record. */
  readonly num_negatives: number;
  /** The first so many candidates are passed over. */
  readonly range_min: number;
  /** Candidates from this rank on do not count; null: as far as {@link rangeMax} says. */
  readonly range_max: number | null;
  /** `raw`: ranks of the search count, positives included. `survivors`: ranks of what the filters left. */
  readonly range_counts: 'raw' | 'survivors';
  /** Drops s > max_score. */
  readonly max_score: number | null;
  /** Drops s < min_score. */
  readonly min_score: number | null;
  /** Drops s + absolute_margin > p. */
  readonly absolute_margin: number | null;
  /** Drops s > p − |p| · relative_margin. */
  readonly relative_margin: number | null;
  /** Which positive's score p is, where there are several. */
  readonly positive: 'min' | 'max' | 'first';
  readonly sampling: 'top' | 'random';
  readonly seed: number;
  /** What becomes of a record with fewer negatives: it stays, goes, or is filled with random passages. */
  readonly short: 'keep' | 'drop' | 'fill';
  /** Whose scores filter and order: the miner's or a cross-encoder's. */
  readonly score_by: 'miner' | 'cross-encoder';
  /** Drops positives of other records with the same query text. */
  readonly exclude_same_query: boolean;
  /** Drops a passage whose text is the query. */
  readonly exclude_query: boolean;
  /** Drops passages whose words overlap a positive's by this share or more (Jaccard); null: none. */
  readonly exclude_copies: number | null;
}

/** The options in three groups, in the order in which they are shown, with the rules that each group's options make. */
export const OPTION_GROUPS = [
  {
    words: 'How many, from which ranks',
    names: ['num_negatives', 'range_min', 'range_max', 'range_counts', 'sampling', 'seed', 'short'],
    rules: ['range_min', 'range_max', 'not_drawn'],
  },
  {
    words: 'Limits on scores',
    names: ['relative_margin', 'absolute_margin', 'max_score', 'min_score', 'positive', 'score_by'],
    rules: ['absolute_margin', 'relative_margin', 'max_score', 'min_score'],
  },
  {
    words: 'What never is a negative',
    names: ['exclude_same_query', 'exclude_query', 'exclude_copies'],
    rules: ['own_positive', 'evaluation', 'same_query_positive', 'query_text', 'near_copy'],
  },
] as const satisfies readonly {
  readonly words: string;
  readonly names: readonly (keyof MiningOptions)[];
  readonly rules: readonly Rule[];
}[];

export type OptionGroup = (typeof OPTION_GROUPS)[number];

export type OptionName = OptionGroup['names'][number];

/** The choices of options that have a few. */
export const OPTION_CHOICES = {
  range_counts: ['survivors', 'raw'],
  positive: ['min', 'max', 'first'],
  sampling: ['top', 'random'],
  short: ['keep', 'drop', 'fill'],
  score_by: ['miner', 'cross-encoder'],
} as const;

const PLAIN: MiningOptions = {
  num_negatives: 3,
  range_min: 0,
  range_max: null,
  range_counts: 'survivors',
  max_score: null,
  min_score: null,
  absolute_margin: null,
  relative_margin: null,
  positive: 'min',
  sampling: 'top',
  seed: 42,
  short: 'keep',
  score_by: 'miner',
  exclude_same_query: true,
  exclude_query: false,
  exclude_copies: null,
};

/** Sets of options, each as its miner has it. */
export const MINING_PRESETS = {
  paper: { words: 'top 10, no filter', options: { ...PLAIN, num_negatives: 10 } },
  'sentence-transformers': { words: 'top 3 after filters', options: PLAIN },
  'flag-embedding': {
    words: '15 drawn, seeded, from ranks 10–210',
    options: {
      ...PLAIN,
      num_negatives: 15,
      range_min: 10,
      range_max: 210,
      range_counts: 'raw',
      sampling: 'random',
      short: 'fill',
      exclude_query: true,
      exclude_same_query: false,
    },
  },
  'nv-retriever': {
    words: 'TopK-PercPos: below 95 % of the positive',
    options: { ...PLAIN, num_negatives: 10, relative_margin: 0.05 },
  },
  'nv-margin': {
    words: 'TopK-MarginPos: 0.05 below the positive',
    options: { ...PLAIN, num_negatives: 10, absolute_margin: 0.05 },
  },
  'nv-abs': {
    words: 'TopK-Abs: scores to 0.7',
    options: { ...PLAIN, num_negatives: 10, max_score: 0.7 },
  },
  'nv-shifted': {
    words: 'Top-K shifted by 10 ranks',
    options: { ...PLAIN, num_negatives: 10, range_min: 10, range_counts: 'raw' },
  },
  nemo: {
    words: '20 below 95 % of the lowest positive, of the top 40',
    options: {
      ...PLAIN,
      num_negatives: 20,
      range_max: 40,
      range_counts: 'raw',
      relative_margin: 0.05,
    },
  },
} as const satisfies Readonly<Record<string, { readonly words: string; readonly options: MiningOptions }>>;

/** Options that do not fit: which one, and what was expected. */
export interface OptionFault {
  readonly option: OptionName;
  /** A whole sentence. */
  readonly message: string;
}

/** What is set in a group, such as `num_negatives 10 · range_min 5`; what is off, or as most have it, goes unsaid. */
export function groupInWords({ names }: OptionGroup, options: MiningOptions): string {
  const set = names.flatMap((name) => {
    const value = options[name];
    const [usual] = (OPTION_CHOICES as Partial<Record<OptionName, readonly string[]>>)[name] ?? [];
    if (value === null || value === false || value === 0 || value === usual || name === 'seed') return [];
    return [value === true ? name : `${name} ${value}`];
  });
  return set.join(' · ') || 'none';
}

/** Presets whose limit is one of cosines: BM25's scores are none. */
export function isOfCosines(preset: keyof typeof MINING_PRESETS): boolean {
  const { max_score, absolute_margin }: MiningOptions = MINING_PRESETS[preset].options;
  return max_score !== null || absolute_margin !== null;
}

/** What is wrong with options; empty where nothing is. */
export function optionFaults(options: MiningOptions): OptionFault[] {
  const faults: OptionFault[] = [];
  const fault = (option: OptionName, found: unknown, expected: string) =>
    faults.push({
      option,
      message: `${option} ${String(found)}: expected ${expected}${expected.endsWith('?') ? '' : '.'}`,
    });
  const isWhole = (value: number, least: number) => Number.isSafeInteger(value) && value >= least;
  const { num_negatives, range_min, range_max, seed, exclude_copies } = options;
  if (!isWhole(num_negatives, 1)) fault('num_negatives', num_negatives, 'a whole number from 1 on');
  if (!isWhole(range_min, 0)) fault('range_min', range_min, 'a whole number from 0 on');
  if (range_max !== null && !isWhole(range_max, 1)) fault('range_max', range_max, 'a whole number from 1 on');
  if (!isWhole(seed, 0) || seed > 0xffffffff) fault('seed', seed, 'a whole number from 0 to 4294967295');
  if (faults.length === 0 && range_max !== null && num_negatives > range_max - range_min) {
    fault(
      'num_negatives',
      num_negatives,
      `at most range_max − range_min = ${range_max} − ${range_min} = ${range_max - range_min}`,
    );
  }
  for (const option of ['max_score', 'min_score'] as const) {
    const value = options[option];
    if (value !== null && !Number.isFinite(value)) fault(option, value, 'a number');
  }
  const { absolute_margin, relative_margin } = options;
  if (absolute_margin !== null && !(Number.isFinite(absolute_margin) && absolute_margin >= 0)) {
    fault('absolute_margin', absolute_margin, 'a number from 0 on');
  }
  if (relative_margin !== null && !(relative_margin >= 0 && relative_margin <= 1)) {
    fault('relative_margin', relative_margin, `a share from 0 to 1${meantShare(relative_margin)}`);
  }
  if (options.score_by === 'cross-encoder' && !isLimited(options)) {
    fault('score_by', 'cross-encoder', 'relative_margin, absolute_margin or max_score beside it');
  }
  if (exclude_copies !== null && !(exclude_copies > 0 && exclude_copies <= 1)) {
    fault('exclude_copies', exclude_copies, 'a share above 0, to 1');
  }
  return faults;
}

/** A question after a margin that is a percentage: of the margin itself, or of the score that is kept. */
function meantShare(margin: number): string {
  if (!(margin > 1 && margin < 100)) return '';
  const dropped = margin < 50 ? margin : 100 - margin;
  return `. Did you mean ${dropped / 100}, which keeps scores to ${100 - dropped} % of the positive’s?`;
}

/** Limits that are meant for cosines and say nothing of BM25's scores, a sentence each. */
export function scaleNotes(methods: readonly string[], options: MiningOptions): string[] {
  if (!methods.includes('bm25') || options.score_by !== 'miner') return [];
  const does = {
    max_score: 'keeps the weakest candidates, or none',
    min_score: 'drops next to nothing',
    absolute_margin: 'drops little more than a margin of 0',
  } as const;
  return (Object.keys(does) as (keyof typeof does)[]).flatMap((option) => {
    const value = options[option];
    if (value === null || Math.abs(value) > 1 || (value === 0 && option !== 'max_score')) return [];
    return [`${option} ${value} is a limit of cosines, and BM25 scores are none: it ${does[option]}.`];
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

/** What is wrong with options for methods of which one has no scores; null where nothing is. */
export function scorelessFault(methods: readonly string[], options: MiningOptions): string | null {
  if (!methods.includes('random') || !needsScores(options)) return null;
  return 'Random passages have no scores: leave margins, max_score and min_score out, or mine by bm25 or dense.';
}

/** Whether the options ask for scores of a miner that has any. */
function needsScores({ max_score, min_score, absolute_margin, relative_margin }: MiningOptions): boolean {
  return [max_score, min_score, absolute_margin, relative_margin].some((value) => value !== null);
}
