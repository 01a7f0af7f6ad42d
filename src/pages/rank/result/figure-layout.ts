/** The layout of a row: one line, or the reading below it, or blocks on a phone. */

import { linesOf } from '../../../ui/charts/text';
import type { FigureRow } from './figure-rows';

/** A place in a row, from its left upper corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface FigureLayout {
  readonly width: number;
  /** Whether the columns have titles. */
  readonly titled: boolean;
  /** Height of the head. */
  readonly head: number;
  readonly name: Place;
  /** Whether the pairs are counted below the name. */
  readonly counted: boolean;
  readonly plot: Place & { readonly height: number };
  readonly score: Place & { readonly anchor: 'start' | 'end' };
  /** Of ρ, η and ψ; empty if they are not drawn. */
  readonly strips: readonly Place[];
  /** Null if there is none. */
  readonly reading: Place | null;
  /** Height of a row without its reading. */
  readonly row: number;
}

/** Font size and line height of a reading, and the font size of its warning. */
export const READING = { size: 13, line: 17, warning: 15 } as const;

/** Height of a row on one line, and of the shape of a gate. */
const ROW = 72;
export const SHAPE = 34;

/** Least widths for one line, and for the reading below it. */
const ONE_LINE = 1100;
const TWO_LINES = 760;

/** @param brief only rank, name and score */
export function layoutOf(width: number, brief: boolean): FigureLayout {
  if (brief) {
    return {
      width,
      titled: false,
      head: 26,
      name: { x: 28, y: 27, width: 104 },
      counted: false,
      plot: { x: 140, y: 0, width: Math.max(60, width - 216), height: 44 },
      score: { x: width, y: 27, width: 64, anchor: 'end' },
      strips: [],
      reading: null,
      row: 44,
    };
  }
  if (width < TWO_LINES) {
    const strip = (width - 32) / 3;
    return {
      width,
      titled: false,
      head: 102,
      name: { x: 40, y: 26, width: width - 48 },
      counted: false,
      plot: { x: 4, y: 34, width: Math.max(60, width - 112), height: 50 },
      score: { x: width, y: 58, width: 96, anchor: 'end' },
      strips: [0, 1, 2].map((i) => ({ x: i * (strip + 16), y: 90, width: strip })),
      reading: { x: 0, y: 168, width },
      row: 156,
    };
  }
  const name = width >= ONE_LINE + 100 ? 180 : 160;
  const side = width >= ONE_LINE ? Math.max(200, 0.2 * width) : 0;
  const [score, strip] = [112, width >= ONE_LINE ? 112 : 98];
  const plot = width - 46 - name - score - 3 * strip - side - 28;
  const after = 46 + name + plot + 28;
  const strips = [0, 1, 2].map((i) => ({ x: after + score + i * strip, y: 8, width: strip - 18 }));
  return {
    width,
    titled: true,
    head: 82,
    name: { x: 46, y: 31, width: name - 30 },
    counted: true,
    plot: { x: 46 + name, y: 0, width: plot, height: ROW },
    score: { x: after, y: 31, width: score, anchor: 'start' },
    strips,
    reading:
      side > 0 ? { x: width - side, y: 0, width: side } : { x: 46 + name, y: 82, width: width - 46 - name },
    row: ROW,
  };
}

/** Words on one line that lead to the same pairs, or to none. */
export interface ReadingPart {
  readonly text: string;
  readonly address: string | null;
}

export interface ReadingLine {
  readonly parts: readonly ReadingPart[];
  readonly warm: boolean;
}

/** The lines of a reading in its place. */
export function readingLines({ reading }: FigureRow, place: Place | null): ReadingLine[] {
  if (place === null) return [];
  const { warning, words, address, links } = reading;
  const addresses = words.flatMap((each, i) => each.split(' ').map(() => links[i] ?? null));
  let at = 0;
  return [
    ...linesOf(warning, READING.warning, place.width).map((text) => ({
      parts: [{ text, address }],
      warm: true,
    })),
    ...linesOf(words.join('; '), READING.size, place.width).map((line) => {
      const parts = partsOf(line.split(' ').map((text) => ({ text, address: addresses[at++] ?? null })));
      return { parts, warm: false };
    }),
  ];
}

/** Words one after the other with the same address as one part. */
function partsOf(words: readonly ReadingPart[]): ReadingPart[] {
  const parts: ReadingPart[] = [];
  for (const { text, address } of words) {
    const last = parts.at(-1);
    if (last?.address === address) parts[parts.length - 1] = { text: `${last.text} ${text}`, address };
    else parts.push({ text, address });
  }
  return parts;
}

/** Height of a button below a reading. */
export const BUTTON = 36;

/** Height of a row whose reading has this many lines, and a button below it where there is one. */
export function rowHeight({ reading, row, titled }: FigureLayout, lines: number, hasButton: boolean): number {
  if (reading === null || (lines === 0 && !hasButton)) return row;
  const needed = READING.line * lines + 12 + (hasButton ? BUTTON : 0);
  // Beside the rest, or below it.
  return titled && reading.y === 0 ? Math.max(row, needed) : reading.y - 12 + needed;
}
