/** Marks as a JSON file, and back. A file with a fault is refused as a whole, with the place of the fault. */

import { CandidatesError } from '../errors';
import { MARKS, type Mark, type Marked } from './marks';

/** The file's own mark of its format. */
const FORMAT = 'negscope-marks';
const VERSION = 1;

/** A mark, with the place of its pair for human readers; only the key is read back. */
export interface MarkRow extends Marked {
  readonly key: string;
  /** Null, as record and position are, where no loaded source has the pair. */
  readonly source: string | null;
  /** Counted from 1, as the position is. */
  readonly record: number | null;
  readonly position: number | null;
}

/** Rows written at a time: a few milliseconds. */
const BATCH = 5000;

/** The file's content. @param breathe awaited between batches of rows */
export async function writeMarks(rows: readonly MarkRow[], breathe: () => Promise<void>): Promise<Blob> {
  const parts: string[] = [`{"format":"${FORMAT}","version":${VERSION},"marks":[\n`];
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map(({ key, mark, note, by, source, record, position }) => {
      return JSON.stringify({ key, mark, note, by, source, record, position });
    });
    parts.push(batch.join(',\n'), from + BATCH < rows.length ? ',\n' : '\n');
    await breathe();
  }
  parts.push(']}\n');
  return new Blob(parts, { type: 'application/json' });
}

/**
 * The marks of a file that {@link writeMarks} wrote, or of one like it.
 * @throws MarkFileError naming the place
 */
export async function readMarks(file: File): Promise<Map<string, Marked>> {
  const text = (await file.text()).replace(/^\ufeff/, '');
  const marks = new Map<string, Marked>();
  for (const { place, key, mark, note, by } of rowsOf(file.name, text)) {
    const fault = (field: string, found: unknown, expected: string) =>
      new CandidatesError('MarkFileError', {
        file: file.name,
        found: `${place}: "${field}" is ${shown(found)}. Expected ${expected}`,
      });
    if (typeof key !== 'string' || !KEY.test(key)) throw fault('key', key, '32 hexadecimal digits');
    if (!isMark(mark)) throw fault('mark', mark, `${MARKS.join(', ')} or nothing`);
    if (typeof note !== 'string') throw fault('note', note, 'a text');
    if (by !== undefined && typeof by !== 'string') throw fault('by', by, 'a text or nothing');
    const who = by === undefined ? {} : { by };
    marks.set(key.toLowerCase(), { mark: mark === '' ? null : mark, note, ...who });
  }
  return marks;
}

const KEY = /^[0-9a-f]{32}$/i;

function isMark(value: unknown): value is Mark | '' | null {
  return value === null || value === '' || MARKS.some((mark) => mark === value);
}

/** A row before it is checked. */
interface RawRow {
  /** Such as "mark 3". */
  readonly place: string;
  readonly key: unknown;
  readonly mark: unknown;
  readonly note: unknown;
  readonly by: unknown;
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
    const { key, mark: own = null, note = '', by } = mark as Record<string, unknown>;
    return { place, key, mark: own, note: note ?? '', by: by ?? undefined };
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
