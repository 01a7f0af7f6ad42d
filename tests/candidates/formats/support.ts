/** A plain reading of small files, and what the formats make of it. */

import Papa from 'papaparse';

import { headerFits, isColumnsFile } from '../../../src/candidates/formats/header';
import type { CompanionReader, Draft, Format, Hint } from '../../../src/candidates/formats/format';
import { fitted, formatById, recogniseFile } from '../../../src/candidates/formats/recognise';
import { Fault, type JsonObject } from '../../../src/candidates/fault';
import type { Container, FormatId, NamedKind } from '../../../src/candidates/formats/catalogue';

/** A file as this test's own plain reading of containers sees it. */
export interface Opened {
  readonly hint: Hint;
  readonly entries: readonly JsonObject[];
}

/** Parses a whole file in the simplest way that does for well-formed small files. */
export function open(path: string, content: string): Opened {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  if (/\.jsonl$/.test(path)) {
    const values = lines.map((line) => JSON.parse(line) as JsonObject | unknown[]);
    const named = !values.every((value) => Array.isArray(value));
    const entries = values.map((value) => (Array.isArray(value) ? placed(value) : (value as JsonObject)));
    return opened(path, 'JSONL', named, entries);
  }
  if (/\.json$/.test(path)) {
    const whole = JSON.parse(content) as JsonObject[] | { data: JsonObject[] };
    return Array.isArray(whole)
      ? opened(path, 'JSON array', true, whole)
      : opened(path, 'JSON object', true, whole.data);
  }
  if (isColumnsFile(lines)) {
    return opened(
      path,
      'columns',
      false,
      lines.map((line) => placed(line.trim().split(/\s+/))),
    );
  }
  const delimiter = /\.csv$/.test(path) ? ',' : '\t';
  const { data } = Papa.parse<string[]>(content, { delimiter, skipEmptyLines: true });
  const [first = [], ...rows] = data;
  const names = first.map((cell) => cell.trim().toLowerCase());
  const container = delimiter === ',' ? 'CSV' : 'TSV';
  return headerFits(names, rows, path)
    ? opened(
        path,
        container,
        true,
        rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]]))),
      )
    : opened(path, container, false, data.map(placed));
}

function opened(path: string, container: Container, named: boolean, entries: readonly JsonObject[]): Opened {
  return { hint: { path, container, named, samples: entries.slice(0, 100) }, entries };
}

/** Items under "1", "2" … */
export function placed(items: readonly unknown[]): JsonObject {
  return Object.fromEntries(items.map((item, index) => [String(index + 1), item]));
}

/** The format of a file. */
export function formatOf({ hint }: Opened): Format | CompanionReader | null {
  return formatFor(hint);
}

/** The format of what is known of a file, fitted to its first entries. */
export function formatFor(hint: Hint): Format | CompanionReader | null {
  const found = recogniseFile(hint);
  if (found === null) return null;
  return 'kind' in found ? found.fit(hint) : fitted(found, hint).format;
}

/** What a file is recognised as: a format's id or a companion's kind. */
export function recognised(path: string, content: string): string | null {
  const format = formatOf(open(path, content));
  if (format === null) return null;
  return 'kind' in format ? format.kind : format.id;
}

/** The format of JSON entries, which must be one of candidates. */
export function jsonFormat(...entries: JsonObject[]): Format {
  const format = formatOf(opened('a.jsonl', 'JSONL', true, entries));
  if (format === null || 'kind' in format) throw new Error('not recognised as candidates');
  return format;
}

/** JSON entries read by the order of their fields, as a user may ask for; null where that gives no tuples. */
export function orderFormat(...entries: JsonObject[]): Format | null {
  const hint: Hint = { path: 'a.jsonl', container: 'JSONL', named: true, samples: entries, byOrder: true };
  const format = formatFor(hint);
  return format === null || 'kind' in format ? null : format;
}

/** A format of candidates by its id, as these entries have it. */
export function candidatesById(id: Exclude<FormatId, 'mapped'>, ...samples: JsonObject[]): Format {
  const format = formatById(id);
  if ('kind' in format) throw new Error(`${id} is a companion`);
  const hint: Hint = {
    path: 'a.jsonl',
    container: 'JSONL',
    named: true,
    samples,
    isSaid: samples.length > 0,
  };
  return fitted(format, hint).format;
}

/** How companions of a kind are read without first entries. */
export function companionById(kind: NamedKind): CompanionReader {
  return formatById(kind).fit({ path: '', container: 'JSONL', named: true, samples: [] });
}

/** A draft, which must be none of a fault. */
export function draftOf(format: Format, value: JsonObject): Draft {
  const draft = format.read(value);
  if (draft instanceof Fault) throw new Error(draft.message);
  return draft;
}

/** Code and field of the fault that reading an entry must give. */
export function faultOf(format: Format | CompanionReader, value: JsonObject): [string, string | null] {
  const fault = format.read(value);
  if (!(fault instanceof Fault)) throw new Error('read without a fault');
  return [fault.code, fault.field];
}

export function jsonl(...entries: unknown[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
