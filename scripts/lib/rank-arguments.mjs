/** The command line of `negscope rank`. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import {
  UsageError,
  choiceOf,
  existing,
  groupOf,
  numberOf,
  readArguments,
  seedOf,
  wholeNumber,
  wordsOf,
  writable,
} from './arguments.mjs';
import { EVALUATION_OPTION, evaluationFiles } from './evaluation-files.mjs';
import { fromInvocation } from './paths.mjs';
import { pairsOf, readingQuery } from './reading-query.mjs';

export const USAGE = `usage: negscope rank [FILE or FOLDER…] [options]   (in a clone: npm run rank -- …)

Ranks candidate files of any format of docs/FORMATS.md in Node, by the code of the page. Companion files (corpus,
queries, qrels) are named beside the files that need them, in any order. With no file it ranks the demo.

  --model DIR            encoder folder as training wrote it, of the one that you train; else the embeddings in the
                         files where all have them, else the bundled encoder, which is small and good for a
                         look: that is said then
  --report FILE          write the whole report as JSON
  --format F             what is printed: text (default), or markdown for the summary of a pull request
  --evaluation PATH      queries that must not be trained on: a file of any form or a BEIR folder; may be given again
  --reference A,B        names of the sources that you trust: they make the reference range; else none
  --envelope E           hold every source against this range instead: a report, whose audit's envelope is taken, or
                         four figures RHO,ETA,PSI,INVERSION (largest means, smallest inversion rate)
  --runtime R            what runs the encoder: wasm (default), as the page, or native: onnxruntime-node, where you have
                         installed it; refused where its embeddings are not those of wasm
  --device D             auto (default) or wasm; with --runtime native cpu, cuda, dml or coreml
  --tau T                temperature; else what the encoder's folder says, 0.05 where it says nothing
  --sample N             rank N records of each source; else all
  --negatives N          rank the first N negatives of each record, in the file's order; a record with fewer keeps
                         what it has; else all
  --until-certain [P]    look after 40, 80, 160 … units, and stop once every order and every finding is settled, with
                         probability P, 0.95 where it is left out; else all records
  --experiments all      perform the experiments of the lab too, for the report's "experiments"; or names with commas,
                         such as weightings,controls; a name that is none lists them
  --shortcuts            look whether negatives can be told from positives without the query, for the report's "shortcuts"
  --judge-out FILE       write the pairs to judge as JSON lines: key, query, positive, negative, sources, prompt
  --judge-sample N       how many, 200 by default, 5,000 at most: the first of the order that the page's triage has too
  --judge-seed S         seed of that order, 7 by default
  --verdicts FILE        verdicts on that sample as JSON lines: key, verdict ("answers", "does not answer",
                         "cannot tell"), judge; for the report's "false_negatives"
  --all-queries          score each source on all of its queries; else, as on the page, sources with different queries are
                         scored on those that all have, where these are 30 or more; the result says which
  --group UNIT           what counts as one in every interval: positive (queries that share a positive, also by way of
                         others; the default), query, or a column of the files, such as a document, a site or a user
  --seed S               seed of the sample, 42 by default
  --label L              where source labels come from: file, keys, fields or column:NAME; else as the format has it
  --top-k K              hits of a retrieval run taken as negatives of each query; else as many as the other sources
                         have, 10 without any
  --map ROLES            which column is what, where names do not tell: query=a,positive=b,negative=c,negative=d
                         and perhaps id=e; or query=a,positive=b,label=c, where a label or grade tells positives from
                         negatives; holds for every file that has all these columns
  --by-order             read columns as query, positive, negatives in their order, where names do not tell
  --no-header            the first row of tables is a record and names nothing
  --header               the first row of tables names their columns
  --as-meant A,B         names of sources that are ranked although they look as if they had been read wrongly
  --looked A,B           names of sources whose pairs you looked at: they are ranked although many look drawn at random, or
                         nobody could look for random passages; the report says so
  --relevant N           least grade that makes a judged or labeled document a positive, 1 by default
  --strict               exit status 4 where a source is not to be trained on as it is, an entry was rejected, or ids or
                         scores fail; what --as-meant and --looked set aside does not count
  --normalise            bring given embeddings to unit norm instead of rejecting their records
  --batch N              texts in one run of the encoder
  --keep DIR             keep embeddings in this folder: a later run embeds only new texts, also after Ctrl-C. They can be
                         inverted: treat the folder like the texts
  --help

The table goes to standard output, all else to standard error.
Exit status: 0 every file ranked, 1 nothing ranked or wrong usage, 2 ranked but a whole file was refused or
lacks its companions, or no line of the verdicts counted, 3 ranked until certain but the order of two sources is open at
the end, 4 with --strict: ranked, but something is wrong with the files.`;

/** Paths are absolute; null where nothing was given. @typedef {ReturnType<typeof parseRankArguments>} RankArguments */

