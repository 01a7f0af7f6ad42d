/** Marks as a JSON file, and back: a file with a fault is refused whole, with the place of the fault. */

import { CandidatesError } from '../errors';
import {
  KEY_WORDS,
  markCode,
  markOfCode,
  MARKS,
  type KeyedMarks,
  type Mark,
  type MarksToWrite,
} from './marks';

/** What a file of JSON says it is. */
const FORMAT = 'negscope-marks';
const VERSION = 1;

interface MarkRow {
  readonly key: string;
  readonly mark: Mark | null;
  readonly note: string;
  readonly source: string | null;
  readonly record: number | null;
  readonly position: number | null;
}

/** Rows that are put together at a time. */
const BATCH = 5000;

/** The file's content. Records and positions are counted from 1. */
export function writeMarks(given: MarksToWrite): Blob {
  const parts: string[] = [HEAD];
  const notes = new Map(given.notes);
  for (let from = 0; from < given.marks.length; from += BATCH) {
    const to = Math.min(given.marks.length, from + BATCH);
    const rows = Array.from({ length: to - from }, (_, i) => JSON.stringify(rowOf(given, notes, from + i)));
    parts.push(rows.join(',\n'), to < given.marks.length ? ',\n' : '\n');
  }
  parts.push(']}\n');
  return new Blob(parts, { type: 'application/json' });
}

const HEAD = `{"format":"${FORMAT}","version":${VERSION},"marks":[\n`;

function rowOf(given: MarksToWrite, notes: ReadonlyMap<number, string>, i: number): MarkRow {
  const source = given.sources[given.source[i] ?? -1] ?? null;
  return {
    key: keyText(given.words.subarray(i * KEY_WORDS, (i + 1) * KEY_WORDS)),
    mark: markOfCode(given.marks[i] as number),
    note: notes.get(i) ?? '',
    source,
    record: source === null ? null : (given.records[i] as number) + 1,
    position: source === null ? null : (given.positions[i] as number) + 1,
  };
}

/** A key as 32 digits. */
function keyText(words: Uint32Array): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}

/**
 * The marks of a file that {@link writeMarks} wrote, or that was written like one.
 * @throws MarkFileError naming the place
 */
export async function readMarks(file: File): Promise<KeyedMarks> {
  const text = (await file.text()).replace(/^\ufeff/, '');
  const rows = rowsOf(file.name, text);
  const words = new Uint32Array(rows.length * KEY_WORDS);
  const marks = new Uint8Array(rows.length);
  const notes: [number, string][] = [];
  for (const [i, { place, key, mark, note }] of rows.entries()) {
    const fault = (field: string, found: unknown, expected: string) =>
      new CandidatesError('MarkFileError', {
        file: file.name,
        found: `${place}: "${field}" is ${shown(found)}. Expected ${expected}`,
      });
    if (typeof key !== 'string' || !KEY.test(key)) throw fault('key', key, '32 hexadecimal digits');
    const code = codeOf(mark);
    if (code === null) throw fault('mark', mark, `${MARKS.join(', ')} or nothing`);
    if (typeof note !== 'string') throw fault('note', note, 'a text');
    for (let word = 0; word < KEY_WORDS; word += 1) {
      words[i * KEY_WORDS + word] = Number.parseInt(key.slice(8 * word, 8 * word + 8), 16);
    }
    marks[i] = code;
    if (note !== '') notes.push([i, note]);
  }
  return { words, marks, notes };
}

const KEY = /^[0-9a-f]{32}$/i;

function codeOf(mark: unknown): number | null {
  if (mark === null || mark === '') return 0;
  const code = MARKS.findIndex((known) => known === mark);
  return code < 0 ? null : markCode(MARKS[code] as Mark);
}

/** What stands in a row, not looked at yet. */
interface RawRow {
  /** Such as "mark 3". */
  readonly place: string;
  readonly key: unknown;
  readonly mark: unknown;
  readonly note: unknown;
}

function rowsOf(file: string, text: string): RawRow[] {
  const { format, version, marks } = parsed(file, text);
  if (format !== FORMAT || version !== VERSION || !Array.isArray(marks)) {
    const found = `it says "format": ${shown(format)}, "version": ${shown(version)}`;
    throw new CandidatesError('MarkFileError', {
      file,
      found: `${found}. Expected "${FORMAT}", version ${VERSION}, with a list of "marks"`,
    });
  }
  return marks.map((mark: unknown, i) => {
    const place = `mark ${i + 1}`;
    if (typeof mark !== 'object' || mark === null) {
      throw new CandidatesError('MarkFileError', {
        file,
        found: `${place} is ${shown(mark)}. Expected an object`,
      });
    }
    const { key, mark: own = null, note = '' } = mark as Record<string, unknown>;
    return { place, key, mark: own, note: note ?? '' };
  });
}

function parsed(file: string, text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch (error) {
    throw new CandidatesError(
      'MarkFileError',
      { file, found: 'it is no whole JSON. Expected a file of marks' },
      { cause: error },
    );
  }
}

/** A value as a message shows it. */
function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
