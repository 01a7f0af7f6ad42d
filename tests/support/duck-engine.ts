/** DuckDB's build for Node in place of the page's, in a thread that behaves as a browser's worker. */

import { Worker as NodeThread } from 'node:worker_threads';

import type { DuckEngine } from '../../src/candidates/store/database';

/** @param paths of DuckDB's `eh` module and of its worker for Node */
export function duckInNode(paths: { readonly wasm: string; readonly worker: string }): DuckEngine {
  return {
    wasmUrl: paths.wasm,
    createWorker: () => new DuckWorker(paths.wasm, paths.worker) as unknown as Worker,
  };
}

/** A thread with the events and methods of a browser's worker. */
export class ThreadWorker extends EventTarget {
  private readonly listeners = {
    message: (data: unknown) => this.dispatch('message', { data }),
    error: (error: Error) => this.dispatch('error', { message: error.message }),
    exit: () => this.dispatch('close', {}),
  };

  constructor(protected readonly thread: NodeThread) {
    super();
    for (const [type, listener] of Object.entries(this.listeners)) thread.on(type, listener);
  }

  static of(script: string): ThreadWorker {
    return new ThreadWorker(startThread(script));
  }

  postMessage(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    this.thread.postMessage(message, transfer);
  }

  terminate(): void {
    void this.thread.terminate();
  }

  protected letGo(): NodeThread {
    for (const [type, listener] of Object.entries(this.listeners)) this.thread.off(type, listener);
    return this.thread;
  }

  protected dispatch(type: string, fields: object): void {
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }
}

function startThread(script: string): NodeThread {
  const prelude =
    "const { parentPort } = require('node:worker_threads');" +
    'globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);' +
    "parentPort.on('message', (data) => globalThis.onmessage({ data }));";
  return new NodeThread(`${prelude} require(${JSON.stringify(script)});`, {
    eval: true,
    stdout: true,
    stderr: true,
  });
}

interface Request {
  readonly messageId: number;
  readonly type: string;
  readonly data: unknown;
}

const BEFORE_AN_ANSWER = ['LOG', 'INSTANTIATE_PROGRESS', 'PROGRESS_UPDATE'];

/** Threads that run DuckDB and wait for a user: it takes two seconds of a core to start. */
const idle: NodeThread[] = [];

/**
 * A worker of DuckDB. Where all it was asked is answered, its end leaves the thread to the next one: opening a
 * database empties what was there.
 */
class DuckWorker extends ThreadWorker {
  private readonly unanswered = new Set<number>();
  private readonly runs: boolean;
  private broken = false;

  constructor(
    private readonly wasm: string,
    script: string,
  ) {
    const used = idle.pop();
    super(used ?? startThread(script));
    this.runs = used !== undefined;
    this.thread.ref();
  }

  override postMessage(request: Request, transfer: readonly ArrayBuffer[] = []): void {
    if (request.type === 'INSTANTIATE') {
      const [url] = request.data as [string];
      this.broken = url !== this.wasm;
      if (this.runs && !this.broken) {
        const data = { messageId: 0, requestId: request.messageId, type: 'OK', data: null };
        queueMicrotask(() => this.dispatch('message', { data }));
        return;
      }
    }
    this.unanswered.add(request.messageId);
    super.postMessage(request, transfer);
  }

  override terminate(): void {
    if (this.broken || this.unanswered.size > 0) return super.terminate();
    const thread = this.letGo();
    thread.unref();
    idle.push(thread);
  }

  protected override dispatch(type: string, fields: { readonly data?: unknown }): void {
    if (type === 'error' || type === 'close') this.broken = true;
    const { requestId, type: answer } = (fields.data ?? { type: '' }) as { requestId?: number; type: string };
    if (requestId !== undefined && !BEFORE_AN_ANSWER.includes(answer)) this.unanswered.delete(requestId);
    super.dispatch(type, fields);
  }
}