/** @param {string[]} argv @throws {UsageError} */
export function parseRankArguments(argv) {
  const { values, positionals } = readArguments(withLevel(argv), OPTIONS);
  if (values.reference !== undefined && values.envelope !== undefined) {
    throw new UsageError('--reference and --envelope: expected one of them.');
  }
  return {
    help: values.help,
    ...named(positionals),
    evaluation: evaluationFiles(values.evaluation, 'rank'),
    ...readingOf(values),
    asMeant: names('--as-meant', values['as-meant']) ?? [],
    looked: names('--looked', values.looked) ?? [],
    allQueries: values['all-queries'],
    model: modelFolder(values.model),
    report: target('--report', values.report),
    format: choiceOf('--format', values.format, FORMATS),
    reference: names('--reference', values.reference),
    envelope: values.envelope === undefined ? null : envelope(values.envelope),
    ...deviceOf(choiceOf('--runtime', values.runtime, RUNTIMES), values.device),
    tau: numberOf('--tau', values.tau, { above: 0 }),
    sample: wholeNumber('--sample', values.sample),
    negatives: wholeNumber('--negatives', values.negatives),
    untilCertain: level(values['until-certain']),
    experiments: values.experiments === undefined ? [] : wordsOf(values.experiments),
    shortcuts: values.shortcuts,
    seed: seedOf('--seed', values.seed),
    judgeSample: numberOf('--judge-sample', values['judge-sample'], { whole: true, least: 1, most: 5000 }),
    judgeSeed: seedOf('--judge-seed', values['judge-seed']),
    judgeOut: target('--judge-out', values['judge-out']),
    verdicts: found('--verdicts', values.verdicts, 'file'),
    batch: wholeNumber('--batch', values.batch),
    keep: values.keep === undefined ? null : fromInvocation(values.keep, 'rank'),
    strict: values.strict,
  };
}

/** @param {RankArguments} args @returns {[string, string][]} what of them the page's address says */
export function rankQuery(args) {
  const { untilCertain: level, experiments, judgeSample, judgeSeed } = args;
  const asked = {
    stop: level === null ? 'all' : 'certain',
    level,
    experiments: experiments.length > 0 ? experiments.join() : null,
    'judge-sample': judgeSample,
    'judge-seed': judgeSeed,
  };
  const evaluation = args.evaluation.filter((file) => file.evaluation);
  return [
    ...readingQuery(args),
    ...evaluation.map(({ path }) => /** @type {[string, string]} */ (['evaluation', basename(path)])),
    ...pairsOf(asked),
  ];
}

/**
 * The command line of `negscope FILES`, which opens the page.
 *
 * @param {string[]} argv
 * @throws {UsageError} for every option that the page does not take from its command
 */
export function parsePageArguments(argv) {
  const { tokens } = parseArgs({ args: argv, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(PAGE_OPTIONS, token.name)) continue;
    throw new UsageError(
      `${token.rawName}: the command that opens the page does not take this option. "npx negscope --help" names those it takes. ` +
        'For an option of "negscope rank" write "rank" first.',
    );
  }
  const { values, positionals } = readArguments(argv, PAGE_OPTIONS);
  return {
    ...named(positionals),
    ...readingOf(values),
    allQueries: values['all-queries'],
    model: modelFolder(values.model),
    reference: names('--reference', values.reference),
    device: choiceOf('--device', values.device, DEVICES.wasm),
    port: values.port,
    open: !values['no-open'],
  };
}

