/** What is understood of files, by the session in which the page reads them. */

import type { WorkerPair } from '../app/workers';
import type { Reject } from '../candidates/candidate-record';
import { remarksOf, rolesInWords } from '../candidates/how-read';
import type { LoadedSource, LoadOutcome } from '../candidates/outcomes';
import type { Interpretation } from '../candidates/reading';
import type { PickedFolder } from '../session/encoder/picked-folder';
import { Inputs } from '../session/inputs/inputs.svelte';
import { SourcesState } from '../session/files/sources-state.svelte';
import { countOf, formatCount } from '../ui/words';

/** Files in their order; `skipped`: paths of those in folders that hold no candidates; `rejects`: by file, each code once. */
export type FilesRead = Awaited<ReturnType<typeof filesRead>>;

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
    return await workers.guard(filesRead(sources, workers.candidates));
  } finally {
    workers.terminate();
  }
}

/** What a session read. */
export async function filesRead(sources: SourcesState, candidates: WorkerPair['candidates']) {
  const { files, skipped, notice } = sources;
  const rejects: { readonly id: number; readonly count: number; readonly first: Reject }[] = [];
  for (const { id, code, count } of await candidates.rejectCounts()) {
    const { rejects: found } = await candidates.rejects({ id, code }, { offset: 0, limit: 1 });
    rejects.push(...found.map((first) => ({ id, count, first })));
  }
  return { files, skipped, notice: notice?.message ?? null, rejects };
}

/** How each file was read, or why it was not, and the first entry that was rejected for each reason. */
export function fileLines({ files, rejects, skipped, notice }: FilesRead): string[] {
  const why = rejects.map(({ count, first: { file, placeKind, place, field, message } }) => {
    const where = field === null ? `${placeKind} ${place}` : `${placeKind} ${place}, ${field}`;
    return `  ${file}, ${where}: ${message}${count > 1 ? ` (the first of ${count})` : ''}`;
  });
  return [
    ...files.flatMap(({ outcome }) => (outcome === null ? [] : linesOf(outcome))),
    ...skipped.map((file) => `${file} is skipped: it holds no candidates`),
    ...(notice === null ? [] : [notice]),
    ...(why.length > 0 ? ['Rejected:', ...why] : []),
  ];
}

function linesOf(outcome: LoadOutcome): string[] {
  switch (outcome.status) {
    case 'loaded':
      return outcome.loaded.sources.flatMap((source) => sourceLines(source, outcome.loaded.interpretation));
    case 'companion': {
      const { file, words, entries, rejected } = outcome.companion;
      return [
        `${file}: ${words}, ${countOf(entries, 'entry', 'entries')}, ${formatCount(rejected)} rejected`,
      ];
    }
    case 'waiting':
      return [`${outcome.waiting.file} waits: ${outcome.waiting.message}`];
    default: {
      const { file, message, asks } = outcome.refused;
      const options = asks?.options ?? [];
      const answers = options.length === 0 ? '' : ` Options: ${options.join(' or ')}`;
      const why = message.startsWith(`${file}: `) ? message.slice(file.length + 2) : message;
      return [`${file} is refused: ${why}${answers}`];
    }
  }
}

function sourceLines(
  { name, format, counts, warnings }: LoadedSource,
  { topK, roles }: Interpretation,
): string[] {
  const { records, pairs, rejected, hitsFound } = counts;
  const beside = [
    rolesInWords(roles),
    remarksOf(counts),
    topK === null || hitsFound <= topK
      ? ''
      : `top ${topK} of ${hitsFound} hits of each query kept; --top-k ${hitsFound} keeps all`,
    ...warnings.map(({ message }) => `Look: ${message}`),
  ];
  return [
    `${name}: ${format}, ${countOf(records, 'record')}, ${countOf(pairs, 'negative')}, ${formatCount(rejected)} rejected`,
    ...beside.filter((line) => line !== '').map((line) => `  ${line}`),
  ];
}
