/** The class of an encoder worker: one session, asked batch by batch. */

import { loadRuntime, type PoolLayout } from './runtime';
import { EncoderSession, type SessionOptions, type TokenSequence } from './session';
import type { Pooling } from './types';
import { nodeHost } from '../node-host';

export type HostOptions = Omit<SessionOptions, 'runtime' | 'gpu' | 'native'> &
  Pick<PoolLayout, 'runtime' | 'threads'>;

export type EncoderWorkerApi = Pick<SessionHost, 'open' | 'encode'>;

export class SessionHost {
  private session: EncoderSession | null = null;

  /** Opens the session and returns how it pools. @throws BrokenModelFileError, UnknownOnnxNamesError */
  async open({ runtime: kind, threads, ...options }: HostOptions): Promise<Pooling> {
    const runtime = await loadRuntime(kind, threads);
    const native = kind === 'native' ? (nodeHost()?.native ?? null) : null;
    this.session = await EncoderSession.open({ ...options, runtime, gpu: null, native });
    return this.session.pooling;
  }

  /** @throws EncodeError */
  encode(batch: readonly TokenSequence[]): Promise<Float32Array<ArrayBuffer>[]> {
    if (!this.session) throw new Error('The encoder worker was asked before its session was open.');
    return this.session.encode(batch);
  }
}
