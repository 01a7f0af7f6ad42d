/** The class of an encoder worker: one session, asked batch by batch. */

import * as Comlink from 'comlink';

import type { RunsOn } from './runtime';
import { EncoderSession, type SessionOptions, type TokenSequence } from './session';
import type { Pooling } from './types';

export type EncoderWorkerApi = Pick<SessionHost, 'open' | 'encode'>;

export class SessionHost {
  private session: EncoderSession | null = null;

  /** Opens the session and returns how it pools. @throws BrokenModelFileError, UnknownOnnxNamesError */
  async open(options: SessionOptions, on: RunsOn): Promise<Pooling> {
    this.session = await EncoderSession.open(options, on);
    return this.session.pooling;
  }

  /** The vectors are moved to who asks. @throws EncodeError */
  async encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    if (!this.session) throw new Error('The encoder worker was asked before its session was open.');
    const vectors = await this.session.encode(batch);
    const buffers = vectors.map(({ buffer }) => buffer);
    return Comlink.transfer(vectors, buffers);
  }
}