/** @param {string[]} paths @throws {UsageError} */
function named(paths) {
  const given = paths.map((path) => existing('FILE', path, 'file or folder', 'rank'));
  const isFolder = (/** @type {string} */ path) => statSync(path).isDirectory();
  return { files: given.filter((path) => !isFolder(path)), folders: given.filter(isFolder) };
}

/** @param {string | undefined} path @throws {UsageError} where it is not there, or empty */
function modelFolder(path) {
  const model = found('--model', path, 'folder');
  if (model !== null && readdirSync(model).length === 0) {
    throw new UsageError(
      `--model ${path}: the folder is empty; expected config.json, tokenizer.json and model.safetensors.`,
    );
  }
  return model;
}

/** How files are read: options of every command that reads some. */
export const READING_OPTIONS = /** @type {const} */ ({
  label: { type: 'string' },
  'top-k': { type: 'string' },
  map: { type: 'string' },
  'by-order': { type: 'boolean', default: false },
  header: { type: 'boolean', default: false },
  'no-header': { type: 'boolean', default: false },
  relevant: { type: 'string' },
  group: { type: 'string' },
  normalise: { type: 'boolean', default: false },
});

/**
 * @param {{ label?: string | undefined, 'top-k'?: string | undefined, map?: string | undefined, 'by-order': boolean,
 *   header: boolean, 'no-header': boolean, relevant?: string | undefined, group?: string | undefined, normalise: boolean }} values
 * @throws {UsageError}
 */
export function readingOf(values) {
  return {
    label: values.label === undefined ? null : label(values.label),
    topK: wholeNumber('--top-k', values['top-k']),
    map: values.map === undefined ? null : mapping(values.map),
    byOrder: values['by-order'],
    header: header(values.header, values['no-header']),
    relevant: numberOf('--relevant', values.relevant, {}),
    group: values.group === undefined ? null : groupOf(values.group),
    normalise: values.normalise,
  };
}

const FORMATS = /** @type {const} */ (['text', 'markdown']);

const RUNTIMES = /** @type {const} */ (['wasm', 'native']);

const DEVICES = /** @type {const} */ ({
  wasm: ['auto', 'wasm', 'webgpu'],
  native: ['auto', 'cpu', 'cuda', 'dml', 'coreml'],
});

/** @param {'wasm' | 'native'} runtime @param {string} device */
function deviceOf(runtime, device) {
  if (runtime === 'wasm') return { device: choiceOf('--device', device, DEVICES.wasm), provider: null };
  const provider = choiceOf('--device', device, DEVICES.native);
  return { device: /** @type {const} */ ('auto'), provider: provider === 'auto' ? 'cpu' : provider };
}

/** What `negscope FILES` takes. */
const PAGE_OPTIONS = /** @type {const} */ ({
  ...READING_OPTIONS,
  'all-queries': { type: 'boolean', default: false },
  model: { type: 'string' },
  reference: { type: 'string' },
  device: { type: 'string', default: 'auto' },
  port: { type: 'string' },
  'no-open': { type: 'boolean', default: false },
});

