/** The commands of `npm run models`. */

import { Console } from 'node:console';
import { existsSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readArguments, UsageError, wordsOf } from '../lib/arguments.mjs';
import { formatBytes } from '../lib/format-bytes.mjs';
import { PROJECT, fromInvocation } from '../lib/paths.mjs';
import { add } from './add.mjs';
import { ModelToolError, checkName, isHubId } from './checks.mjs';
import { listFolders, openFolder } from './folder.mjs';
import { openHubModel } from './hub.mjs';
import { BUNDLED_NAME, describeFolder, readIndex, withModel, writeIndex } from './index-file.mjs';
import { listModels, verify } from './inspect.mjs';
import { knownDtypes } from './selection.mjs';

/** @typedef {Record<string, string | boolean | undefined>} Values */

/** @typedef {{ env: NodeJS.ProcessEnv, stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream }} Surroundings */

/** @typedef {Surroundings & { say: Console }} Output */

/**
 * @typedef {object} Command
 * @property {string} usage
 * @property {Record<string, { type: 'string' | 'boolean' }>} options
 * @property {[number, number]} count least and most arguments
 * @property {(modelsDir: string, argument: string | undefined, values: Values, to: Output) => Promise<number>} run exit status
 */

const DEFAULT_HUB = 'https://huggingface.co';

/** @type {Record<string, Command>} */
const COMMANDS = {
  add: {
    usage: 'add <hub id | folder> [--name NAME] [--revision main] [--hub BASE] [--dtype fp32,int8,…]',
    options: {
      name: { type: 'string' },
      revision: { type: 'string' },
      hub: { type: 'string' },
      dtype: { type: 'string' },
    },
    count: [1, 1],
    run: runAdd,
  },
  list: { usage: 'list', options: {}, count: [0, 0], run: runList },
  verify: { usage: 'verify [NAME]', options: {}, count: [0, 1], run: runVerify },
  remove: {
    usage: 'remove NAME [--force]',
    options: { force: { type: 'boolean' } },
    count: [1, 1],
    run: runRemove,
  },
  index: { usage: 'index [NAME]', options: {}, count: [0, 1], run: runIndex },
};

/** @type {Command['run']} */
async function runAdd(modelsDir, argument = '', values, { say, env }) {
  const folder = fromInvocation(argument, 'models');
  const isFolder = existsSync(folder) && statSync(folder).isDirectory();
  if (isFolder && (values.hub !== undefined || values.revision !== undefined)) {
    throw new UsageError(`${argument} is a folder here; --hub and --revision are for hub ids`);
  }
  if (!isFolder && !isHubId(argument)) {
    throw new ModelToolError(`${argument} is neither a folder here nor a hub id such as intfloat/e5-base-v2`);
  }
  const hub = parseHub(text(values.hub) ?? env.NEGSCOPE_HUB);
  const revision = text(values.revision) ?? 'main';
  const model = await add(() => (isFolder ? openFolder(folder) : openHubModel(argument, hub, revision)), {
    modelsDir,
    name: text(values.name) ?? basename(isFolder ? folder : argument),
    dtypes: parseDtypes(text(values.dtype)),
    note: (words) => say.error(words),
  });
  const bytes = model.files.reduce((sum, file) => sum + file.bytes, 0);
  say.log(`added ${model.name} from ${model.source}: ${model.files.length} files, ${formatBytes(bytes)}`);
  return 0;
}

/** @type {Command['run']} */
async function runList(modelsDir, _argument, _values, { say }) {
  say.log(listModels(modelsDir));
  for (const name of await foldersWithoutEntry(modelsDir)) {
    say.error(`${name}: a folder that index.json does not have; to index it, run: npm run models -- index`);
  }
  return 0;
}

/** @type {Command['run']} */
async function runVerify(modelsDir, name, _values, { say }) {
  const { checked, problems } = await verify(modelsDir, name);
  for (const problem of problems) say.error(problem);
  if (problems.length > 0) {
    say.error(
      `differences from index.json: ${problems.length}. Remove the model and add it again; after a change of your own, run: npm run models -- index NAME`,
    );
    return 1;
  }
  say.log(checked.length === 0 ? `no models in ${modelsDir}` : `as in index.json: ${checked.join(', ')}`);
  return 0;
}

