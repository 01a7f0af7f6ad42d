/** What the command lines share: reading options, and saying what was expected in place of what was given. */

import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

import { number } from '../../src/session/inputs/table.mjs';
import { SetupError } from '../setup.mjs';
import { fromInvocation } from './paths.mjs';

/** The command line cannot be understood, or names what does not exist: exit status 1. */
export class UsageError extends SetupError {
  /** @override */
  name = 'UsageError';
}

/**
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {string[]} argv
 * @param {Options} options
 * @throws {UsageError} for an option that is not among them
 */
export function readArguments(argv, options) {
  try {
    return parseArgs({ args: argv, allowPositionals: true, strict: true, options });
  } catch (error) {
    const { tokens } = parseArgs({
      args: argv,
      allowPositionals: true,
      strict: false,
      tokens: true,
      options,
    });
    const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
    if (unknown?.kind === 'option')
      throw new UsageError(unknownOption(unknown.rawName, Object.keys(options)));
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} written @param {readonly string[]} names @returns {string} a line that names those like it */
function unknownOption(written, names) {
  const word = written.replace(/^-+/, '');
  const isPart = (/** @type {string} */ name) => word.length > 2 && name.split('-').includes(word);
  const near = names.filter((name) => isPart(name) || changes(word, name) <= Math.max(1, word.length / 4));
  const meant = near.length === 0 ? '' : ` Did you mean ${near.map((name) => `--${name}`).join(' or ')}?`;
  return `${written}: there is no such option.${meant} --help lists all.`;
}

/** @param {string} from @param {string} to @returns {number} letters to put in, take away or change */
function changes(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let k = 0; k < to.length; k++) {
      const other = letter === to[k] ? 0 : 1;
      next.push(Math.min(Number(row[k]) + other, Number(row[k + 1]) + 1, Number(next[k]) + 1));
    }
    row = next;
  }
  return Number(row[to.length]);
}

/**
 * @param {string} option
 * @param {string | undefined} text
 * @param {{ whole?: boolean, above?: number, least?: number, most?: number }} range
 * @returns {number | null} null where nothing was given
 * @throws {UsageError}
 */
export function numberOf(option, text, range) {
  if (text === undefined) return null;
  const { read, expected } = number(range);
  const value = read(text);
  if (value !== undefined) return value;
  throw new UsageError(`${option} ${text}: expected ${expected}.`);
}

/** @param {string} option @param {string | undefined} text @param {number} [least] @throws {UsageError} */
export function wholeNumber(option, text, least = 1) {
  return numberOf(option, text, { whole: true, least });
}

/** For a generator of random numbers. @param {string} option @param {string | undefined} text @throws {UsageError} */
export function seedOf(option, text) {
  return numberOf(option, text, { whole: true, least: 0, most: 2 ** 32 - 1 });
}

/**
 * @template {string} Name
 * @param {string} option
 * @param {string} text
 * @param {readonly Name[]} names
 * @returns {Name}
 * @throws {UsageError}
 */
export function choiceOf(option, text, names) {
  const found = names.find((name) => name === text);
  if (found !== undefined) return found;
  throw new UsageError(`${option} ${text}: expected one of ${names.join(', ')}.`);
}

/** Words with commas between them, each once. @param {string} text @returns {string[]} */
export function wordsOf(text) {
  return [...new Set(text.split(',').map((word) => word.trim()))].filter((word) => word !== '');
}

/**
 * @param {string} option
 * @param {string} path
 * @param {'file' | 'folder' | 'file or folder'} kind
 * @param {string} script name of the npm script
 * @returns {string} absolute
 * @throws {UsageError} where it is not there, or is the other
 */
export function existing(option, path, kind, script) {
  const absolute = fromInvocation(path, script);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`${option} ${path}: there is no such ${kind} (${absolute}).`);
  const found = stats.isDirectory() ? 'folder' : 'file';
  if (kind.includes(found)) return absolute;
  throw new UsageError(`${option} ${path}: expected a ${kind}, found a ${found}.`);
}

/**
 * @param {string} option
 * @param {string} path of a file that may not be there yet
 * @param {string} script name of the npm script
 * @returns {string} absolute
 * @throws {UsageError}
 */
export function writable(option, path, script) {
  const absolute = fromInvocation(path, script);
  if (!existsSync(dirname(absolute)))
    throw new UsageError(`${option} ${path}: there is no folder ${dirname(absolute)}.`);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${option} ${path}: expected a file, found a folder.`);
  }
  return absolute;
}

/**
 * A folder that is written to, made with those above it where it is not there. Node's own recursive `mkdirSync` never ends in a
 * folder such as /proc, which says of a name that nothing is there and makes none.
 *
 * @param {string} option
 * @param {string} path
 * @param {string} script name of the npm script
 * @returns {string} absolute
 * @throws {UsageError} where it cannot be made or written to
 */
export function writableFolder(option, path, script) {
  const absolute = fromInvocation(path, script);
  try {
    makeFolder(absolute);
    accessSync(absolute, constants.R_OK | constants.W_OK);
  } catch (error) {
    const code = /** @type {{ code?: string }} */ (error).code ?? '';
    const isFile = ['EEXIST', 'ENOTDIR'].includes(code);
    const reason = isFile ? 'it, or a part of its path, is a file' : 'the system does not allow it';
    throw new UsageError(`${option} ${path}: nothing can be written to this folder: ${reason}.`);
  }
  return absolute;
}

/** @param {string} absolute */
function makeFolder(absolute) {
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(absolute) !== absolute) makeFolder(dirname(absolute));
  mkdirSync(absolute);
}
