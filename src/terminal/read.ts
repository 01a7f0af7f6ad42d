/** `negscope read`: what is understood of files, by the worker in which the page reads them. */

import * as Comlink from 'comlink';

import { startWorkers, type WorkerPair } from '../app/workers';
import type { Reject } from '../candidates/candidate-record';
import type { FoundEvaluation, LoadOutcome } from '../candidates/outcomes';
import { defaultLoadOptions } from '../candidates/reading';
import { preflightOf, type PreflightCheck } from '../report/preflight';
import { readingDefaults } from '../session/files/reading-defaults';

export interface NamedFile {
  readonly file: File;
  /** Its path inside a folder that was named, or its own name. */
  readonly name: string;
  /** Whether its queries are for an evaluation. */
  readonly evaluation: boolean;
}

/** How many entries were rejected by one rule, with the first of them. */
export interface RejectsOfCode {
  readonly count: number;
  readonly first: Reject;
}

export interface FilesRead {
  /** What became of each file, in their order. */
  readonly outcomes: LoadOutcome[];
  /** By file, each code once. */
  readonly rejects: RejectsOfCode[];
  /** The checks over all files. */
  readonly preflight: readonly PreflightCheck[];
  /** The checks over each file. */
  readonly preflights: readonly (readonly PreflightCheck[])[];
}

/**
 * Reads files; those whose companions come later are read again after them.
 * @param search how they are read, as the page's address says it
 * @throws WorkerStartError, WorkerCrashedError
 */
export async function readFiles(files: readonly NamedFile[], search: string): Promise<FilesRead> {
  const { candidates, guard, terminate } = await startWorkers();
  try {
    return await guard(readBy(candidates, files, search));
  } finally {
    terminate();
  }
}

async function readBy(
  candidates: WorkerPair['candidates'],
  files: readonly NamedFile[],
  search: string,
): Promise<FilesRead> {
  const options = readingDefaults(search);
  const silent = Comlink.proxy(() => undefined);
  const load = async ({ file, name, evaluation }: NamedFile): Promise<LoadOutcome> => {
    const own = { ...defaultLoadOptions(name), ...options, group: null };
    return candidates.load(file, evaluation ? { ...own, format: 'evaluation' } : own, silent);
  };
  const outcomes: LoadOutcome[] = [];
  for (const file of files) outcomes.push(await load(file));
  const hasCompanions = outcomes.some(({ status }) => status === 'companion');
  for (const [i, file] of files.entries()) {
    if (hasCompanions && outcomes[i]?.status === 'waiting') outcomes[i] = await load(file);
  }
  const sources = outcomes.flatMap((outcome) => (outcome.status === 'loaded' ? outcome.loaded.sources : []));
  const evaluation = await candidates.evaluation(sources.map(({ id }) => id));
  const rejects: RejectsOfCode[] = [];
  for (const { id, code, count } of await candidates.rejectCounts()) {
    const { rejects: found } = await candidates.rejects({ id, code }, { offset: 0, limit: 1 });
    rejects.push(...found.map((first) => ({ count, first })));
  }
  return {
    outcomes,
    rejects,
    preflight: checksOf(outcomes, evaluation),
    preflights: outcomes.map((each) => checksOf([each], evaluation)),
  };
}

/** The checks over the files of some outcomes. */
function checksOf(
  outcomes: readonly LoadOutcome[],
  evaluation: readonly FoundEvaluation[],
): PreflightCheck[] {
  const sources = outcomes.flatMap((outcome) => (outcome.status === 'loaded' ? outcome.loaded.sources : []));
  const waiting = outcomes.flatMap((outcome) => (outcome.status === 'waiting' ? outcome.waiting : []));
  return preflightOf(
    sources.map((loaded) => {
      const found = evaluation.find(({ source }) => source === loaded.id) ?? null;
      return { name: loaded.name, setting: '', loaded, evaluation: found };
    }),
    waiting,
    null,
  );
}
