/** The command line of `negscope rank`. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { INPUTS } from '../../src/session/inputs/table.mjs';
import {
  UsageError,
  choiceOf,
  existing,
  readArguments,
  wholeNumber,
  wordsOf,
  writable,
  writableFolder,
} from './arguments.mjs';
import { EVALUATION_OPTION, evaluationFiles } from './evaluation-files.mjs';

/** @typedef {import('../../src/session/inputs/table.mjs').Row<never>} Row */

/** The rows without the types of their values. */
const ROWS =
  /** @type {[string, Pick<Row, 'commands' | 'words' | 'value' | 'help'> & { expected: string, read: (text: string) => unknown }][]} */ (
    /** @type {unknown} */ (Object.entries(INPUTS))
  );

/** How wide the help is, and the column of its words. */
const [WIDTH, COLUMN] = [126, 25];

/** @param {string} option @param {string} words @returns {string} of the help */
function helpLine(option, words) {
  const lines = [`  ${option}`.padEnd(COLUMN)];
  if (option.length + 3 > COLUMN) lines.push(' '.repeat(COLUMN));
  for (const word of words.split(' ')) {
    const last = /** @type {string} */ (lines.at(-1));
    if (last.length + word.length >= WIDTH) lines.push(`${' '.repeat(COLUMN)}${word} `);
    else lines[lines.length - 1] = `${last}${word} `;
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** The help of the inputs that a command takes. @param {'rank' | 'read' | 'open'} command */
export function inputsHelp(command) {
  const lines = ROWS.filter(([, { commands }]) => commands.includes(command)).map(
    ([name, { words, value, help = '' }]) => {
      const options = words ? Object.keys(words) : [`${name} ${value}`];
      return helpLine(options.map((option) => `--${option}`).join(', '), help);
    },
  );
  return lines.join('\n');
}

export const USAGE = `usage: negscope rank [FILE or FOLDER…] [options]   (in a clone: npm run rank -- …)

Ranks candidate files of any format of docs/FORMATS.md in Node, by the code of the page. Companion files (corpus,
queries, qrels) are named beside the files that need them, in any order. With no file it ranks the demo.

  --model DIR            encoder folder as training wrote it, of the one that you train; else the embeddings in the
                         files where all have them, else the bundled encoder, which is small and good for a
                         look: that is said then
  --max-tokens N, --query-prefix TEXT, --passage-prefix TEXT, --pooling mean|cls|pooled
                         settings of the encoder; else as its folder says them
  --report FILE          write the whole report as JSON
  --format F             what is printed: text (default), or markdown for the summary of a pull request
  --evaluation PATH      queries that must not be trained on: a file of any form or a BEIR folder; may be given again
  --reference A,B        names of the sources that you trust: they make the reference range; else none
  --envelope E           hold every source against this range instead: a report, whose audit's envelope is taken, or
                         four figures RHO,ETA,PSI,INVERSION (largest means, smallest inversion rate)
  --runtime R            what runs the encoder: wasm (default), as the page, or native: onnxruntime-node, where you have
                         installed it; refused where its embeddings are not those of wasm
  --device D             auto (default) or wasm; with --runtime native cpu, cuda, dml or coreml
  --until-certain [P]    look after 40, 80, 160 … units, and stop once every order and every finding is settled, with
                         probability P, 0.95 where it is left out; else all records
  --shortcuts            look whether negatives can be told from positives without the query, for the report's "shortcuts"
  --judge-out FILE       write the pairs to judge as JSON lines: key, query, positive, negative, sources, prompt
  --verdicts FILE        verdicts on that sample as JSON lines: key, verdict ("answers", "does not answer",
                         "cannot tell"), judge; for the report's "false_negatives"
  --as-meant A,B         names of sources that are ranked although they look as if they had been read wrongly
  --looked A,B           names of sources whose pairs you looked at: they are ranked although many look drawn at random, or
                         nobody could look for random passages; the report says so
  --strict               exit status 4 where a source is not to be trained on as it is, an entry was rejected, or ids or
                         scores fail; what --as-meant and --looked set aside does not count
  --keep DIR             keep embeddings in this folder: a later run embeds only new texts, also after Ctrl-C. They can be
                         inverted: treat the folder like the texts
  --help

${inputsHelp('rank')}

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
    inputs: askedInputs(values, 'rank'),
    asMeant: names('--as-meant', values['as-meant']) ?? [],
    looked: names('--looked', values.looked) ?? [],
    model: modelFolder(values.model),
    encoder: encoderSettings(values),
    report: target('--report', values.report),
    format: choiceOf('--format', values.format, FORMATS),
    reference: names('--reference', values.reference),
    envelope: values.envelope === undefined ? null : envelope(values.envelope),
    ...deviceOf(choiceOf('--runtime', values.runtime, RUNTIMES), values.device),
    untilCertain: level(values['until-certain']),
    shortcuts: values.shortcuts,
    judgeOut: target('--judge-out', values['judge-out']),
    verdicts: found('--verdicts', values.verdicts, 'file'),
    keep: values.keep === undefined ? null : writableFolder('--keep', values.keep, 'rank'),
    strict: values.strict,
  };
}

/** @param {RankArguments} args @returns {[string, string][]} the inputs, as the page's address says them */
export function rankQuery({ inputs, untilCertain, device, evaluation }) {
  return [
    ...inputs,
    ...evaluationQuery(evaluation),
    ['device', device],
    ['stop', untilCertain === null ? 'all' : 'certain'],
    ...(untilCertain === null ? [] : [/** @type {[string, string]} */ (['level', String(untilCertain)])]),
  ];
}

/**
 * The inputs that were given, as the page's address says them.
 *
 * @param {Readonly<Record<string, unknown>>} values
 * @param {'rank' | 'read' | 'open'} command
 * @returns {[name: string, text: string][]}
 * @throws {UsageError}
 */
export function askedInputs(values, command) {
  return ROWS.filter(([, { commands }]) => commands.includes(command)).flatMap(
    ([name, { words, expected, read }]) => {
      const options = Object.keys(words ?? { [name]: '' }).filter((option) => values[option] !== undefined);
      const [option, second] = options;
      if (option === undefined) return [];
      if (second !== undefined) throw new UsageError(`--${option} and --${second}: expected one of them.`);
      const text = words?.[option] ?? String(values[option]);
      if (read(text) === undefined) throw new UsageError(`--${option} ${text}: expected ${expected}.`);
      return [/** @type {[string, string]} */ ([name, text])];
    },
  );
}

/**
 * What Node's parser takes as the inputs of a command.
 *
 * @param {'rank' | 'read' | 'open'} command
 * @returns {Record<string, { type: 'string' | 'boolean' }>}
 */
export function inputOptions(command) {
  const names = ROWS.filter(([, { commands }]) => commands.includes(command)).flatMap(([name, { words }]) =>
    Object.keys(words ?? { [name]: '' }).map((option) => ({ option, isWord: words !== undefined })),
  );
  return Object.fromEntries(
    names.map(({ option, isWord }) => [option, { type: isWord ? 'boolean' : 'string' }]),
  );
}

/** @param {readonly { path: string, evaluation: boolean }[]} files @returns {[string, string][]} */
export function evaluationQuery(files) {
  return files.filter(({ evaluation }) => evaluation).map(({ path }) => ['evaluation', basename(path)]);
}

/**
 * The command line of `negscope FILES`, which opens the page.
 *
 * @param {string[]} argv
 * @throws {UsageError} for every option that the page does not take from its command, one of `rank` by its name
 */
export function parsePageArguments(argv) {
  const { tokens } = parseArgs({ args: argv, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(PAGE_OPTIONS, token.name)) continue;
    if (!Object.hasOwn(OPTIONS, token.name)) continue;
    throw new UsageError(
      `${token.rawName}: the command that opens the page does not take this option. "npx negscope --help" names those it takes. ` +
        'For an option of "negscope rank" write "rank" first.',
    );
  }
  const { values, positionals } = readArguments(argv, PAGE_OPTIONS);
  return {
    ...named(positionals),
    inputs: askedInputs(values, 'open'),
    model: modelFolder(values.model),
    reference: names('--reference', values.reference),
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
  ...inputOptions('open'),
  model: { type: 'string' },
  reference: { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean', default: false },
});

/** What is set of an encoder in place of what its folder says. */
export const ENCODER_OPTIONS = /** @type {const} */ ({
  'max-tokens': { type: 'string' },
  'query-prefix': { type: 'string' },
  'passage-prefix': { type: 'string' },
  pooling: { type: 'string' },
});

const OPTIONS = /** @type {const} */ ({
  ...inputOptions('rank'),
  ...EVALUATION_OPTION,
  model: { type: 'string' },
  ...ENCODER_OPTIONS,
  report: { type: 'string' },
  format: { type: 'string', default: 'text' },
  reference: { type: 'string' },
  envelope: { type: 'string' },
  runtime: { type: 'string', default: 'wasm' },
  device: { type: 'string', default: 'auto' },
  'until-certain': { type: 'string' },
  shortcuts: { type: 'boolean', default: false },
  'judge-out': { type: 'string' },
  verdicts: { type: 'string' },
  keep: { type: 'string' },
  'as-meant': { type: 'string' },
  looked: { type: 'string' },
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
  const value = text === undefined ? null : INPUTS.level.read(text);
  if (value !== undefined) return value;
  throw new UsageError(`--until-certain ${text}: expected ${INPUTS.level.expected}.`);
}

/**
 * @param {{ 'max-tokens'?: string, 'query-prefix'?: string, 'passage-prefix'?: string, pooling?: string }} values
 * @returns {Partial<import('../../src/encoder/types').EncoderSettings>} what was given
 * @throws {UsageError}
 */
export function encoderSettings(values) {
  const { 'query-prefix': queryPrefix, 'passage-prefix': passagePrefix, pooling } = values;
  const maxTokens = wholeNumber('--max-tokens', values['max-tokens']);
  return {
    ...(maxTokens !== null && { maxTokens }),
    ...(queryPrefix !== undefined && { queryPrefix }),
    ...(passagePrefix !== undefined && { passagePrefix }),
    ...(pooling !== undefined && { pooling: choiceOf('--pooling', pooling, POOLINGS) }),
  };
}

const POOLINGS = /** @type {const} */ (['mean', 'cls', 'pooled']);

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
