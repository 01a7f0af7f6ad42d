/**
 * What a run can be asked for beside its files and its encoder, one row each. Address, kept session, options of the commands with
 * their help, and the words of a change come from the rows. Plain JavaScript: commands read it before anything is built.
 */

/** Where a value is taken: the commands `rank`, `read`, `partial`, and the one that opens the page. The address takes all. @typedef {'rank' | 'read' | 'partial' | 'open'} Command */

/**
 * How a value is written. `read` gives undefined for a text that is none.
 *
 * @template T
 * @typedef {{ expected: string, read: (text: string) => T | undefined, write: (value: T) => string }} Kind
 */

/**
 * @template T
 * @typedef {object} Row
 * @property {T} start
 * @property {string} [field] its name on the page, where it can be wrong there
 * @property {readonly Command[]} commands
 * @property {string} [value] stands for the value in the help; none where the option is a word alone
 * @property {string} [help]
 * @property {Readonly<Record<string, string>>} [words] options without a value, by what they stand for; else the row's name
 * @property {(value: T) => string} [changed] follows "You"; without it a change asks for no other run
 */

/** @type {readonly Command[]} */
const ALL = ['rank', 'read', 'open'];
/** @type {readonly Command[]} */
const RUN = ['rank', 'open'];
/** @type {readonly Command[]} */
const SUMS = ['partial', 'rank', 'open'];

/** @param {{ whole?: boolean, above?: number, least?: number, most?: number }} bounds @returns {Kind<number | null>} */
export function number({ whole = false, above = -Infinity, least = -Infinity, most = Infinity }) {
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
    write: String,
  };
}

/** @template {string} Word @param {readonly Word[]} words @returns {Kind<Word>} */
export const choice = (words) => ({
  expected: `one of ${words.join(', ')}`,
  read: (text) => words.find((word) => word === text),
  write: String,
});

/** @type {Kind<boolean>} */
const yes = {
  expected: 'yes or no',
  read: (text) => (text === 'yes' || text === '' ? true : text === 'no' ? false : undefined),
  write: (value) => (value ? 'yes' : 'no'),
};

/** @param {RegExp} pattern @param {string} expected @returns {Kind<string | null>} */
const text = (pattern, expected) => ({
  expected,
  read: (written) => (pattern.test(written.trim()) ? written.trim() : undefined),
  write: String,
});

/** Names with commas between them. @type {Kind<readonly string[]>} */
const names = {
  expected: 'names with commas between them',
  read(written) {
    const found = [...new Set(written.split(',').map((word) => word.trim()))].filter((word) => word !== '');
    return found.length > 0 ? found : undefined;
  },
  write: (value) => value.join(),
};

const MOST_SEED = 2 ** 32 - 1;

/** @type {Kind<string | null>} */
const mapping = {
  expected:
    'query=COLUMN,positive=COLUMN and one or more negative=COLUMN (or one label=COLUMN), perhaps id=COLUMN',
  read(written) {
    const roles = written
      .split(',')
      .map((part) => /^(query|positive|negative|label|id)=.+$/.exec(part.trim())?.[1] ?? null);
    const count = (/** @type {string} */ role) => roles.filter((each) => each === role).length;
    const once = count('query') === 1 && count('positive') === 1 && count('label') <= 1 && count('id') <= 1;
    const fits = once && count('negative') > 0 !== count('label') > 0;
    return fits && !roles.includes(null) ? written : undefined;
  },
  write: String,
};

/** @param {number} count @param {string} unit */
const countOf = (count, unit) => `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;

/** @typedef {import('../../scoring/weightings').WeightingId} WeightingId */

/** @type {Kind<WeightingId>} */
const weighting = { expected: 'a weighting', read: () => undefined, write: String };

/** @template T @param {Kind<T>} kind @param {Row<T>} row @returns {Kind<T> & Row<T>} */
const row = (kind, row) => ({ ...kind, ...row });

export const INPUTS = {
  tau: row(number({ above: 0 }), {
    start: 0.05,
    field: 'Temperature',
    commands: SUMS,
    value: 'T',
    help: "temperature. Without it: the one in the encoder's folder, or 0.05",
  }),
  // The link of a result says it, not the address.
  weighting: row(weighting, { start: /** @type {WeightingId} */ ('full'), commands: [] }),
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
    help: 'seed of the sample, 42 by default',
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
  queries: row(choice(/** @type {const} */ (['shared', 'all'])), {
    start: /** @type {'shared' | 'all'} */ ('shared'),
    commands: RUN,
    words: { 'all-queries': 'all' },
    help: 'score each source on all its queries. Without it: on the queries that all sources have, if these are 30 or more',
    changed: (queries) =>
      queries === 'all' ? 'chose all queries of each source' : 'chose the queries that all sources have',
  }),
  device: row(choice(/** @type {const} */ (['auto', 'wasm', 'webgpu'])), {
    start: /** @type {'auto' | 'wasm' | 'webgpu'} */ ('auto'),
    commands: ['open'],
    value: 'D',
    help: 'auto, wasm or webgpu',
    changed: () => 'chose another device',
  }),
  stop: row(choice(/** @type {const} */ (['all', 'certain', 'long'])), {
    start: /** @type {'all' | 'certain' | 'long'} */ ('long'),
    commands: [],
    changed: () => 'changed when the run may end',
  }),
  level: row(
    { ...number({}), expected: 'a probability between 0.5 and 1, such as 0.95', read: probability },
    { start: 0.95, commands: [], changed: () => 'changed how certain an order has to be' },
  ),
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
  header: row(choice(/** @type {const} */ (['auto', 'first', 'none'])), {
    start: /** @type {'auto' | 'first' | 'none'} */ ('auto'),
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
    start: /** @type {string | null} */ ('positive'),
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
  experiments: row(names, {
    start: /** @type {readonly string[]} */ ([]),
    commands: ['rank'],
    value: 'all',
    help: 'run the experiments of the Lab too (report: "experiments"), all or some, such as weightings,controls. A wrong name lists them',
  }),
  'judge-sample': row(number({ whole: true, least: 1, most: 5000 }), {
    start: 200,
    commands: ['rank'],
    value: 'N',
    help: 'how many pairs to judge, 200 by default, 5,000 at most: the same pairs as on the page',
  }),
  'judge-seed': row(number({ whole: true, least: 0, most: MOST_SEED }), {
    start: 7,
    commands: ['rank'],
    value: 'S',
    help: 'seed of the order of pairs to judge, 7 by default',
  }),
};

/** @param {string} written @returns {number | undefined} */
function probability(written) {
  const value = Number(written);
  return value > 0.5 && value < 1 ? value : undefined;
}

/** @param {string | null} unit */
function unitOf(unit) {
  if (unit === 'query') return 'queries';
  return unit === 'positive' ? 'passages' : `groups by ${unit}`;
}

/** @typedef {keyof typeof INPUTS} InputName */
/** @typedef {{ -readonly [Name in InputName]: (typeof INPUTS)[Name]['start'] }} Values */

export const INPUT_NAMES = /** @type {readonly InputName[]} */ (Object.keys(INPUTS));
