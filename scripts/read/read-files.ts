/** Reads files in Node as the page reads them: the same code, with DuckDB's and Parquet's WebAssembly in this process. */

import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';

import initParquet from 'parquet-wasm/esm';

import type { Reject } from '../../src/candidates/candidate-record';
import { Candidates } from '../../src/candidates/candidates';
import type { FoundEvaluation, LoadOutcome } from '../../src/candidates/outcomes';
import { codec } from '../../src/candidates/read/parquet/codec';
import { runCodecBy } from '../../src/candidates/read/parquet/worker';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { readingDefaults } from '../../src/session/files/reading-defaults';
import { preflightOf, type PreflightCheck } from '../../src/report/preflight';
import { duckInNode } from './duck-engine';

/** Where the WebAssembly lies. */
export interface Modules {
  readonly duckdb: string;
  readonly duckdbWorker: string;
  readonly parquet: string;
}

/** A file on disk; `name` is its path inside a folder that was named, or its own name. */
export interface NamedFile {
  readonly path: string;
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
 * @param query how they are read, as the page's address says it
 */
export async function readFiles(
  files: readonly NamedFile[],
  query: string,
  modules: Modules,
): Promise<FilesRead> {
  runCodecBy(() => ({
    codec: codec(readFile(modules.parquet).then((bytes) => initParquet({ module_or_path: bytes }))),
    stop: () => undefined,
  }));
  const options = readingDefaults(query);
  const candidates = new Candidates(duckInNode({ wasm: modules.duckdb, worker: modules.duckdbWorker }));
  const load = async ({ path, name, evaluation }: NamedFile): Promise<LoadOutcome> => {
    const file = new File([await openAsBlob(path)], name.split('/').at(-1) ?? name);
    const own = { ...defaultLoadOptions(name), ...options, group: null };
    return candidates.load(file, evaluation ? { ...own, format: 'evaluation' } : own, () => undefined);
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
