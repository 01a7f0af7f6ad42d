/** Sentences that page and terminal show, each once, under the place where it was met first. */

import { FINDINGS } from '../../src/report/findings';
import { INPUTS } from '../../src/session/inputs/table';

/** A help is cut into lines: so many characters of it stand together. */
const HELP_SEEN = 40;

/** Longer ones are listed. */
const MOST_WORDS = 28;

export class Sentences {
  private readonly places = new Map<string, string[]>();
  private readonly known = new Set<string>();

  private readonly own: string;

  /** @param files JSON lines: what stands in them was not written by us */
  constructor(files: readonly string[]) {
    this.own = files
      .flatMap((file) => file.split('\n').filter((line) => line !== ''))
      .flatMap((line) => [line, ...stringsOf(JSON.parse(line))])
      .map((text) => text.replace(/\s+/g, ' '))
      .join('\n');
  }

  add(place: string, text: string): void {
    // A list of findings is as many sentences as it has items.
    const lines = text.split(/\n+|\t+|; /).flatMap((line) => line.split(/(?<=[.!?…:])\s+(?=[\p{Lu}\d“])/u));
    const found = this.places.get(place) ?? [];
    this.places.set(place, found);
    for (const line of lines.map((each) => each.replace(/\s+/g, ' ').trim())) {
      // Numbers make no other sentence of the same one.
      const key = line.replace(/[\d.,]+/g, '#');
      if (!/\p{L}{2}/u.test(line) || this.known.has(key) || this.isOfFiles(line)) continue;
      this.known.add(key);
      found.push(line);
    }
  }

  private isOfFiles(line: string): boolean {
    const shown = line
      .replace(/⟨U\+([0-9A-F]{4})⟩/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replace(/^[✗·“]+ ?|…?”?$/g, '')
      .slice(0, 60);
    return shown.length > 12 && this.own.includes(shown);
  }

  private get all(): string[] {
    return [...this.places.values()].flat();
  }

  /** Findings and settings of which nothing was shown. */
  unseen(): string[] {
    const all = this.all.join(' ').toLowerCase();
    const isSeen = (text: string) => all.includes(text.toLowerCase().slice(0, HELP_SEEN));
    const findings = FINDINGS.filter(({ title }) => !isSeen(title)).map(({ id }) => id);
    const settings = Object.entries<{ help?: string }>(INPUTS).filter(([, { help = '' }]) => !isSeen(help));
    return [...findings, ...settings.map(([name]) => name)];
  }

  /** All, by place; then how many, and the long ones. */
  print(): string {
    const parts = [...this.places].map(([place, lines]) => [`# ${place}`, ...lines].join('\n'));
    const counts = this.all.map(wordsOf).sort((a, b) => a - b);
    const words = counts.reduce((sum, count) => sum + count, 0);
    const long = this.all.filter((line) => wordsOf(line) > MOST_WORDS);
    const sum =
      `${counts.length} sentences and labels, ${words} words, median ${counts[counts.length >> 1]} words; ` +
      `${long.length} above ${MOST_WORDS} words`;
    return [...parts, ['# In sum', sum, ...long.map((line) => `  ${line}`)].join('\n')].join('\n\n');
  }
}

function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* stringsOf(part);
}

function wordsOf(line: string): number {
  return line.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length;
}
