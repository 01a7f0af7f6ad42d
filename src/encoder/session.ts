/** An ONNX session that turns batches of token ids into unit vectors. */

import * as Comlink from 'comlink';

import { OTHER_WAY } from './checkpoint/config';
import { BrokenModelFileError, EncodeError } from './errors';
import { OnnxSession, type SessionModel } from './onnx';
import { unitMean } from './pooling';
import type { RunsOn } from './runtime';
import { TEXT_OUTPUTS, TOKEN_OUTPUTS, type Pooling } from './types';

export interface SessionOptions {
  readonly model: SessionModel;
  /** The pooling asked for. A model with only a pooled output is always `pooled`. */
  readonly pooling: Pooling;
  readonly padId: number;
}

/** Token ids of one text, special tokens included. */
export type TokenSequence = Int32Array;

/** Turns batches of token ids into vectors: a session here or on the GPU, a pool of workers, or a table. */
export interface BatchEncoder {
  /** How it pools. A model with only a pooled output is always `pooled`. */
  readonly pooling: Pooling;
  /** Unit vectors of a batch, in its order. @throws EncodeError, EncoderWorkerError, and what the GPU's loss rejects with */
  encode(batch: readonly TokenSequence[]): Promise<Float32Array<ArrayBuffer>[]>;
  release(): Promise<void>;
}

/** @param gpu with `webgpu` alone @throws BrokenModelFileError */
export async function openSession(
  { model, pooling: asked, padId }: SessionOptions,
  on: RunsOn,
  gpu: GPUDevice | null = null,
): Promise<BatchEncoder> {
  const session = await OnnxSession.open(model, on, (names) => chosenOutput(names, model, asked), gpu);
  const pooling = TEXT_OUTPUTS.includes(session.output) ? 'pooled' : asked;
  return {
    pooling,
    async encode(batch) {
      const { data, dims } = await session.run(
        batch.map((ids) => ({ ids })),
        padId,
      );
      const dimension = dims[dims.length - 1] ?? 0;
      const rows = pooling === 'pooled' ? 1 : (dims[1] ?? 0);
      const isWhole = data.length === batch.length * rows * dimension && dimension > 0;
      if (dims.length !== (pooling === 'pooled' ? 2 : 3) || !isWhole) {
        const shape = `shape [${dims.join(', ')}], which is not one of embeddings`;
        throw new EncodeError(`Output ${session.output} has ${shape}.`);
      }
      return batch.map((sequence, b) => {
        const states = data.subarray(b * rows * dimension);
        return unitMean(states, pooling === 'mean' ? sequence.keys() : [0], dimension);
      });
    },
    release: () => session.release(),
  };
}

/** The class of an encoder worker: one session, asked batch by batch. */
export class SessionHost {
  private session: BatchEncoder | null = null;

  /** Opens the session and returns how it pools. @throws BrokenModelFileError */
  async open(options: SessionOptions, on: RunsOn): Promise<Pooling> {
    this.session = await openSession(options, on);
    return this.session.pooling;
  }

  /** The vectors are moved to who asks. @throws EncodeError */
  async encode(batch: readonly TokenSequence[]): ReturnType<BatchEncoder['encode']> {
    if (!this.session) throw new Error('The encoder worker was asked before its session was open.');
    const vectors = await this.session.encode(batch);
    const buffers = vectors.map(({ buffer }) => buffer);
    return Comlink.transfer(vectors, buffers);
  }
}

export type EncoderWorkerApi = Pick<SessionHost, 'open' | 'encode'>;

/** The output to read: one vector a text is taken as it is, where it is asked for or there is nothing else. */
function chosenOutput(outputs: readonly string[], { folder, onnx }: SessionModel, pooling: Pooling): string {
  const tokens = TOKEN_OUTPUTS.find((name) => outputs.includes(name));
  const text = TEXT_OUTPUTS.find((name) => outputs.includes(name));
  const chosen = pooling === 'pooled' ? text : (tokens ?? text);
  if (chosen !== undefined) return chosen;
  const needed = [...(tokens === undefined ? TOKEN_OUTPUTS : []), ...TEXT_OUTPUTS].join(', ');
  const asked = `Its outputs are ${outputs.join(', ')}; needed for pooling "${pooling}" is one of ${needed}.`;
  throw new BrokenModelFileError(folder, onnx, `${asked} ${OTHER_WAY}`);
}
