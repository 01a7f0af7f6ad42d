/** The page's workers in Node: their classes in this thread, and a thread for each encoder. */

import { Worker as Thread } from 'node:worker_threads';

import type { Remote } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';

import type { WorkerPair } from '../app/workers';
import { Candidates, NO_DUCKDB } from '../candidates/candidates';
import { CrossScoringHost } from '../engine/cross-scoring';
import { Engine } from '../engine/engine';
import { ExperimentRunner } from '../experiments/runner';
import { Mining } from '../mining/mining';
import relaxedUrl from '../simd/cosines-relaxed.wasm?url';
import cosinesUrl from '../simd/cosines.wasm?url';
import informationUrl from '../simd/information.wasm?url';
import type { WorkerEnd } from '../worker';
import { PAGE, type Native } from './host';

const SCRIPT = import.meta.url;

const MODELS = new URL('models/', PAGE);

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
    quick: experiments.quick.bind(experiments),
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
export function startMining(): { readonly host: Mining; close(): void } {
  const threads = new Set<WorkerEnd>();
  const host = new Mining({
    base: MODELS,
    cross: new CrossScoringHost(MODELS),
    startWorker: () => encoderThread(null, threads),
    known: new Map(),
    failed: new Map(),
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
  const endpoint = nodeEndpoint(thread);
  let before = Promise.resolve();
  const end: WorkerEnd = {
    ...endpoint,
    // In the order of the calls, though a file may have to be read first.
    postMessage: (message: unknown, transfer?: Transferable[]) => {
      before = before.then(async () => endpoint.postMessage(await inMemory(message), transfer));
      before.catch((error: unknown) => end.onerror?.(errorEvent(error)));
    },
    onerror: null,
    onmessageerror: null,
    terminate: () => {
      threads.delete(end);
      void thread.terminate();
    },
  };
  threads.add(end);
  thread.on('error', (error) => end.onerror?.(errorEvent(error)));
  return end;
}

function errorEvent(error: unknown): ErrorEvent {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return Object.assign(new Event('error'), { message }) as ErrorEvent;
}

const read = new WeakMap<Blob, Promise<Blob>>();

/** A message whose files are in memory: Node ends with a fault of its own where a thread reads a file that another one opened. */
async function inMemory(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const known = read.get(value) ?? value.arrayBuffer().then((bytes) => new Blob([bytes]));
    read.set(value, known);
    return known;
  }
  if (Array.isArray(value)) return Promise.all(value.map(inMemory));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const parts = Object.entries(value).map(async ([key, part]) => [key, await inMemory(part)] as const);
  return Object.fromEntries(await Promise.all(parts));
}
