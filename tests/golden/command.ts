/** `negscope rank` in this process: the session of the page over the workers' own classes, without a page. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { vi } from 'vitest';

import { Session } from '../../src/app/session.svelte';
import { WorkerState } from '../../src/app/worker-state.svelte';
import type { WorkerPair } from '../../src/app/workers';
import { Candidates } from '../../src/candidates/candidates';
import { Engine } from '../../src/engine/engine';
import type { SessionReport } from '../../src/experiments/result';
import type { WeightingId } from '../../src/scoring/weightings';
import { parseRankArguments, rankFiles } from '../../src/cli/rank';
import { exitStatus } from '../../src/cli/rank-words';
import { nodeEngine } from '../candidates/support';
import { startEncoderWorker, stubBrowserGlobals } from '../support/browser-globals';

/** Encoders on disk. An address of a module would be one of a page here. */
const PROJECT = join(import.meta.dirname, '../..');
export const MINI_FOLDER = join(PROJECT, 'public/models/negscope-mini');
export const POTION_FOLDER = join(PROJECT, '../shared/models/potion-base-2M');

/** One engine for all: what was embedded for one command is there for the next. */
const engine = new Engine(new URL('http://localhost/models/'), startEncoderWorker, () =>
  WebAssembly.compile(readFileSync(join(PROJECT, 'src/simd/information.wasm'))),
);

function remote<T extends object>(target: T): T {
  return new Proxy(target, {
    get(_, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]): Promise<unknown> => Reflect.apply(value, target, args) as unknown;
    },
  });
}

/** In the place of the page's workers. DuckDB is not needed and does not start. */
function workersHere(): Promise<WorkerPair> {
  const candidates = new Candidates(nodeEngine);
  engine.setCandidates(candidates);
  const api = Object.assign(candidates, { start: () => Promise.resolve() });
  return Promise.resolve({
    candidates: remote(api) as unknown as WorkerPair['candidates'],
    engine: remote(engine) as unknown as WorkerPair['engine'],
    crashed: new Promise<never>(() => undefined),
    guard: <T>(answer: Promise<T>) => answer,
    endEngine: () => undefined,
    terminate: () => void candidates.close(),
  });
}

export function stubPage(): void {
  stubBrowserGlobals();
  vi.stubGlobal('navigator', { hardwareConcurrency: 1, userAgent: `Node ${process.version}` });
  vi.stubGlobal('document', { baseURI: 'http://localhost/', getElementsByName: () => [] });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  // Files of the package, as src/cli/host.ts lends them; else the list of the page's encoders.
  vi.stubGlobal('fetch', (address: URL | string) =>
    Promise.resolve(
      String(address).startsWith('file:')
        ? new Response(new Uint8Array(readFileSync(new URL(address))))
        : Response.json({ schema_version: 1, models: [] }),
    ),
  );
}

export interface Ended {
  readonly report: SessionReport;
  readonly notes: readonly string[];
  readonly status: number;
}

/** What a command line says. @param model a folder on disk; null where the files give embeddings */
export interface Command {
  readonly files: readonly File[];
  /** Options, such as `--reference bm25,dense`. */
  readonly options: string;
  readonly model: string | null;
  /** Chosen on the page alone. */
  readonly weighting?: WeightingId;
  /** Whether every weighting has its figures, as in a report that is saved. */
  readonly every?: boolean;
}

export async function rankHere({
  files,
  options,
  model,
  weighting = 'full',
  every = false,
}: Command): Promise<Ended> {
  const args = parseRankArguments(options.split(' ').filter(Boolean));
  const session = new Session(`${args.inputs}&weighting=${weighting}`, new WorkerState(workersHere));
  const notes: string[] = [];
  const line = { show: () => undefined, say: (words: string) => void notes.push(words) };
  const asked = { ...args, model, report: every ? 'all.json' : null };
  const report = await rankFiles(session, asked, files, line);
  return { report, notes, status: exitStatus(report, args.strict) };
}