/** @type {Command['run']} */
async function runRemove(modelsDir, name = '', values, { say }) {
  checkName(name);
  const models = readIndex(modelsDir);
  const present = (await listFolders(modelsDir)).includes(name);
  if (!present && !models.some((model) => model.name === name)) {
    throw new ModelToolError(`${name}: no such model in ${modelsDir}; see: npm run models -- list`);
  }
  if (name === BUNDLED_NAME && values.force !== true) {
    throw new ModelToolError(`${name} comes with the project, for its demo and lessons; --force removes it`);
  }
  writeIndex(
    modelsDir,
    models.filter((model) => model.name !== name),
  );
  if (present) rmSync(join(modelsDir, name), { recursive: true, maxRetries: 3 });
  say.log(`removed ${name}`);
  return 0;
}

/** @type {Command['run']} */
async function runIndex(modelsDir, name, _values, { say }) {
  let models = readIndex(modelsDir);
  const names = name === undefined ? await foldersWithoutEntry(modelsDir) : [name];
  for (const folder of names) {
    const before = models.find((model) => model.name === folder);
    models = withModel(models, await describeFolder(modelsDir, folder, before));
  }
  if (existsSync(modelsDir)) writeIndex(modelsDir, models);
  say.log(`indexed ${names.join(', ') || 'nothing new'}; ${models.length} models in index.json`);
  return 0;
}

/**
 * @param {string} modelsDir
 * @returns {Promise<string[]>}
 */
async function foldersWithoutEntry(modelsDir) {
  const known = new Set(readIndex(modelsDir).map((model) => model.name));
  return (await listFolders(modelsDir)).filter((name) => !known.has(name));
}

/** @param {Command[]} commands */
function usage(commands) {
  return commands.map((command) => `usage: npm run models -- ${command.usage} [--models-dir DIR]`).join('\n');
}

/**
 * @param {string[]} argv
 * @param {Surroundings} surroundings
 * @returns {Promise<number>} exit status: 0 done, 1 failed, 2 wrong usage
 */
export async function main(argv, surroundings) {
  const say = new Console(surroundings);
  const [word = '', ...rest] = argv;
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  const commands = command === undefined ? Object.values(COMMANDS) : [command];
  if ([word, ...rest].some((argument) => argument === '--help' || argument === '-h')) {
    say.log(usage(commands));
    return 0;
  }
  try {
    if (command === undefined) {
      throw new UsageError(word === '' ? 'a command is missing' : `unknown command "${word}"`);
    }
    const { positionals, values } = parseCommand(command, rest);
    const modelsDir = text(values['models-dir']) ?? surroundings.env.NEGSCOPE_MODELS_DIR;
    const directory =
      modelsDir === undefined ? join(PROJECT, 'public', 'models') : fromInvocation(modelsDir, 'models');
    return await command.run(directory, positionals[0], values, { ...surroundings, say });
  } catch (error) {
    if (error instanceof UsageError) {
      say.error(`${error.message}\n${usage(commands)}`);
      return 2;
    }
    const isNamed = error instanceof ModelToolError || (error instanceof Error && 'code' in error);
    say.error(isNamed ? error.message : error);
    return 1;
  }
}

/**
 * @param {Command} command
 * @param {string[]} argv
 */
function parseCommand(command, argv) {
  const parsed = readArguments(argv, { ...command.options, 'models-dir': { type: 'string' } });
  const [least, most] = command.count;
  const count = parsed.positionals.length;
  if (count < least || count > most) {
    throw new UsageError(
      count < least ? 'an argument is missing' : `unexpected "${parsed.positionals[most]}"`,
    );
  }
  return parsed;
}

/**
 * @param {Values[string]} value
 * @returns {string | undefined}
 */
function text(value) {
  return typeof value === 'string' ? value : undefined;
}

/**
 * @param {string | undefined} base
 * @returns {string} the hub's address without closing slashes; Hugging Face's where none is given
 * @throws {UsageError}
 */
function parseHub(base = DEFAULT_HUB) {
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new UsageError(`hub "${base}": expected an address such as ${DEFAULT_HUB}`);
  }
  return base.replace(/(?<!\/)\/+$/, '');
}

/**
 * @param {string | undefined} value such as `fp32,int8`
 * @returns {string[] | undefined}
 * @throws {UsageError} naming the unknown dtype and the known ones
 */
function parseDtypes(value) {
  if (value === undefined) return undefined;
  const dtypes = wordsOf(value);
  const unknown = dtypes.filter((dtype) => !knownDtypes().includes(dtype));
  if (unknown.length > 0) {
    throw new UsageError(`--dtype: unknown "${unknown.join('", "')}"; expected ${knownDtypes().join(', ')}`);
  }
  return dtypes;
}
