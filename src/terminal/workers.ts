/** The page's workers in Node: their classes in this thread, and a thread for each encoder. */

import { Worker as Thread } from 'node:worker_threads';

import type { Remote } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';

import type { WorkerPair } from '../app/workers';
import { Candidates } from '../candidates/candidates';
import { Engine } from '../engine/engine';
import { ExperimentRunner } from '../experiments/runner';
import { MiningHost } from '../miner/host';
import relaxedUrl from '../simd/cosines-relaxed.wasm?url';
import cosinesUrl from '../simd/cosines.wasm?url';
import informationUrl from '../simd/information.wasm?url';
import type { WorkerEnd } from '../worker';
import { PAGE, type Native } from './host';

const SCRIPT = import.meta.url;

const MODELS = new URL('models/', PAGE);

/** Reading and ranking never start it: it has what search, SQL and cleaned files ask. */
const NO_DUCKDB = {
  wasmUrl: '',
  createWorker: () => {
    throw new Error('No command starts DuckDB.');
  },
};

/** @param native what runs the encoder; null for wasm */
export function startHere(native: Native | null): Promise<WorkerPair> {
  const threads = new Set<WorkerEnd>();
  const candidates = new Candidates(NO_DUCKDB);
  const engine = new Engine(
    MODELS,
    () => encoderThread(native, threads),
    async () => WebAssembly.compile(await moduleAt(informationUrl)),
  );
  engine.setCandidates(candidates);
  const experiments = new ExperimentRunner(engine);
  const api = Object.assign(engine, {
    connectCandidates: () => undefined,
    isQuick: experiments.isQuick.bind(experiments),
    experiment: experiments.experiment.bind(experiments),
    madeSource: experiments.madeSource.bind(experiments),
  });
  const terminate = () => threads.forEach((thread) => thread.terminate());
  return Promise.resolve({
    candidates: answering(candidates),
    engine: answering(api),
    crashed: new Promise<never>(() => undefined),
    guard: (answer) => answer,
    endEngine: terminate,
    terminate,
  });
}

/** As the mining worker; `close` ends its threads. */
export function startMining(): { readonly host: MiningHost; close(): void } {
  const threads = new Set<WorkerEnd>();
  const host = new MiningHost({
    base: MODELS,
    startWorker: () => encoderThread(null, threads),
    known: new Map(),
    cosines: (name) => moduleAt(name === 'cosines' ? cosinesUrl : relaxedUrl),
    version: __NEGSCOPE_VERSION__,
  });
  return { host, close: () => threads.forEach((thread) => thread.terminate()) };
}

async function moduleAt(address: string): Promise<ArrayBuffer> {
  return (await fetch(new URL(address, SCRIPT))).arrayBuffer();
}

/** Every answer is a promise, as that of a worker. */
function answering<T extends object>(target: T): Remote<T> {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => Reflect.apply(value, target, given) as unknown;
    },
  }) as unknown as Remote<T>;
}

function encoderThread(native: Native | null, threads: Set<WorkerEnd>): WorkerEnd {
  const thread = new Thread(new URL('./encoder-thread.js', SCRIPT), { workerData: { native } });
  const end: WorkerEnd = {
    ...nodeEndpoint(thread),
    onerror: null,
    onmessageerror: null,
    terminate: () => {
      threads.delete(end);
      void thread.terminate();
    },
  };
  threads.add(end);
  thread.on('error', (error) => {
    const event = Object.assign(new Event('error'), { message: error.stack ?? error.message });
    end.onerror?.(event as ErrorEvent);
  });
  return end;
}
