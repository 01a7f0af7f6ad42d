/** What the command lines share: reading options, and saying what was expected in place of what was given. */

import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { FOREIGN } from '../app/errors';
import { number, type Kind } from '../session/inputs/table';
import { listInWords } from '../ui/words';

/** Its message is all there is to say; the command ends with exit status 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * What is said of an error: the sentences of the program or of the system. Null for a fault, which is printed whole.
 *
 * @param nothing is said before it
 */
export function errorInWords(error: unknown, nothing: string): string | null {
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof Error)) return null;
  const isOfSystem = 'code' in error && typeof error.code === 'string';
  const isFault = FOREIGN.test(error.name) || error instanceof DOMException;
  return isFault && !isOfSystem ? null : `${nothing}\n${error.message}`;
}

/** The options that a help names at the beginning of its lines, such as `  --out DIR, --strict`: with a value and without one. */
function optionsOf(help: string) {
  const lines = [...help.matchAll(/^ {2}(--\S.*?)(?: {2}|$)/gm)].map(([, named = '']) => named.split(', '));
  const options = lines.flat().map((named) => {
    const [name = '', value] = named.replace('--', '').split(' ');
    return [name, { type: value ? ('string' as const) : ('boolean' as const) }] as const;
  });
  return Object.fromEntries(options);
}

/** What a command line says. Everything throws CommandError for a value that does not fit; null: it was not given. */
export class Given {
  /** What is no option. */
  readonly words: readonly string[];
  /** By option; of one without a value an empty text. */
  private readonly values = new Map<string, string[]>();

  /** @param help of the command: its options are those named there @throws CommandError for another one */
  constructor(argv: readonly string[], help: string) {
    const options = optionsOf(help);
    const read = { args: [...argv], allowPositionals: true, strict: false, tokens: true, options } as const;
    const { tokens, positionals } = parseArgs(read);
    this.words = positionals;
    for (const token of tokens) {
      if (token.kind !== 'option') continue;
      const { name, rawName, value, inlineValue } = token;
      const type = Object.hasOwn(options, name) ? options[name]?.type : null;
      if (!type) throw new CommandError(unknownOption(rawName, Object.keys(options)));
      if (type === 'string' && (value === undefined || (!inlineValue && /^-./.test(value)))) {
        const how = value === undefined ? '' : `, such as ${rawName}=${value}`;
        throw new CommandError(`${rawName}: expected a value behind it${how}.`);
      }
      if (type === 'boolean' && value !== undefined)
        throw new CommandError(`${rawName}: expected no value behind it.`);
      this.values.set(name, [...this.all(name), value ?? '']);
    }
  }

  /** @param what reads the options @param help that names them @throws CommandError where another one was given */
  only(what: string, help: string): void {
    const names = Object.keys(optionsOf(help));
    const other = [...this.values.keys()].find((name) => !names.includes(name));
    if (other === undefined) return;
    throw new CommandError(
      `--${other}: ${what} takes only ${listInWords(names.map((name) => `--${name}`))}.`,
    );
  }

  has(option: string): boolean {
    return this.values.has(option);
  }

  /** All values of an option that may be given again. */
  all(option: string): readonly string[] {
    return this.values.get(option) ?? [];
  }

  /** The last one counts. */
  text(option: string): string | null {
    return this.all(option).at(-1) ?? null;
  }

  value<T>(option: string, kind: Expected<T>): T | null {
    const text = this.text(option);
    return text === null ? null : valueOf(`--${option}`, text, kind);
  }

  /** Names of sources. */
  names(option: string): string[] | null {
    const text = this.text(option);
    const found = wordsOf(text ?? '');
    if (text === null || found.length > 0) return text === null ? null : found;
    throw new CommandError(`--${option}: expected names of sources with commas between them.`);
  }

  /** The absolute path of what is there. */
  path(option: string, kind: 'file' | 'folder'): string | null {
    const path = this.text(option);
    return path === null ? null : existing(`--${option}`, path, kind);
  }

  /** The absolute path of what is written, in a folder that is made where it is not there. */
  target(option: string, kind: 'file' | 'folder'): string | null {
    const path = this.text(option);
    return path === null ? null : writable(`--${option}`, path, kind);
  }
}

/** A line that names the options like it. */
function unknownOption(written: string, names: readonly string[]): string {
  const word = written.replace(/^-+/, '');
  const isPart = (name: string) => word.length > 2 && name.split('-').includes(word);
  const near = names.filter((name) => isPart(name) || changes(word, name) <= Math.max(1, word.length / 4));
  const meant = near.length === 0 ? '' : ` Did you mean ${near.map((name) => `--${name}`).join(' or ')}?`;
  return `${written}: there is no such option.${meant} --help lists all.`;
}

/** @returns letters to put in, take away or change */
function changes(from: string, to: string): number {
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

/** What is expected of an option's value: a row of the inputs, or one of the kinds that rows are made of. */
type Expected<T> = Pick<Kind<T>, 'expected' | 'read'>;

/** @throws CommandError */
export function valueOf<T>(option: string, text: string, { read, expected }: Expected<T>): T {
  const value = read(text);
  if (value !== undefined) return value;
  throw new CommandError(`${option} ${text}: expected ${expected}.`);
}

/** A count of something. */
export const COUNT = number({ whole: true, least: 1 }) as Expected<number>;

/** Words with commas between them, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))].filter((word) => word !== '');
}

/** @returns what is there; null where nothing is */
function kindOf(absolute: string): 'file' | 'folder' | null {
  try {
    return statSync(absolute).isDirectory() ? 'folder' : 'file';
  } catch {
    return null;
  }
}

/** @returns the path, absolute @throws CommandError where it is not there, or is the other */
export function existing(option: string, path: string, kind: 'file' | 'folder' | 'file or folder'): string {
  const absolute = resolve(path);
  const found = kindOf(absolute);
  if (found === null) throw new CommandError(`${option} ${path}: there is no such ${kind} (${absolute}).`);
  if (kind.includes(found)) return absolute;
  throw new CommandError(`${option} ${path}: expected a ${kind}, found a ${found}.`);
}

/** Paths of files, and those of folders. @throws CommandError where one is not there */
export function filesAndFolders(paths: readonly string[]): { files: string[]; folders: string[] } {
  const given = paths.map((path) => existing('FILE', path, 'file or folder'));
  const of = (kind: 'file' | 'folder') => given.filter((path) => kindOf(path) === kind);
  return { files: of('file'), folders: of('folder') };
}

/** @returns the path, absolute @throws CommandError where its folder cannot be made or written to */
function writable(option: string, path: string, kind: 'file' | 'folder'): string {
  const absolute = resolve(path);
  const found = kindOf(absolute);
  if (kind === 'file' && found !== null) return existing(option, path, kind);
  const folder = kind === 'file' ? dirname(absolute) : absolute;
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    const isFile = ['EEXIST', 'ENOTDIR'].includes((error as { code?: string }).code ?? '');
    const reason = isFile ? 'it, or a part of its path, is a file' : 'the system does not allow it';
    throw new CommandError(
      `${option} ${path}: nothing can be written to ${kind === 'file' ? 'its' : 'this'} folder: ${reason}.`,
    );
  }
  return absolute;
}

/**
 * Makes a folder with those above it. Node's own recursive `mkdirSync` never ends in one such as /proc, which says of a name that
 * nothing is there and makes none.
 */
function makeFolder(absolute: string): void {
  if (kindOf(absolute) === 'folder') return;
  if (dirname(absolute) !== absolute) makeFolder(dirname(absolute));
  mkdirSync(absolute);
}
