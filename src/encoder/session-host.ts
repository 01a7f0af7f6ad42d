/** The class of an encoder worker: one wasm session, asked batch by batch. */

import { loadRuntime } from './runtime';
import type { SessionModel } from './onnx';
import { EncoderSession, type TokenSequence } from './session';
import type { Pooling } from './types';

export interface HostOptions {
  readonly model: SessionModel;
  readonly pooling: Pooling;
  readonly normalise: boolean;
  readonly padId: number;
  readonly threads: number;
}

/** Unit vectors of a batch, row-major. */
export interface HostRows {
  readonly dimension: number;
  readonly rows: Float32Array<ArrayBuffer>;
}

export interface EncoderWorkerApi {
  /** Loads the runtime while the model is still being read. */
  load(threads: number): Promise<void>;
  /** Opens the session and returns how it pools. @throws BrokenModelFileError, UnknownOnnxNamesError */
  open(options: HostOptions): Promise<Pooling>;
  /** @throws EncodeError */
  encode(batch: readonly TokenSequence[]): Promise<HostRows>;
}

export class SessionHost implements EncoderWorkerApi {
  private session: EncoderSession | null = null;

  async load(threads: number): Promise<void> {
    await loadRuntime('wasm', threads);
  }

  async open({ model, pooling, normalise, padId, threads }: HostOptions): Promise<Pooling> {
    const runtime = await loadRuntime('wasm', threads);
    this.session = await EncoderSession.open({ model, pooling, normalise, runtime, gpu: null, padId });
    return this.session.pooling;
  }

  async encode(batch: readonly TokenSequence[]): Promise<HostRows> {
    if (!this.session) throw new Error('The encoder worker was asked before its session was open.');
    const vectors = await this.session.encode(batch);
    const dimension = vectors[0]?.length ?? 0;
    const rows = new Float32Array(dimension * vectors.length);
    vectors.forEach((vector, i) => rows.set(vector, i * dimension));
    return { dimension, rows };
  }
}
