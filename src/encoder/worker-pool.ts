/**
 * Sessions in workers of their own: the engine tokenises and scores while they encode. If a worker dies, another
 * one encodes its batches.
 */

import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker, type WorkerEnd } from '../worker';
import { EncodeError, EncoderWorkerError, reasonOf } from './errors';
import type { PoolLayout } from './runtime';
import type { TokenSequence } from './session';
import type { EncoderWorkerApi, HostOptions, HostRows } from './session-host';
import type { Pooling } from './types';

/** Workers that may die over one batch. */
const MOST_DEATHS = 3;

export class WorkerPool {
  private constructor(
    private readonly lanes: readonly EncoderLane[],
    readonly pooling: Pooling,
  ) {}

  /**
   * @param session options of a session, read for each worker while it loads the runtime
   * @throws EncoderWorkerError; what the session throws: BrokenModelFileError, UnknownOnnxNamesError; what `session`
   * rejects with
   */
  static async open(
    startWorker: () => WorkerEnd,
    session: () => Promise<Omit<HostOptions, keyof PoolLayout>>,
    { workers, ...layout }: PoolLayout,
  ): Promise<WorkerPool> {
    // The first workers share one reading of the model.
    const first = session();
    first.catch(() => undefined);
    let left = workers;
    const options = () => (left-- > 0 ? first : session());
    const lanes = Array.from(
      { length: workers },
      () => new EncoderLane({ startWorker, layout, session: options }),
    );
    try {
      const [{ pooling }, opened] = await Promise.all([
        first,
        Promise.all(lanes.map((lane) => lane.opened())),
      ]);
      return new WorkerPool(lanes, opened[0] ?? pooling);
    } catch (error) {
      for (const lane of lanes) lane.close();
      throw error;
    }
  }

  /** Unit vectors of a batch, by the least busy worker; where that dies, by another. @throws EncodeError, EncoderWorkerError */
  async encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    for (let deaths = 0; ;) {
      const lane = this.lanes.reduce((least, other) => (other.busy < least.busy ? other : least));
      try {
        const { dimension, rows } = await lane.encode(batch);
        return batch.map((_, i) => rows.subarray(i * dimension, (i + 1) * dimension));
      } catch (error) {
        if (!(error instanceof LaneDeath)) throw error;
        if (!error.atWork || ++deaths < MOST_DEATHS) continue;
        throw new EncoderWorkerError(
          `The encoder's workers broke off ${deaths} times over the same texts, the last time because ${error.message} What ` +
            'was encoded is kept. Close other tabs, choose a smaller batch, or have fewer tokens read of a text, then press ' +
            '"Rank sources".',
        );
      }
    }
  }

  release(): void {
    for (const lane of this.lanes) lane.close();
  }
}

/** Longest time for a worker to load the runtime and open the session. */
const START_LIMIT_SECONDS = 180;

/** The worker died before it answered. Another one may be asked. */
class LaneDeath extends Error {
  override readonly name = 'LaneDeath';
  constructor(
    /** True where it died over this batch, and not over one before it. */
    readonly atWork: boolean,
    /** A sentence without its subject. */
    message: string,
  ) {
    super(message);
  }
}

/** What a lane's workers are opened with. */
interface LaneOptions {
  readonly startWorker: () => WorkerEnd;
  readonly layout: Omit<PoolLayout, 'workers'>;
  /** Read for each worker, so that the model's bytes are only where they are used. */
  readonly session: () => Promise<Omit<HostOptions, keyof PoolLayout>>;
}

/** A worker with an open session; where it dies a fresh one takes its place. */
class EncoderLane {
  /** Unanswered batches in order: a worker takes one at a time. */
  private readonly line: symbol[] = [];
  private worker: OpenWorker<EncoderWorkerApi> | null = null;
  private opening: Promise<Pooling>;
  /** The batch over which the last worker died. */
  private lastAtWork: symbol | undefined;

  constructor(private readonly options: LaneOptions) {
    this.opening = this.open();
    this.opening.catch(() => undefined);
  }

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
      const worker = this.worker as OpenWorker<EncoderWorkerApi>;
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
    const { startWorker, layout, session } = this.options;
    const worker = openWorker<EncoderWorkerApi>(startWorker());
    this.worker = worker;
    await worker.start(worker.api.load(layout.runtime, layout.threads), START_LIMIT_SECONDS);
    const given = await session();
    const pooling = await worker.start(worker.api.open({ ...given, ...layout }), START_LIMIT_SECONDS);
    // Must run before those who await an answer learn of it.
    worker.broken.catch(() => this.replace(worker));
    return pooling;
  }

  private replace(dead: OpenWorker<EncoderWorkerApi>): void {
    this.lastAtWork = this.line[0];
    dead.close();
    this.opening = this.open();
    this.opening.catch(() => undefined);
  }
}

/** The error of a worker that broke off or was silent at its start; null for errors that it threw itself. */
function startError(error: unknown): EncoderWorkerError | null {
  if (error instanceof WorkerBrokenError) {
    return new EncoderWorkerError(`The encoder worker failed: ${error.message}`);
  }
  if (error instanceof WorkerSilentError) {
    return new EncoderWorkerError(`The encoder worker did not start: ${error.message} Try again.`);
  }
  return null;
}
