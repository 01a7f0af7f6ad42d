/** Writes a loaded file anew without the pairs that were chosen. */

import { CandidatesError, isError } from '../errors';
import { cleanParquet } from './clean-parquet';
import type { CleanSource } from './clean-source';
import { copyEntries } from './copy-entries';
import { EntryDecisions } from './entry-decisions';

import { decisionRules } from './decision-rules';
import { cleanedName, reasonsName } from './file-names';
import { Job } from './job';
import { BlobOutput } from './output';
import { reasonRows } from './reason-rows';
import { writeReasons } from './reasons';
import { keptRecords, removalsOf, sourceCuts } from './source-cuts';
import type { CleanedFile, CleanProgress, CleanRequest } from './types';

/** Two files at once: the cleaned one, and why each pair went. */
interface Outputs {
  readonly content: BlobOutput;
  readonly reasons: BlobOutput;
}

/**
 * Reads the file once more and writes what stays; entries that lose nothing go out byte for byte (of Parquet: value for
 * value).
 * @param onProgress bytes of the file as it is, packed where it is packed
 * @param signal ends the writing
 * @throws ExportError, UnknownSourceError
 */
export async function cleanFile(
  source: CleanSource,
  request: CleanRequest,
  onProgress: (progress: CleanProgress) => void,
  signal: AbortSignal,
): Promise<CleanedFile> {
  const { file, gzip } = source.opened;
  const outputs: Outputs = { content: new BlobOutput(gzip), reasons: new BlobOutput(false) };
  const onBytes = (bytesRead: number): void => onProgress({ bytesRead, bytesTotal: file.size });
  try {
    const cuts = await sourceCuts(source, request.removed);
    const { removals, places } = await removalsOf(source, cuts);
    const rules = await decisionRules(source, cuts, removals, request.withoutRejects);
    const decisions = new EntryDecisions(rules);
    await writeKept(new Job(source.opened, source.format, decisions, outputs.content, signal, onBytes));
    for await (const rows of writeReasons(reasonRows(source, cuts, places, request.reasons))) {
      if (signal.aborted) throw new CandidatesError('ExportCancelledError', { file: file.name });
      await outputs.reasons.write(rows);
    }
    onBytes(file.size);
    return {
      name: cleanedName(file.name),
      content: await outputs.content.close(gzip ? 'application/gzip' : 'application/octet-stream'),
      reasonsName: reasonsName(file.name),
      reasons: await outputs.reasons.close('text/csv;charset=utf-8'),
      pairsRemoved: request.removed.reduce((sum, { records }) => sum + records.length, 0),
      recordsRemoved: cuts.reduce((sum, cut) => sum + keptRecords(cut).filter((keeps) => !keeps).length, 0),
    };
  } catch (error) {
    await Promise.all([outputs.content.abandon(), outputs.reasons.abandon()]);
    throw asExportError(file.name, error);
  }
}

async function writeKept(job: Job): Promise<void> {
  const { container, file } = job.opened;
  if (container === 'JSON object' && job.format.joins === 'run') {
    throw new CandidatesError('ExportError', {
      file: file.name,
      reason: 'a run that is one JSON object cannot be copied in part',
      advice: 'Write it as lines of columns (a TREC run), load that and export again',
    });
  }
  if (container === 'Parquet') await cleanParquet(job);
  else await copyEntries(job);
  if (job.kept === 0) throw nothingLeft(file.name);
}

function nothingLeft(file: string): CandidatesError {
  return new CandidatesError('ExportError', {
    file,
    reason: 'nothing of it would be left',
    advice: 'Remove fewer pairs, or leave the file out',
  });
}

/** Errors of reading become errors of the export; others stay as they are. */
function asExportError(file: string, error: unknown): unknown {
  if (isError(error, 'LoadCancelledError')) return new CandidatesError('ExportCancelledError', { file });
  if (!(error instanceof CandidatesError)) return error;
  if (isError(error, 'ExportError', 'ExportCancelledError', 'FileChangedError', 'UnknownSourceError'))
    return error;
  const prefix = `${file}: `;
  const reason = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
  return new CandidatesError(
    'ExportError',
    {
      file,
      reason: `it could not be read again (${reason})`,
      advice: 'Check that it is where it was, load it again and export again',
    },
    { cause: error },
  );
}
