/**
 * Wasm sessions in workers of their own: the engine tokenises and scores while they encode. A worker that dies gives its
 * batches back: another one encodes them.
 */

import { openWorker, WorkerBrokenError, WorkerSilentError, type OpenWorker } from '../worker';
import { DeadlyTextError, EncodeError, EncoderWorkerError, reasonOf } from './errors';
import type { WasmLayout } from './runtime';
import type { TokenSequence } from './session';
import type { EncoderWorkerFace, HostOptions, HostRows } from './session-host';
import type { Pooling } from './types';

/** Workers of one pool that may die before it gives up: memory that is short kills one after the other. */
const MOST_DEATHS = 8;

export class WasmPool {
  private deaths = 0;

  private constructor(
    private readonly lanes: readonly EncoderLane[],
    readonly pooling: Pooling,
  ) {}

  /**
   * @param session options of every session, read anew for each: the workers load the runtime meanwhile
   * @throws EncoderWorkerError; what the session throws: BrokenModelFileError, UnknownOnnxNamesError; what `session`
   *   rejects with
   */
  static async open(
    startWorker: () => Worker,
    session: () => Promise<Omit<HostOptions, 'threads'>>,
    { workers, threads }: WasmLayout,
  ): Promise<WasmPool> {
    // The first workers open with what is read once.
    const first = session();
    first.catch(() => undefined);
    let left = workers;
    const options = () => (left-- > 0 ? first : session());
    const lanes = Array.from(
      { length: workers },
      () => new EncoderLane({ startWorker, threads, session: options }),
    );
    try {
      const [{ pooling }, opened] = await Promise.all([
        first,
        Promise.all(lanes.map((lane) => lane.opened())),
      ]);
      return new WasmPool(lanes, opened[0] ?? pooling);
    } catch (error) {
      for (const lane of lanes) lane.close();
      throw error;
    }
  }

  /**
   * Unit vectors of a batch, by the worker with the least to do. A batch over which two workers died is encoded text by
   * text, so that the one that kills can be named.
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

  /** One text of a batch over which two workers died. @throws DeadlyTextError where a third one does */
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
          `The encoder's workers broke off ${this.deaths} times, the last time since ${error.reason} What was encoded is ` +
            'kept. Close other tabs, or choose a smaller batch, then press "Rank sources".',
        );
      }
      return error;
    }
  }
}

/** Longest time that a worker may take to load the runtime and open the session. */
const START_LIMIT_SECONDS = 180;

/** The worker died before it had answered; another one may be asked. */
class LaneDeath extends Error {
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
interface LaneOptions {
  readonly startWorker: () => Worker;
  readonly threads: number;
  /** Read anew for each worker, so that the model's bytes lie only where they are used. */
  readonly session: () => Promise<Omit<HostOptions, 'threads'>>;
}

/** A worker with an open session; where it dies a fresh one takes its place. */
class EncoderLane {
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
