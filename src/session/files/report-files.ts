/** Tells reports among the files that are given, and reads them. */

import type { SessionReport } from '../../experiments/result';
import { shownName } from '../../candidates/names';
import { fileHead, isGzip, unpackedText } from '../../candidates/read/head';
import { formatBytes } from '../../ui/words';
import { beginsAsReport, ReportError, reportOfJson, writtenByNegscope } from '../../report/read';

/** A larger one would hold up the page while it is read. */
const MOST_BYTES = 4 * 1024 ** 2;

const BEGINNING_BYTES = 4096;

export interface ReportFile {
  readonly name: string;
  readonly json: object;
}

/**
 * The file as a report; null where it is none.
 * @throws ReportError for a damaged or a too large one, and what reading a file throws
 */
export async function asReport(file: File): Promise<ReportFile | null> {
  const name = shownName(file.name);
  if (!/\.json(\.gz)?$/i.test(name)) return null;
  const head = await fileHead(file, await isGzip(file), new AbortController().signal);
  const beginning = new TextDecoder().decode(head.text.subarray(0, BEGINNING_BYTES));
  if (!beginning.startsWith('{')) return null;
  const text = await unpackedText(file, MOST_BYTES);
  if (text === null) {
    if (!beginsAsReport(beginning)) return null;
    throw new ReportError(
      `${name} is too large: the page opens reports of at most ${formatBytes(MOST_BYTES)}. ` +
        'Most of it is the list of rejects: empty “rejects” in a copy, and open that.',
    );
  }
  const json = writtenByNegscope(name, text);
  return json && { name, json };
}

/** The report in a file, held to the schema of what is saved. @throws ReportError */
export async function openReport({ name, json }: ReportFile): Promise<SessionReport> {
  const { SAVED } = await import('../../experiments/result');
  return reportOfJson(name, json, SAVED);
}