const OPTIONS = /** @type {const} */ ({
  ...READING_OPTIONS,
  ...EVALUATION_OPTION,
  model: { type: 'string' },
  report: { type: 'string' },
  format: { type: 'string', default: 'text' },
  reference: { type: 'string' },
  envelope: { type: 'string' },
  runtime: { type: 'string', default: 'wasm' },
  device: { type: 'string', default: 'auto' },
  tau: { type: 'string' },
  sample: { type: 'string' },
  negatives: { type: 'string' },
  'until-certain': { type: 'string' },
  experiments: { type: 'string' },
  shortcuts: { type: 'boolean', default: false },
  seed: { type: 'string' },
  'judge-sample': { type: 'string' },
  'judge-seed': { type: 'string' },
  'judge-out': { type: 'string' },
  verdicts: { type: 'string' },
  batch: { type: 'string' },
  keep: { type: 'string' },
  'as-meant': { type: 'string' },
  looked: { type: 'string' },
  'all-queries': { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
});

/** @param {string} option @param {string | undefined} path @param {'file' | 'folder'} kind */
const found = (option, path, kind) => (path === undefined ? null : existing(option, path, kind, 'rank'));

/** @param {string} option @param {string | undefined} path */
const target = (option, path) => (path === undefined ? null : writable(option, path, 'rank'));

/** The level where it was left out. */
const LEVEL = '0.95';

/** @param {string[]} argv @returns {string[]} with a value after each `--until-certain` */
function withLevel(argv) {
  return argv.flatMap((word, i) => {
    const bare = word === '--until-certain' && !/^[\d.]+$/.test(argv[i + 1] ?? '');
    return bare ? [`${word}=${LEVEL}`] : [word];
  });
}

/** @param {string | undefined} text @returns {number | null} @throws {UsageError} */
function level(text) {
  if (text === undefined) return null;
  const value = Number(text);
  if (value > 0.5 && value < 1) return value;
  throw new UsageError(`--until-certain ${text}: expected a probability between 0.5 and 1, such as 0.95.`);
}

/** @param {string} text @returns {string} */
function label(text) {
  if (/^(file|keys|fields|column:.+)$/.test(text)) return text;
  throw new UsageError(`--label ${text}: expected file, keys, fields or column:NAME.`);
}

/** @param {string} text @returns {string} */
function mapping(text) {
  const roles = text
    .split(',')
    .map((part) => /^\s*(query|positive|negative|label|id)=.+$/.exec(part)?.[1] ?? null);
  const count = (/** @type {string} */ role) => roles.filter((each) => each === role).length;
  const once = count('query') === 1 && count('positive') === 1 && count('label') <= 1 && count('id') <= 1;
  const fits = once && count('negative') > 0 !== count('label') > 0;
  if (fits && !roles.includes(null)) return text;
  throw new UsageError(
    `--map ${text}: expected query=COLUMN,positive=COLUMN and one or more negative=COLUMN (or one label=COLUMN), perhaps id=COLUMN.`,
  );
}

/** @param {boolean} yes @param {boolean} no @returns {'first' | 'none' | null} */
function header(yes, no) {
  if (yes && no) throw new UsageError('--header and --no-header: expected one of them.');
  return yes ? 'first' : no ? 'none' : null;
}

/** The figures of an envelope, in the order of the command line. */
const ENVELOPE = /** @type {const} */ ([
  'mean_rho_max',
  'mean_eta_max',
  'mean_psi_max',
  'inversion_rate_min',
]);

/**
 * @param {string} text four figures, or the path of a report or of its envelope
 * @returns {import('../../src/scoring/audit').AuditProfile}
 * @throws {UsageError}
 */
function envelope(text) {
  const figures = /^[\d.,\s]+$/.test(text)
    ? text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
    : envelopeOfFile(text);
  const [rho, eta, psi, inversion, ...more] = figures;
  if (isShare(rho) && isShare(eta) && isShare(psi) && isShare(inversion) && more.length === 0) {
    return { mean_rho_max: rho, mean_eta_max: eta, mean_psi_max: psi, inversion_rate_min: inversion };
  }
  throw new UsageError(
    `--envelope ${text}: expected four figures from 0 to 1, RHO,ETA,PSI,INVERSION, or a report with ${ENVELOPE.join(', ')} in its audit.`,
  );
}

/** @param {unknown} value @returns {value is number} */
function isShare(value) {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

/** @param {string} path @returns {unknown[]} what stands in the places of the figures */
function envelopeOfFile(path) {
  const bytes = readFileSync(existing('--envelope', path, 'file', 'rank'));
  try {
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const content = JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString('utf8'));
    const found = content?.audit?.envelope ?? content;
    return ENVELOPE.map((key) => found?.[key]);
  } catch {
    return [];
  }
}

/**
 * @param {string} option
 * @param {string | undefined} text
 * @returns {string[] | null}
 */
function names(option, text) {
  if (text === undefined) return null;
  const found = wordsOf(text);
  if (found.length === 0)
    throw new UsageError(`${option}: expected names of sources with commas between them.`);
  return found;
}
