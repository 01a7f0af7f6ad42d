/** Labels as a JSON file, and back. A file with a fault is refused as a whole, with the place of the fault. */

import { VERDICTS } from '../../judge/verdicts';
import { CandidatesError } from '../errors';
import { shortened } from '../fault';
import { unpackedText } from '../read/head';
import { authorOf, MARK_KINDS, type Label } from './labels';
import { MARKS } from './marks';

const FORMAT = 'negscope-labels';
const VERSION = 1;

export interface PlacedLabel extends Label {
  /** Null, as record and position are, where no loaded source has the pair. */
  readonly source: string | null;
  /** Counted from 1, as the position is. */
  readonly record: number | null;
  readonly position: number | null;
}

/** Rows written at a time: a few milliseconds. */
const BATCH = 5000;

/** The file's content. @param breathe awaited between batches of rows */
export async function writeLabels(rows: readonly PlacedLabel[], breathe: () => Promise<void>): Promise<Blob> {
  const parts: string[] = [`{"format":"${FORMAT}","version":${VERSION},"labels":[\n`];
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows
      .slice(from, from + BATCH)
      .map((row) => JSON.stringify({ ...row, at: new Date(row.at).toISOString() }));
    parts.push(batch.join(',\n'), from + BATCH < rows.length ? ',\n' : '\n');
    await breathe();
  }
  parts.push(']}\n');
  return new Blob(parts, { type: 'application/json' });
}

/** Whether a text begins as a file of labels. */
export function isLabelFile(text: string): boolean {
  return /^\ufeff?\s*\{\s*"format"\s*:\s*"negscope-labels"/.test(text);
}

/**
 * The labels of a file that {@link writeLabels} wrote, or of one like it; whoever said them, the file is their author.
 * @throws LabelFileError naming the place, and what reading a file throws
 */
export async function readLabels(file: File): Promise<Label[]> {
  const refuse = (found: string, cause?: unknown) =>
    new CandidatesError(
      'LabelFileError',
      `${file.name}, ${found}. No label was taken from it: correct it and import it again.`,
      { cause },
    );
  const text = await unpackedText(file);
  let content: Record<string, unknown>;
  try {
    content = (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch (error) {
    throw refuse('it is not whole JSON. Expected a file of labels', error);
  }
  const { format, version, labels: rows } = content;
  if (format !== FORMAT || version !== VERSION || !Array.isArray(rows)) {
    throw refuse(
      `it says "format": ${shown(format)}, "version": ${shown(version)}. ` +
        `Expected "${FORMAT}", version ${VERSION}, with a list of "labels"`,
    );
  }
  return rows.map((row: unknown, i) => {
    const place = `label ${i + 1}`;
    if (typeof row !== 'object' || row === null)
      throw refuse(`${place} is ${shown(row)}. Expected an object`);
    const fields = row as Record<string, unknown>;
    /** A field that passes; an absent one is `absent`. */
    const read = <T>(
      name: string,
      absent: T,
      isRight: (value: unknown) => value is T,
      expected: string,
    ): T => {
      const value = fields[name] ?? absent;
      if (isRight(value)) return value;
      throw refuse(`${place}: "${name}" is ${shown(fields[name])}. Expected ${expected}`);
    };
    const word = <W extends string>(name: string, words: readonly W[]): W | null =>
      read<W | '' | null>(
        name,
        null,
        (value): value is W | '' | null =>
          value === null || value === '' || words.some((each) => each === value),
        `${words.join(', ')} or nothing`,
      ) || null;
    const key = read('key', '', isKey, '32 hexadecimal digits').toLowerCase();
    const note = read('note', '', isText, 'a text');
    const mark = word('mark', MARKS);
    const at = read('at', new Date(file.lastModified).toISOString(), isTime, 'a date and time or nothing');
    const via = read('via', '', isText, 'a text or nothing') || undefined;
    const kind = word('kind', MARK_KINDS) ?? undefined;
    const verdict = word('verdict', VERDICTS);
    return { key, by: authorOf(file.name), via, kind, mark, verdict, note, at: Date.parse(at) };
  });
}

const HASH = /^[0-9a-f]{32}$/i;

const isText = (value: unknown): value is string => typeof value === 'string';
const isKey = (value: unknown): value is string => isText(value) && HASH.test(value);
const isTime = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));

function shown(value: unknown): string {
  return value === undefined ? 'missing' : shortened(JSON.stringify(value), 60);
}
