/**
 * What a run can be asked for beside its files and its encoder, one row each. Address, kept session, options of the commands with
 * their help, and the words of a change come from the rows. Plain JavaScript: commands read it before anything is built.
 */

/** Where a value is taken: the commands `rank`, `read`, and the one that opens the page. The address takes all. @typedef {'rank' | 'read' | 'open'} Command */

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
const choice = (words) => ({
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
    commands: RUN,
    value: 'T',
    help: "temperature; else what the encoder's folder says, 0.05 where it says nothing",
  }),
  // The link of a result says it, not the address.
  weighting: row(weighting, { start: /** @type {WeightingId} */ ('full'), commands: [] }),
  sample: row(number({ whole: true, least: 1 }), {
    start: null,
    field: 'Sample size',
    commands: RUN,
    value: 'N',
    help: 'rank N records of each source; else all',
    changed: (size) => (size === null ? 'chose all records' : `chose a sample of ${countOf(size, 'record')}`),
  }),
  seed: row(number({ whole: true, least: 0, most: MOST_SEED }), {
    start: 42,
    field: 'Seed',
    commands: RUN,
    value: 'S',
    help: 'seed of the sample, 42 by default',
    changed: (seed) => `set the seed to ${seed}`,
  }),
  negatives: row(number({ whole: true, least: 1 }), {
    start: null,
    field: 'Negatives',
    commands: RUN,
    value: 'N',
    help: "rank the first N negatives of each record, in the file's order; a record with fewer keeps what it has; else all",
    changed: (first) =>
      first === null
        ? 'chose all negatives of each record'
        : `chose the first ${first === 1 ? 'negative' : countOf(first, 'negative')} of each record`,
  }),
  batch: row(number({ whole: true, least: 1 }), {
    start: 16,
    commands: RUN,
    value: 'N',
    help: 'texts in one run of the encoder',
    changed: (batch) => `set the batch size to ${batch}`,
  }),
  queries: row(choice(/** @type {const} */ (['shared', 'all'])), {
    start: /** @type {'shared' | 'all'} */ ('shared'),
    commands: RUN,
    words: { 'all-queries': 'all' },
    help: 'score each source on all of its queries; else sources with different queries are scored on those that all have, where these are 30 or more; the result says which',
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
    help: 'where source labels come from: file, keys, fields or column:NAME; else as the format has it',
  }),
  'top-k': row(number({ whole: true, least: 1 }), {
    start: null,
    commands: ALL,
    value: 'K',
    help: 'hits of a retrieval run taken as negatives of each query; else as many as the other sources have, 10 without any',
  }),
  map: row(mapping, {
    start: null,
    commands: ALL,
    value: 'ROLES',
    help: 'which column is what, where names do not tell: query=a,positive=b,negative=c,negative=d and perhaps id=e; or query=a,positive=b,label=c, where a label or grade tells positives from negatives; holds for every file that has all these columns',
  }),
  'by-order': row(yes, {
    start: false,
    commands: ALL,
    words: { 'by-order': 'yes' },
    help: 'read columns as query, positive, negatives in their order, where names do not tell',
  }),
  header: row(choice(/** @type {const} */ (['auto', 'first', 'none'])), {
    start: /** @type {'auto' | 'first' | 'none'} */ ('auto'),
    commands: ALL,
    words: { header: 'first', 'no-header': 'none' },
    help: 'the first row of tables names their columns, or is a record and names nothing',
  }),
  relevant: row(number({}), {
    start: null,
    commands: ALL,
    value: 'N',
    help: 'least grade that makes a judged or labeled document a positive, 1 by default',
  }),
  group: row(text(/./, 'query, positive or the name of a column'), {
    start: /** @type {string | null} */ ('positive'),
    commands: ALL,
    value: 'UNIT',
    help: 'what counts as one in every interval: positive (queries that share a positive, also by way of others; the default), query, or a column of the files, such as a document, a site or a user',
    changed: (unit) => `chose ${unitOf(unit)} as the units`,
  }),
  normalise: row(yes, {
    start: false,
    commands: ALL,
    words: { normalise: 'yes' },
    help: 'bring given embeddings to unit norm instead of rejecting their records',
    changed: () => 'changed whether given embeddings are brought to unit norm',
  }),
  experiments: row(names, {
    start: /** @type {readonly string[]} */ ([]),
    commands: ['rank'],
    value: 'all',
    help: 'perform the experiments of the lab too, for the report\'s "experiments"; or names with commas, such as weightings,controls; a name that is none lists them',
  }),
  'judge-sample': row(number({ whole: true, least: 1, most: 5000 }), {
    start: 200,
    commands: ['rank'],
    value: 'N',
    help: "how many pairs to judge, 200 by default, 5,000 at most: the first of the order that the page's triage has too",
  }),
  'judge-seed': row(number({ whole: true, least: 0, most: MOST_SEED }), {
    start: 7,
    commands: ['rank'],
    value: 'S',
    help: 'seed of that order, 7 by default',
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
