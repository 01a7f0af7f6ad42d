/** The class of an encoder worker: one session, asked batch by batch. */

import { loadRuntime, type PoolLayout } from './runtime';
import { EncoderSession, type SessionOptions, type TokenSequence } from './session';
import type { Pooling } from './types';
import { nodeHost } from '../node-host';

export type HostOptions = Omit<SessionOptions, 'runtime' | 'gpu' | 'native'> &
  Pick<PoolLayout, 'runtime' | 'threads'>;

/** Unit vectors of a batch, row-major. */
export interface HostRows {
  readonly dimension: number;
  readonly rows: Float32Array<ArrayBuffer>;
}

export type EncoderWorkerApi = Pick<SessionHost, 'load' | 'open' | 'encode'>;

export class SessionHost {
  private session: EncoderSession | null = null;

  /** Loads the runtime while the model is still being read. */
  async load(runtime: PoolLayout['runtime'], threads: number): Promise<void> {
    await loadRuntime(runtime, threads);
  }

  /** Opens the session and returns how it pools. @throws BrokenModelFileError, UnknownOnnxNamesError */
  async open({ runtime: kind, threads, ...options }: HostOptions): Promise<Pooling> {
    const runtime = await loadRuntime(kind, threads);
    const native = kind === 'native' ? (nodeHost()?.native ?? null) : null;
    this.session = await EncoderSession.open({ ...options, runtime, gpu: null, native });
    return this.session.pooling;
  }

  /** @throws EncodeError */
  async encode(batch: readonly TokenSequence[]): Promise<HostRows> {
    if (!this.session) throw new Error('The encoder worker was asked before its session was open.');
    const vectors = await this.session.encode(batch);
    const dimension = vectors[0]?.length ?? 0;
    const rows = new Float32Array(dimension * vectors.length);
    vectors.forEach((vector, i) => rows.set(vector, i * dimension));
    return { dimension, rows };
  }
}
