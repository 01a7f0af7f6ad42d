/** Tabs of one browser: the whole session, with its derived values and effects, over fake workers and a store in memory. */

import { expect, vi } from 'vitest';

import { Session } from '../../../src/app/session.svelte';
import { WorkerState } from '../../../src/app/worker-state.svelte';
import type { WorkerPair } from '../../../src/app/workers';
import type { RunResult } from '../../../src/engine/result';
import type {
  CertaintyRequest,
  PartFigures,
  CleanedRequest,
  RunRequest,
  ShownFigures,
} from '../../../src/engine/types';
import { Comparison } from '../../../src/session/comparison.svelte';
import { KeepState } from '../../../src/session/persist.svelte';
import { singleFile } from '../../../src/session/files/file-entries.svelte';
import { eventually } from '../../support/eventually';
import { runResult, sourceResult } from '../../support/results';
import { FakeWorkers, type Outcomes } from '../fake-workers';
import { MemoryStore } from '../memory-store';
import { browser } from './browser-store';

/** The rest before a change is written, and the time in which a folder is read. */
const REST_MS = 600;

/** The session’s clock goes so many times as fast: it rests before it writes, sums and ranks anew. */
const CLOCK = 10;
const realTimeout = globalThis.setTimeout;

export function held(): { readonly until: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
}

/** An engine that ranks what it is asked for, with a score that tells what it is of. */
export class FakeEngine {
  /** The figures that were summed, in their order. */
  readonly settled: CertaintyRequest[] = [];
  /** A run waits for it. */
  ending: Promise<unknown> = Promise.resolve();
  /** A source that is made waits for it. */
  making: Promise<unknown> = Promise.resolve();
  /** Sums wait for it. */
  summing: Promise<unknown> = Promise.resolve();
  /** The temperatures at which figures without some pairs were asked for, in their order. */
  readonly cleanedAt: number[] = [];
  /** The next figures without some pairs wait for it. */
  cleaning: Promise<unknown> = Promise.resolve();
  /** What sums, and clearing the embeddings, fail with. */
  failure: Error | null = null;
  runs = 0;
  private sources: RunRequest['sources'] = [];

  async run({ sources, settings }: RunRequest): Promise<RunResult> {
    this.runs += 1;
    await this.ending;
    this.sources = sources;
    return { ...runResult(this.results(settings.tau)), settings };
  }

  preview({ tau }: CertaintyRequest): Promise<ShownFigures> {
    return Promise.resolve(runResult(this.results(tau)));
  }

  async settle(request: CertaintyRequest): Promise<ShownFigures> {
    this.settled.push(request);
    await this.summing;
    if (this.failure) throw this.failure;
    return this.preview(request);
  }

  async cleaned({ tau }: CleanedRequest): Promise<PartFigures> {
    const { cleaning } = this;
    this.cleanedAt.push(tau);
    await cleaning;
    return { sources: this.results(tau), certainty: null };
  }

  madeSource(): Promise<unknown> {
    return this.making;
  }

  cancel(): Promise<void> {
    return Promise.resolve();
  }

  keepEmbeddings(): Promise<void> {
    return Promise.resolve();
  }

  async clearCache(): Promise<void> {
    await Promise.resolve();
    if (this.failure) throw this.failure;
  }

  private results(tau: number) {
    return this.sources.map(({ id, name }) => sourceResult(id, name, { eci: tau }));
  }
}

/** A browser that keeps nothing yet. Call it before each test. */
export function newBrowser(): void {
  browser.store = new MemoryStore();
  vi.stubGlobal('setTimeout', (then: () => void, ms = 0) => realTimeout(then, ms / CLOCK));
  vi.stubGlobal('document', { baseURI: 'http://localhost/', getElementsByName: () => [] });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ models: [] })));
}

/** The session, and whether it is kept. */
export type Kept = Comparison & { readonly keep: KeepState };

/** A tab on which no page of the session is mounted. */
export interface Tab {
  readonly app: Session;
  readonly session: Kept;
  readonly workers: FakeWorkers;
  readonly engine: FakeEngine;
}

/**
 * Begins a tab.
 * @param outcomes what its files give
 * @param locks null in a browser without locks
 */
export function beginTab(
  outcomes: Outcomes = {},
  { locks = null, engine = new FakeEngine() }: { locks?: object | null; engine?: FakeEngine } = {},
): Tab {
  const agreed = () => Promise.resolve(true);
  const storage = { persist: agreed, persisted: agreed };
  vi.stubGlobal('navigator', { userAgent: 'Node', storage, ...(locks && { locks }) });
  const workers = new FakeWorkers(outcomes);
  const start = async (): Promise<WorkerPair> => ({
    ...(await workers.ready()),
    engine: engine as unknown as WorkerPair['engine'],
    crashed: new Promise<never>(() => undefined),
    endEngine: () => undefined,
    terminate: () => undefined,
  });
  const app = new Session('', new WorkerState(start));
  const session = Object.assign(app.state(Comparison), { keep: app.state(KeepState) });
  return { app, session, workers, engine };
}

/** A tab that has read what the browser keeps. */
export async function openTab(...asked: Parameters<typeof beginTab>): Promise<Tab> {
  const tab = beginTab(...asked);
  await rested(tab.session);
  return tab;
}

/** Lets go by the rests before something is written, and waits until all is read and written. */
export async function rested({ keep, encoder, sources }: Kept): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const isBusy = () => keep.phase === 'opening' || keep.pending || encoder.inspecting || sources.reading;
  await eventually(() => expect(isBusy()).toBeFalsy());
}

/** A model folder on the disk, perhaps with more files. */
export function folder(...more: { readonly path: string; readonly file: File }[]) {
  const content = { 'config.json': { model_type: 'bert' }, 'tokenizer.json': {}, 'onnx/model.onnx': {} };
  const files = Object.entries(content).map(([path, json]) => ({
    path,
    file: new File([JSON.stringify(json)], path),
  }));
  return { name: 'checkpoint', files: [...files, ...more] };
}

export function give({ sources }: Comparison, ...names: string[]): Promise<void> {
  return sources.add(names.map((name) => singleFile(new File([name], name))));
}
