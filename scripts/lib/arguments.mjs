/** What the command lines share: reading options, and saying what was expected in place of what was given. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';

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
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} option
 * @param {string | undefined} text
 * @param {{ whole?: boolean, above?: number, least?: number, most?: number }} range
 * @returns {number | null} null where nothing was given
 * @throws {UsageError}
 */
export function numberOf(
  option,
  text,
  { whole = false, above = -Infinity, least = -Infinity, most = Infinity },
) {
  if (text === undefined) return null;
  const value = text.trim() === '' ? NaN : Number(text);
  const fits = Number.isFinite(value) && (!whole || Number.isSafeInteger(value));
  if (fits && value > above && value >= least && value <= most) return value;
  const expected = [
    whole ? 'a whole number' : 'a number',
    above > -Infinity ? `above ${above}` : '',
    least > -Infinity ? `from ${least} on` : '',
    most < Infinity ? `to ${most}` : '',
  ];
  throw new UsageError(`${option} ${text}: expected ${expected.filter((part) => part !== '').join(' ')}.`);
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

/** The files of a folder that was named, hidden ones aside, by their paths in it with `/`, sorted. @param {string} folder @returns {string[]} */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}
