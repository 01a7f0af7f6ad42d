/**
 * What a run can be asked for beside its files and its encoder, one row each. Address, kept session, options of the commands with
 * their help, and the words of a change come from the rows.
 */

import type { Mapping } from '../../candidates/reading';
import { WEIGHTING_IDS } from '../../scoring/weightings';
import { countOf } from '../../ui/words';

/** Where a value is taken. The address takes all. `open` is the command that opens the page. */
export type Command = 'rank' | 'read' | 'partial' | 'open';

export interface Kind<T> {
  readonly expected: string;
  /** Undefined for a text that is none. */
  readonly read: (text: string) => T | undefined;
}

interface Row<T> extends Kind<T> {
  readonly start: T;
  /** Its name on the page, where it can be wrong there. */
  readonly field?: string;
  readonly commands: readonly Command[];
  /** Stands for the value in the help; none where the option is a word alone. */
  readonly value?: string;
  /** Where `start` is a number, the help says it behind these words. */
  readonly help?: string;
  /** Options without a value, by what they stand for; else the row's name. */
  readonly words?: Readonly<Record<string, string>>;
  /** Follows "You"; without it a change asks for no other run. */
  readonly changed?: (value: T) => string;
}

const ALL: readonly Command[] = ['rank', 'read', 'open'];
const RUN: readonly Command[] = ['rank', 'open'];
const SUMS: readonly Command[] = ['partial', 'rank', 'open'];

type Bounds = { readonly whole?: boolean } & Partial<Record<'above' | 'least' | 'most', number>>;

export function number(bounds: Bounds): Kind<number | null> {
  const { whole = false, above = -Infinity, least = -Infinity, most = Infinity } = bounds;
  const expected = [
    whole ? 'a whole number' : 'a number',
    above > -Infinity ? `above ${above}` : '',
    least > -Infinity ? `from ${least} on` : '',
    most < Infinity ? `to ${most}` : '',
  ];
  return {
    expected: expected.filter((part) => part !== '').join(' '),
    read(text) {
      const value = text.trim() === '' ? NaN : Number(text);
      const fits = Number.isFinite(value) && (!whole || Number.isSafeInteger(value));
      return fits && value > above && value >= least && value <= most ? value : undefined;
    },
  };
}

export function choice<const Words extends readonly string[]>(words: Words): Kind<Words[number]> {
  return {
    expected: `one of ${words.join(', ')}`,
    read: (text) => words.find((word) => word === text),
  };
}

const yes: Kind<boolean> = {
  expected: 'yes or no',
  read: (text) => (text === 'yes' || text === '' ? true : text === 'no' ? false : undefined),
};

function text(pattern: RegExp, expected: string): Kind<string | null> {
  return { expected, read: (written) => (pattern.test(written.trim()) ? written.trim() : undefined) };
}

/** Each once. @param among what may be named; without it anything */
export function names<Name extends string = string>(among?: readonly Name[]): Kind<readonly Name[]> {
  return {
    expected: `${among ? `some of ${among.join(', ')}` : 'names'} with commas between them`,
    read(written) {
      const found = [...new Set(written.split(',').map((word) => word.trim()))].filter((word) => word !== '');
      const isKnown = (word: string): word is Name => among === undefined || among.includes(word as Name);
      return found.length > 0 && found.every(isKnown) ? found : undefined;
    },
  };
}

const MOST_SEED = 2 ** 32 - 1;

const mapping: Kind<Mapping | null> = {
  expected:
    'query=COLUMN,positive=COLUMN and one or more negative=COLUMN (or one label=COLUMN), perhaps id=COLUMN',
  read(written) {
    const form = /^(query|positive|negative|label|id)=(.+)$/;
    const parts = written.split(',').map((part) => form.exec(part.trim()));
    const named = (role: string) => parts.flatMap((part) => (part?.[1] === role ? (part[2] ?? '') : []));
    const [queries, positives, negatives] = [named('query'), named('positive'), named('negative')];
    const [ids, labels] = [named('id'), named('label')];
    const once = queries.length === 1 && positives.length === 1 && labels.length <= 1 && ids.length <= 1;
    if (!once || negatives.length > 0 === labels.length > 0 || parts.includes(null)) return undefined;
    const [[query = ''], [positive = ''], [queryId = null], [label = null]] = [
      queries,
      positives,
      ids,
      labels,
    ];
    return { query, positive, negatives, queryId, label };
  },
};

/** Where it was left out. */
export const LEVEL = 0.95;

const level: Kind<number | null> = {
  expected: 'a probability between 0.5 and 1, such as 0.95',
  read(written) {
    const value = Number(written);
    return value > 0.5 && value < 1 ? value : undefined;
  },
};

function row<T>(kind: Kind<T>, rest: Omit<Row<NoInfer<T>>, keyof Kind<T>>): Row<T> {
  return { ...kind, ...rest };
}

