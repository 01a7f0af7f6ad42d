/**
 * Sessions in workers of their own: the engine tokenises and scores while they encode. If a worker dies, another
 * one encodes its batches.
 */

import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker, type WorkerEnd } from '../worker';
import { DeadlyTextError, EncodeError, EncoderWorkerError, reasonOf } from './errors';
import type { PoolLayout } from './runtime';
import type { TokenSequence } from './session';
import type { EncoderWorkerApi, HostOptions, HostRows } from './session-host';
import type { Pooling } from './types';

/** Deaths of workers after which a pool gives up: when memory is short, one dies after the other. */
const MOST_DEATHS = 8;

export class WorkerPool {
  private deaths = 0;

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

  /**
   * Unit vectors of a batch, by the least busy worker. A batch that killed two workers is encoded text by text, to
   * name the text that kills.
   * @throws DeadlyTextError, EncodeError, EncoderWorkerError
   */
  async encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    for (let deaths = 0; deaths < 2;) {
      const outcome = await this.attempt(batch);
      if (!(outcome instanceof LaneDeath)) return outcome;
      if (outcome.atWork) deaths++;
    }
    const vectors: Float32Array[] = [];
    for (const [place, sequence] of batch.entries()) vectors.push(await this.encodeAlone(sequence, place));
    return vectors;
  }

  release(): void {
    for (const lane of this.lanes) lane.close();
  }

  /** One text of a batch that killed two workers. @throws DeadlyTextError where it kills a third */
  private async encodeAlone(sequence: TokenSequence, place: number): Promise<Float32Array> {
    for (;;) {
      const outcome = await this.attempt([sequence]);
      if (!(outcome instanceof LaneDeath)) return outcome[0] as Float32Array;
      if (outcome.atWork) throw new DeadlyTextError(place, outcome.reason);
    }
  }

  /** The vectors, or how the worker died. @throws EncodeError, EncoderWorkerError */
  private async attempt(batch: readonly TokenSequence[]): Promise<Float32Array[] | LaneDeath> {
    const lane = this.lanes.reduce((least, other) => (other.busy < least.busy ? other : least));
    try {
      const { dimension, rows } = await lane.encode(batch);
      return batch.map((_, i) => rows.subarray(i * dimension, (i + 1) * dimension));
    } catch (error) {
      if (!(error instanceof LaneDeath)) throw error;
      if (error.atWork && ++this.deaths > MOST_DEATHS) {
        throw new EncoderWorkerError(
          `The encoder's workers broke off ${this.deaths} times, the last time because ${error.reason} What was encoded is ` +
            'kept. Close other tabs, or choose a smaller batch, then press "Rank sources".',
        );
      }
      return error;
    }
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
    readonly reason: string,
  ) {
    super(reason);
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
