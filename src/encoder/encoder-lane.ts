/** A lane of the pool: a worker with an open session, and in the place of one that died a fresh one. */

import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker } from '../worker';
import { EncodeError, EncoderWorkerError, reasonOf } from './errors';
import type { TokenSequence } from './session';
import type { EncoderWorkerFace, HostOptions, HostRows } from './session-host';
import type { Pooling } from './types';

/** Longest time that a worker may take to load the runtime and open the session. */
const START_LIMIT_SECONDS = 180;

/** The worker died before it had answered; another one may be asked. */
export class LaneDeath extends Error {
  override readonly name = 'LaneDeath';
  constructor(
    /** True where the worker was at work on this batch, and not on one before it. */
    readonly atWork: boolean,
    /** A sentence without its subject. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** What a lane's workers are opened with. */
export interface LaneOptions {
  readonly startWorker: () => Worker;
  readonly threads: number;
  /** Read anew for each worker, so that the model's bytes lie only where they are used. */
  readonly session: () => Promise<Omit<HostOptions, 'threads'>>;
}

export class EncoderLane {
  /** What was asked and not answered yet, in order: a worker takes one batch after the other. */
  private readonly line: symbol[] = [];
  private worker: OpenWorker<EncoderWorkerFace> | null = null;
  private opening: Promise<Pooling>;
  /** Whose batch the worker that died last was at work on. */
  private lastAtWork: symbol | undefined;

  constructor(private readonly options: LaneOptions) {
    this.opening = this.open();
    this.opening.catch(() => undefined);
  }

  /** Batches that are under way. */
  get busy(): number {
    return this.line.length;
  }

  /**
   * How the session pools, once it is open.
   * @throws EncoderWorkerError; what the session throws: BrokenModelFileError, UnknownOnnxNamesError; what reading the
   *   model rejects with
   */
  async opened(): Promise<Pooling> {
    try {
      return await this.opening;
    } catch (error) {
      throw startError(error) ?? error;
    }
  }

  /** @throws LaneDeath, EncodeError, and what `opened` throws */
  async encode(batch: readonly TokenSequence[]): Promise<HostRows> {
    const turn = Symbol();
    this.line.push(turn);
    try {
      await this.opened();
      const worker = this.worker as OpenWorker<EncoderWorkerFace>;
      return await worker.guard(worker.api.encode(batch)).catch((error: unknown) => {
        if (error instanceof WorkerBrokenError) throw new LaneDeath(this.lastAtWork === turn, error.message);
        throw new EncodeError(`The encoder failed: ${reasonOf(error)}`);
      });
    } finally {
      this.line.splice(this.line.indexOf(turn), 1);
    }
  }

  close(): void {
    this.worker?.close();
  }

  private async open(): Promise<Pooling> {
    const { startWorker, threads, session } = this.options;
    const worker = openWorker<EncoderWorkerFace>(startWorker());
    this.worker = worker;
    await worker.start(worker.api.load(threads), START_LIMIT_SECONDS);
    const given = await session();
    const pooling = await worker.start(worker.api.open({ ...given, threads }), START_LIMIT_SECONDS);
    // Told before those who wait for an answer hear of it.
    worker.broken.catch(() => this.replace(worker));
    return pooling;
  }

  private replace(dead: OpenWorker<EncoderWorkerFace>): void {
    this.lastAtWork = this.line[0];
    dead.close();
    this.opening = this.open();
    this.opening.catch(() => undefined);
  }
}

/** A worker that broke off or is silent while it starts, as the encoder says it; null for what it threw itself. */
function startError(error: unknown): EncoderWorkerError | null {
  if (error instanceof WorkerBrokenError) {
    return new EncoderWorkerError(`The encoder worker failed: ${error.message}`);
  }
  if (error instanceof WorkerSilentError) {
    return new EncoderWorkerError(`The encoder worker did not start: ${error.message} Try again.`);
  }
  return null;
}
