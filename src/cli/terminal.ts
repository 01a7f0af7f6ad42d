/** What goes to a terminal: texts that it does not obey, what is said of an error, and a line that says how far a run is; Ctrl-C. */

import { parentPort } from 'node:worker_threads';

import { FOREIGN } from '../app/errors';
import type { Told } from './start';

/** Called in the command's thread. @param stop called at Ctrl-C */
export function onStop(stop: () => void): void {
  parentPort?.once('message', stop).unref();
  parentPort?.postMessage({ name: 'stop' } satisfies Told);
}

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

/** Control characters but the line end, halves of a character, and signs that turn the direction of what follows. */
const OBEYED = /(?!\n)[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with a square for each sign that a terminal would obey and not show. */
export function terminalText(text: string): string {
  return text.replace(OBEYED, '□');
}

/** JSON in which signs that a terminal would obey are written as \u and four digits. */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    OBEYED,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Prints texts of files and reports. */
export function say(text: string): void {
  console.log(terminalText(text));
}

/** Prints beside the result of a command. */
export function sayBeside(text: string): void {
  console.error(terminalText(text));
}

const LOG_PAUSE_MS = 10_000;

/** Rewritten in place on a terminal; elsewhere a new line now and then. */
export class ProgressLine {
  private shown = '';
  private lastWrite = -Infinity;

  show(words: string): void {
    const text = terminalText(words);
    if (text === this.shown) return;
    const { stderr } = process;
    if (stderr.isTTY) stderr.write(`\r\x1b[K${text.slice(0, (stderr.columns ?? 80) - 1)}`);
    else if (Date.now() - this.lastWrite < LOG_PAUSE_MS) return;
    else stderr.write(`${text}\n`);
    this.shown = text;
    this.lastWrite = Date.now();
  }

  /** Says something beside the result of a command. */
  say(text: string): void {
    this.end();
    if (text !== '') sayBeside(text);
  }

  /** Closes the line, so that what is printed next starts a new one. */
  end(): void {
    if (process.stderr.isTTY && this.shown !== '') process.stderr.write('\n');
    this.shown = '';
  }
}