export const INPUTS = {
  tau: row(number({ above: 0 }), {
    start: 0.05,
    field: 'Temperature',
    commands: SUMS,
    value: 'T',
    help: 'temperature',
  }),
  weighting: row(choice(WEIGHTING_IDS), { start: 'full', commands: [] }),
  sample: row(number({ whole: true, least: 1 }), {
    start: null,
    field: 'Sample size',
    commands: RUN,
    value: 'N',
    help: 'rank N records of each source. Without it: all',
    changed: (size) => (size === null ? 'chose all records' : `chose a sample of ${countOf(size, 'record')}`),
  }),
  seed: row(number({ whole: true, least: 0, most: MOST_SEED }), {
    start: 42,
    field: 'Seed',
    commands: SUMS,
    value: 'S',
    help: 'seed of the sample and of random passages',
    changed: (seed) => `set the seed to ${seed}`,
  }),
  negatives: row(number({ whole: true, least: 1 }), {
    start: null,
    field: 'Negatives',
    commands: SUMS,
    value: 'N',
    help: 'rank the first N negatives of each record, in the order of the file. Without it: all',
    changed: (first) =>
      first === null
        ? 'chose all negatives of each record'
        : `chose the first ${first === 1 ? 'negative' : countOf(first, 'negative')} of each record`,
  }),
  batch: row(number({ whole: true, least: 1 }), {
    start: 16,
    commands: RUN,
    value: 'N',
    help: 'texts that the encoder reads at once',
    changed: (batch) => `set the batch size to ${batch}`,
  }),
  queries: row(choice(['shared', 'all']), {
    start: 'shared',
    commands: RUN,
    words: { 'all-queries': 'all' },
    help: 'score each source on all its queries. Without it: on the queries that all sources have, if these are 30 or more',
    changed: (queries) =>
      queries === 'all' ? 'chose all queries of each source' : 'chose the queries that all sources have',
  }),
  device: row(choice(['auto', 'wasm', 'webgpu']), {
    start: 'auto',
    commands: ['open'],
    value: 'D',
    help: 'auto, wasm or webgpu',
    changed: () => 'chose another device',
  }),
  stop: row(choice(['all', 'certain', 'long']), {
    start: 'long',
    commands: [],
    changed: () => 'changed when the run may end',
  }),
  level: row(level, { start: LEVEL, commands: [], changed: () => 'changed how certain an order has to be' }),
  label: row(text(/^(file|keys|fields|column:.+)$/, 'file, keys, fields or column:NAME'), {
    start: null,
    commands: ALL,
    value: 'L',
    help: 'where the names of sources come from: file, keys, fields or column:NAME. Without it: as usual for the format',
  }),
  'top-k': row(number({ whole: true, least: 1 }), {
    start: null,
    commands: ALL,
    value: 'K',
    help: 'negatives per query from a retrieval run. Without it: as many as the other sources have, or 10',
  }),
  map: row(mapping, {
    start: null,
    commands: ALL,
    value: 'ROLES',
    help: 'which column is what, if names do not say it: query=a,positive=b,negative=c,negative=d and perhaps id=e. Or query=a,positive=b,label=c, where a label or grade tells positives from negatives. It applies to every file with all these columns',
  }),
  'by-order': row(yes, {
    start: false,
    commands: ALL,
    words: { 'by-order': 'yes' },
    help: 'if names do not say it, read columns in the order query, positive, negatives',
  }),
  header: row(choice(['auto', 'first', 'none']), {
    start: 'auto',
    commands: ALL,
    words: { header: 'first', 'no-header': 'none' },
    help: 'whether the first row of a table names its columns',
  }),
  relevant: row(number({}), {
    start: null,
    commands: ALL,
    value: 'N',
    help: 'grade from which a judged or labeled document is a positive, 1 by default',
  }),
  group: row(text(/./, 'query, positive or the name of a column'), {
    start: 'positive',
    commands: ['partial', ...ALL],
    value: 'UNIT',
    help: 'unit of the intervals: positive (queries that share a positive, also through others; the default), query, or a column of the files, such as a document, a site or a user',
    changed: (unit) => `chose ${unitOf(unit)} as the units`,
  }),
  normalise: row(yes, {
    start: false,
    commands: ['partial', ...ALL],
    words: { normalise: 'yes' },
    help: 'scale embeddings in the files to norm 1 instead of rejecting their records',
    changed: () => 'changed whether given embeddings are brought to unit norm',
  }),
  experiments: row(names(), {
    start: [],
    commands: ['rank'],
    value: 'all',
    help: 'run the experiments of the Lab too (report: "experiments"), all or some, such as weightings,controls. A wrong name lists them',
  }),
  'judge-sample': row(number({ whole: true, least: 1, most: 5000 }), {
    start: 200,
    commands: ['rank'],
    value: 'N',
    help: 'how many pairs to judge, the same pairs as on the page: 5,000 at most',
  }),
  'judge-seed': row(number({ whole: true, least: 0, most: MOST_SEED }), {
    start: 7,
    commands: ['rank'],
    value: 'S',
    help: 'seed of the order of pairs to judge',
  }),
};

function unitOf(unit: string | null): string {
  if (unit === 'query') return 'queries';
  return unit === 'positive' ? 'passages' : `groups by ${unit}`;
}

export type InputName = keyof typeof INPUTS;
export type Values = { -readonly [Name in InputName]: (typeof INPUTS)[Name]['start'] };

export const INPUT_NAMES = Object.keys(INPUTS) as readonly InputName[];

/** Rows without the types of their values. */
export const ROWS = INPUTS as unknown as Readonly<Record<InputName, Row<unknown>>>;
