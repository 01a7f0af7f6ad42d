/** What goes to a terminal: texts that it does not obey, and a line that says how far a run is; and what a report says of it. */

import { release, type } from 'node:os';

import type { Provenance } from '../report/result';

/** For the environment of a report. */
export function thisTerminal(): NonNullable<Provenance['environment']['terminal']> {
  return { node: process.version, system: `${type()} ${release()} ${process.arch}` };
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

/** Where progress is shown. */
interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Rewritten in place on a terminal; elsewhere a new line now and then. */
export class ProgressLine {
  private shown = '';
  private lastWrite = -Infinity;

  constructor(private readonly stream: Stream = process.stderr) {}

  show(words: string): void {
    const text = terminalText(words);
    if (text === this.shown) return;
    const now = Date.now();
    if (this.stream.isTTY === true) {
      this.stream.write(`\r\x1b[K${text.slice(0, (this.stream.columns ?? 80) - 1)}`);
    } else {
      if (now - this.lastWrite < LOG_PAUSE_MS) return;
      this.stream.write(`${text}\n`);
    }
    this.shown = text;
    this.lastWrite = now;
  }

  /** Says something beside the result of a command. */
  say(text: string): void {
    this.end();
    if (text !== '') sayBeside(text);
  }

  /** Closes the line, so that what is printed next starts a new one. */
  end(): void {
    if (this.stream.isTTY === true && this.shown !== '') this.stream.write('\n');
    this.shown = '';
  }
}
