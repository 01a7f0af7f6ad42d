/** Tells reports among the files that are given, and reads them. */

import type { SessionReport } from '../../experiments/result';
import { shownName } from '../../candidates/names';
import { fileHead, isGzip, unpackedText } from '../../candidates/read/head';
import { beginsAsReport, reportOfJson, writtenByNegscope } from '../../report/read';

const BEGINNING_BYTES = 4096;

/** Other programs may have put the keys of a report in another order: files below this are read for them. */
const SMALL_BYTES = 4 * 1024 ** 2;

export interface ReportFile {
  readonly name: string;
  readonly json: object;
}

/** The file as a report; null where it is none. @throws ReportError for a damaged one, and what reading a file throws */
export async function asReport(file: File): Promise<ReportFile | null> {
  const name = shownName(file.name);
  if (!/\.json(\.gz)?$/i.test(name)) return null;
  const gzip = await isGzip(file);
  const head = await fileHead(file, gzip, new AbortController().signal);
  const beginning = new TextDecoder().decode(head.text.subarray(0, BEGINNING_BYTES));
  const mayBe = !gzip && file.size < SMALL_BYTES && beginning.startsWith('{');
  if (!mayBe && !beginsAsReport(beginning)) return null;
  const json = writtenByNegscope(name, await unpackedText(file));
  return json && { name, json };
}

/** The report in a file, held to the schema of what is saved. @throws ReportError */
export async function openReport({ name, json }: ReportFile): Promise<SessionReport> {
  const { SAVED } = await import('../../experiments/result');
  return reportOfJson(name, json, SAVED);
}
