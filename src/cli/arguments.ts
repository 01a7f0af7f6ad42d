/**
 * What the command lines share: options and the inputs of a run, their help, and saying what was expected in place of what was
 * given.
 */

import { accessSync, constants, mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { EncoderSettings } from '../encoder/types';
import { choice, number, ROWS, type Command, type Kind } from '../session/inputs/table';
import { filesIn, kindOf } from './disk';
import { CommandError } from './terminal';

/** The options that a help names at the beginning of its lines, such as `  --out DIR, --strict`: with a value and without one. */
function optionsOf(help: string) {
  const lines = [...help.matchAll(/^ {2}(--\S.*?)(?: {2}|$)/gm)].map(([, named = '']) => named.split(', '));
  const options = lines.flat().map((named) => {
    const [name = '', value] = named.replace('--', '').split(' ');
    return [name, { type: value ? ('string' as const) : ('boolean' as const), multiple: true }] as const;
  });
  return Object.fromEntries(options);
}

/** What a command line says. Everything throws CommandError for a value that does not fit; null: it was not given. */
export class Given {
  /** What is no option. */
  readonly words: readonly string[];
  /** By option; of one without a value `true`. */
  private readonly values: Readonly<Record<string, readonly (string | boolean)[] | undefined>>;

  /** @param help of the command: its options are those named there @param of follows "there is no such option" @throws CommandError for another one */
  constructor(argv: readonly string[], help: string, of = '') {
    const options = optionsOf(help);
    try {
      const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options });
      this.words = positionals;
      this.values = values;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const [, option = ''] = /'(--?[^' ]+)/.exec(message) ?? [];
      if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
        throw new CommandError(unknownOption(option, Object.keys(options), of));
      const expected = message.includes('not take')
        ? 'no value behind it'
        : `a value behind it: ${option}=VALUE`;
      throw new CommandError(`${option}: expected ${expected}.`);
    }
  }

  has(option: string): boolean {
    return this.values[option] !== undefined;
  }

  /** All values of an option that may be given again. */
  all(option: string): readonly string[] {
    return this.values[option]?.map(String) ?? [];
  }

  /** The last one counts. */
  text(option: string): string | null {
    return this.all(option).at(-1) ?? null;
  }

  value<T>(option: string, kind: Expected<T>): T | null {
    const text = this.text(option);
    return text === null ? null : valueOf(`--${option}`, text, kind);
  }

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
function unknownOption(written: string, names: readonly string[], of: string): string {
  const word = written.replace(/^-+/, '');
  const isPart = (name: string) => word.length > 2 && name.split('-').includes(word);
  const near = names.filter((name) => isPart(name) || isNear(word, name, Math.max(1, word.length / 4)));
  const meant = near.length === 0 ? '' : ` Did you mean ${near.map((name) => `--${name}`).join(' or ')}?`;
  return `${written}: there is no such option${of}.${meant} --help lists all.`;
}

/** @param most letters that are put in, taken away or changed */
function isNear(from: string, to: string, most: number): boolean {
  const [left, right] = [from.slice(1), to.slice(1)];
  if (from === to || Math.abs(from.length - to.length) > most || most < 1) return from === to;
  if (from[0] === to[0]) return isNear(left, right, most);
  return isNear(left, to, most - 1) || isNear(from, right, most - 1) || isNear(left, right, most - 1);
}

/** What is expected of an option's value: a row of the inputs, or one of the kinds that rows are made of. */
type Expected<T> = Pick<Kind<T>, 'expected' | 'read'>;

/** @throws CommandError */
function valueOf<T>(option: string, text: string, { read, expected }: Expected<T>): T {
  const value = read(text);
  if (value !== undefined) return value;
  throw new CommandError(`${option} ${text}: expected ${expected}.`);
}

/** A count of something. */
export const COUNT = number({ whole: true, least: 1 }) as Expected<number>;

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
  try {
    const folder = kind === 'file' ? dirname(absolute) : absolute;
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK);
    return absolute;
  } catch (error) {
    const isFile = ['EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    const reason = isFile ? 'it, or a part of its path, is a file' : 'the system does not allow it';
    const where = `${kind === 'file' ? 'its' : 'this'} folder`;
    throw new CommandError(`${option} ${path}: nothing can be written to ${where}: ${reason}.`);
  }
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

/** Of the words of the help. */
const COLUMN = 25;

function rowsOf(command: Command) {
  return Object.entries(ROWS).filter(([, { commands }]) => commands.includes(command));
}

/** The help of the inputs that a command takes. */
export function inputsHelp(command: Command): string {
  const lines = rowsOf(command).map(([name, { words, value, help = '', start }]) => {
    const options = words ? Object.keys(words) : [`${name} ${value}`];
    const usual = typeof start === 'number' ? `, ${start} by default` : '';
    return helpLine(options.map((option) => `--${option}`).join(', '), help + usual);
  });
  return lines.join('\n');
}

export function helpLine(option: string, words: string): string {
  const head = `  ${option}  `;
  const indent = ' '.repeat(COLUMN);
  const first = head.length > COLUMN ? `${head.trimEnd()}\n${indent}` : head.padEnd(COLUMN);
  return first + (words.match(/\S.{0,99}(?= |$)/g) ?? []).join(`\n${indent}`);
}

/** The inputs that were given, as the page's address has them. @throws CommandError */
export function askedInputs(given: Given, command: Command): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, { words, expected, read }] of rowsOf(command)) {
    const [option, second] = Object.keys(words ?? { [name]: '' }).filter((each) => given.has(each));
    if (option === undefined) continue;
    if (second !== undefined) throw new CommandError(`--${option} and --${second}: expected one of them.`);
    const text = words?.[option] ?? String(given.text(option));
    valueOf(`--${option}`, text, { read, expected });
    search.set(name, text);
  }
  for (const { path, evaluation } of evaluationFiles(given))
    if (evaluation) search.append('evaluation', basename(path));
  return search;
}

/** Settings of the encoder, in the help of every command that has one. */
export const ENCODER_HELP = `  --max-tokens N, --query-prefix TEXT, --passage-prefix TEXT, --pooling P
                         of the encoder, in place of what its folder says; P is mean, cls or pooled`;

const POOLINGS = choice(['mean', 'cls', 'pooled']);

/** Those that were given. @throws CommandError */
export function encoderSettings(given: Given): Partial<EncoderSettings> {
  const settings = {
    maxTokens: given.value('max-tokens', COUNT),
    queryPrefix: given.text('query-prefix'),
    passagePrefix: given.text('passage-prefix'),
    pooling: given.value('pooling', POOLINGS),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

/**
 * Of `--evaluation` a file as it is; of a folder with judgements those of every split but `train`, else all files. The others of the folder
 * hold the texts that judgements name, and come first. Paths are absolute.
 *
 * @throws CommandError
 */
export function evaluationFiles(given: Given) {
  return given.all('evaluation').flatMap((typed) => {
    const path = existing('--evaluation', typed, 'file or folder');
    if (kindOf(path) === 'file') return [{ path, evaluation: true }];
    const files = filesIn(path).filter((file) => !/(?:^|\/)(?:license|readme)[^/]*$/i.test(file));
    const judged = files.filter((file) => /(?:^|\/)qrels(?:\/|\.)/i.test(file));
    const asked = judged.length === 0 ? files : judged.filter((file) => !/^train\b/i.test(basename(file)));
    const texts = files.filter((file) => !judged.includes(file) && !asked.includes(file));
    return [...texts, ...asked].map((file) => ({ path: join(path, file), evaluation: asked.includes(file) }));
  });
}
