/** `negscope read`: what is understood of files, by the session in which the page reads them. */

import type { WorkerPair } from '../app/workers';
import type { Reject } from '../candidates/candidate-record';
import { foundInFiles, type FoundSource } from '../report/findings';
import { readSource } from '../session/result/scored-sources';
import { runSource } from '../session/run/runs';
import type { PickedFolder } from '../session/encoder/picked-folder';
import type { FileEntry } from '../session/files/file-entries.svelte';
import { Inputs } from '../session/inputs/inputs.svelte';
import { SourcesState } from '../session/files/sources-state.svelte';

/** How many entries were rejected by one rule, with the first of them. */
export interface RejectsOfCode {
  readonly count: number;
  readonly first: Reject;
}

export interface FilesRead {
  /** Single files in their order, then those of folders. */
  readonly files: readonly FileEntry[];
  /** Paths of files in folders that hold no candidates. */
  readonly skipped: readonly string[];
  /** Why files could not be read at all, such as those of a damaged archive; null where all could. */
  readonly notice: string | null;
  /** By file, each code once. */
  readonly rejects: readonly RejectsOfCode[];
}

type Workers = Pick<WorkerPair, 'candidates' | 'guard' | 'terminate'>;

/**
 * Reads files as the page does, in whatever order they are given.
 * @param search how they are read, as the page's address says it
 * @throws WorkerStartError, WorkerCrashedError
 */
export async function readFiles(
  files: readonly File[],
  folders: readonly PickedFolder[],
  search: string,
  start: () => Promise<Workers>,
): Promise<FilesRead> {
  const workers = await start();
  try {
    const access = { phase: 'ready' as const, ready: () => Promise.resolve(workers) };
    const sources = new SourcesState(access, new Inputs(search));
    await workers.guard(sources.addAll(files, folders));
    const { files: read, skipped, notice } = sources;
    const rejects = await workers.guard(rejectsIn(workers.candidates));
    return { files: read, skipped, notice: notice?.message ?? null, rejects };
  } finally {
    workers.terminate();
  }
}

async function rejectsIn(candidates: WorkerPair['candidates']): Promise<RejectsOfCode[]> {
  const rejects: RejectsOfCode[] = [];
  for (const { id, code, count } of await candidates.rejectCounts()) {
    const { rejects: found } = await candidates.rejects({ id, code }, { offset: 0, limit: 1 });
    rejects.push(...found.map((first) => ({ count, first })));
  }
  return rejects;
}

/** What is found in some files. */
export function foundIn(files: readonly FileEntry[]): FoundSource[] {
  const sources = files.flatMap((file) => file.sources).flatMap(runSource);
  return foundInFiles(
    sources.map((source) => readSource(source, null)),
    null,
  );
}
