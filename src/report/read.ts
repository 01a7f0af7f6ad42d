/** Reads a report back from its JSON. Nothing of the file is trusted: it must keep to the report's schema to the last key. */

import * as v from 'valibot';

import { uncapitalised, visible } from '../ui/words';
import { type Report, VERSION } from './result';

/** A file that is a report, or was one, and cannot be opened. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

/** Of a report, or of a memo. */
const BEGINNING = /^\s*\{\s*"(?:kind"\s*:\s*"negscope-|schema_version"\s*:\s*\d+\s*,\s*"negscope")/;

/** Whether a file begins as one that Negscope wrote. */
export function beginsAsReport(text: string): boolean {
  return BEGINNING.test(text);
}

/**
 * The JSON of a file that Negscope wrote; null for any other file.
 * @throws ReportError for a damaged one
 */
export function writtenByNegscope(file: string, text: string): object | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    if (!beginsAsReport(text)) return null;
    throw new ReportError(
      `${file} is cut off or damaged: it is not whole JSON. Copy it again, or make the report again.`,
    );
  }
  const isOurs = ['schema_version', 'negscope'].every((key) => Object.hasOwn(Object(json), key));
  if (!isOurs) return null;
  // Characters that hide or turn text are shown, as in what is read from candidate files.
  return JSON.parse(visible(JSON.stringify(json))) as object;
}

/**
 * The report in JSON that Negscope wrote.
 * @param schema of what is saved
 * @throws ReportError for one of another form, for a file of another kind, and where a key is off
 */
export function reportOfJson<Saved extends Report>(
  file: string,
  json: object,
  schema: v.GenericSchema<unknown, unknown>,
): Saved {
  const { kind, schema_version: version, negscope } = json as Partial<Record<string, unknown>>;
  if (kind === 'negscope-audit') {
    throw new ReportError(
      `${file} is an audit report, for people to read. Expected the report of a ranking: “Export” on Rank writes it.`,
    );
  }
  if (version !== VERSION) throw new ReportError(otherForm(file, version, negscope));
  const { issues, success } = v.safeParse(schema, json, { abortEarly: true });
  const report = json as Saved;
  if (success && Object.keys(report.sources).length > 0) return report;
  const fault = success
    ? 'sources, expected at least one source'
    : `${v.getDotPath(issues[0]) ?? 'the top'}, ${uncapitalised(issues[0].message)}`;
  throw new ReportError(`${file} is no report as Negscope writes it: at ${fault}. Make the report again.`);
}

/** Names the program that reads a report of another form, and what of it this one lacks. */
function otherForm(file: string, version: unknown, program: unknown): string {
  const { version: made, commit } = Object(program) as { version?: unknown; commit?: unknown };
  const needs = [
    typeof made === 'string' ? `Negscope ${made}` : 'the version of Negscope that made it',
    ...(typeof commit === 'string' ? [`of commit ${commit.slice(0, 8)}`] : []),
  ].join(' ');
  return (
    `${file} has the form ${JSON.stringify(version)}; this page reads form ${VERSION} and cannot show its ranks, findings ` +
    `and intervals. Open it with ${needs}, or rank again with this one.`
  );
}

/** The address inside the page at which an audit report was made; null for another file. */
export function auditPlace(json: object): string | null {
  const { kind, place } = json as { kind?: unknown; place?: unknown };
  return kind === 'negscope-audit' && typeof place === 'string' && /^#audit(\?|$)/.test(place) ? place : null;
}
