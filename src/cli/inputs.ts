/** The inputs of a run as options of the commands: their help, and what is given as the page's address says it. */

import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { EncoderSettings } from '../encoder/types';
import { choice, ROWS, type Command } from '../session/inputs/table';
import { CommandError, COUNT, existing, valueOf, type Given } from './arguments';
import { filesIn } from './disk';

/** How wide the help is, and the column of its words. */
const [WIDTH, COLUMN] = [126, 25];

function rowsOf(command: Command) {
  return Object.entries(ROWS).filter(([, { commands }]) => commands.includes(command));
}

/** The help of the inputs that a command takes. */
export function inputsHelp(command: Command): string {
  const lines = rowsOf(command).map(([name, { words, value, help = '' }]) => {
    const options = words ? Object.keys(words) : [`${name} ${value}`];
    return helpLine(options.map((option) => `--${option}`).join(', '), help);
  });
  return lines.join('\n');
}

export function helpLine(option: string, words: string): string {
  const lines = [];
  let line = `  ${option}`.padEnd(COLUMN);
  if (option.length + 4 > COLUMN) {
    lines.push(line);
    line = ' '.repeat(COLUMN);
  }
  for (const word of words.split(' ')) {
    if (line.length + word.length >= WIDTH) {
      lines.push(line);
      line = ' '.repeat(COLUMN);
    }
    line += `${word} `;
  }
  return [...lines, line].map((each) => each.trimEnd()).join('\n');
}

/** A name and a text, as the page's address has them. */
export type Parameter = [name: string, text: string];

/** The inputs that were given. @throws CommandError */
export function askedInputs(given: Given, command: Command): Parameter[] {
  return rowsOf(command).flatMap(([name, { words, expected, read }]) => {
    const [option, second] = Object.keys(words ?? { [name]: '' }).filter((each) => given.has(each));
    if (option === undefined) return [];
    if (second !== undefined) throw new CommandError(`--${option} and --${second}: expected one of them.`);
    const text = words?.[option] ?? String(given.text(option));
    valueOf(`--${option}`, text, { read, expected });
    return [[name, text]];
  });
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

/** The folder of `--model`. @throws CommandError where it is not there, or empty */
export function modelFolder(given: Given): string | null {
  const model = given.path('model', 'folder');
  if (model === null || readdirSync(model).length > 0) return model;
  throw new CommandError(
    `--model ${given.text('model')}: the folder is empty; expected config.json, tokenizer.json and model.safetensors.`,
  );
}

/** A file of `--evaluation`, or one that holds the texts of such a file. The path is absolute. */
export interface EvaluationPath {
  readonly path: string;
  readonly evaluation: boolean;
}

/**
 * Of `--evaluation` a file as it is; of a folder with judgements those of every split but `train`, else all files. The others of the folder
 * hold the texts that judgements name, and come first.
 *
 * @throws CommandError
 */
export function evaluationFiles(given: Given): EvaluationPath[] {
  return given.all('evaluation').flatMap((typed) => {
    const path = existing('--evaluation', typed, 'file or folder');
    if (!statSync(path).isDirectory()) return [{ path, evaluation: true }];
    const files = filesIn(path).filter((file) => !/(?:^|\/)(?:license|readme)[^/]*$/i.test(file));
    const judged = files.filter((file) => /(?:^|\/)qrels(?:\/|\.)/i.test(file));
    const others = judged.filter((file) => !/^train\b/i.test(basename(file)));
    return files
      .filter((file) => !judged.includes(file) || others.includes(file))
      .map((file) => ({
        path: join(path, file),
        evaluation: judged.length === 0 || others.includes(file),
      }))
      .sort((a, b) => Number(a.evaluation) - Number(b.evaluation));
  });
}

/** Which files are evaluation files. */
export function evaluationQuery(files: readonly EvaluationPath[]): Parameter[] {
  return files.filter(({ evaluation }) => evaluation).map(({ path }) => ['evaluation', basename(path)]);
}
