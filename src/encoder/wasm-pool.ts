/**
 * Wasm sessions in workers of their own: the engine tokenises and scores while they encode. A worker that dies gives its
 * batches back: another one encodes them.
 */

import { EncoderLane, LaneDeath } from './encoder-lane';
import { DeadlyTextError, EncoderWorkerError } from './errors';
import type { WasmLayout } from './runtime';
import type { TokenSequence } from './session';
import type { HostOptions } from './session-host';
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
