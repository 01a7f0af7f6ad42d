/** An ONNX session that turns batches of token ids into unit vectors. */

import type * as ORT from 'onnxruntime-web';

import { EncodeError, reasonOf, UnknownOnnxNamesError } from './errors';
import { floatData, OnnxSession, TEXT_OUTPUTS, TOKEN_OUTPUTS, type SessionModel } from './onnx';
import { asEmbedding, meanOfRows } from './pooling';
import { loadRuntime, type RunsOn } from './runtime';
import type { Pooling } from './types';
import { nodeHost } from '../node-host';

export interface SessionOptions {
  readonly model: SessionModel;
  /** The pooling asked for. A model with only a pooled output is always `pooled`. */
  readonly pooling: Pooling;
  /** Bring every vector to unit length, as the score requires. */
  readonly normalise: boolean;
  readonly padId: number;
}

/** Token ids of one text, special tokens included. */
export type TokenSequence = Int32Array;

/** Turns batches of token ids into vectors: a session here or on the GPU, a pool of workers, or a table. */
export interface BatchEncoder {
  /** How it pools. A model with only a pooled output is always `pooled`. */
  readonly pooling: Pooling;
  /** Unit vectors of a batch, in its order. @throws EncodeError, EncoderWorkerError, and what the GPU's loss rejects with */
  encode(batch: readonly TokenSequence[]): Promise<Float32Array[]>;
  release(): Promise<void>;
}

export class EncoderSession implements BatchEncoder {
  private constructor(
    private readonly session: OnnxSession,
    private readonly options: SessionOptions,
    readonly pooling: Pooling,
  ) {}

  /** @param gpu with `webgpu` alone @throws BrokenModelFileError, UnknownOnnxNamesError */
  static async open(
    options: SessionOptions,
    { runtime, threads }: RunsOn,
    gpu: GPUDevice | null = null,
  ): Promise<EncoderSession> {
    const { model } = options;
    const native = runtime === 'native' ? nodeHost()?.native : null;
    const sessionOptions: ORT.InferenceSession.SessionOptions = {
      executionProviders: gpu ? [{ name: 'webgpu', device: gpu }] : [native?.provider ?? 'wasm'],
      ...(native && { intraOpNumThreads: threads }),
    };
    const { folder, onnx } = model;
    let { pooling } = options;
    const outputOf = (opened: ORT.InferenceSession) => {
      const output = chosenOutput(opened.outputNames, model, pooling);
      if (TEXT_OUTPUTS.includes(output)) pooling = 'pooled';
      return output;
    };
    const session = await OnnxSession.open(
      model,
      await loadRuntime(runtime, threads),
      sessionOptions,
      outputOf,
      (what) => new UnknownOnnxNamesError(folder, onnx, what),
    );
    return new EncoderSession(session, options, pooling);
  }

  /** The run pads to the longest sequence. */
  async encode(batch: readonly TokenSequence[]): Promise<Float32Array<ArrayBuffer>[]> {
    const tensor = await this.run(batch);
    try {
      return this.pool(batch, await floatData(tensor), tensor.dims);
    } finally {
      tensor.dispose();
    }
  }

  release(): Promise<void> {
    return this.session.release();
  }

  private run(batch: readonly TokenSequence[]): Promise<ORT.Tensor> {
    const texts = batch.map((ids) => ({ ids }));
    return this.session.run(texts, this.options.padId).catch((error: unknown) => {
      throw error instanceof EncodeError ? error : new EncodeError(`The encoder failed: ${reasonOf(error)}`);
    });
  }

  private pool(batch: readonly TokenSequence[], data: Float32Array, dims: readonly number[]) {
    const dimension = dims[dims.length - 1] ?? 0;
    const pooled = this.pooling === 'pooled';
    const expected = pooled ? batch.length : batch.length * (dims[1] ?? 0);
    if (dims.length !== (pooled ? 2 : 3) || data.length !== expected * dimension || dimension === 0) {
      throw new EncodeError(
        `Output ${this.session.output} has shape [${dims.join(', ')}], which is not one of embeddings.`,
      );
    }
    const stride = data.length / batch.length;
    const vector = new Float64Array(dimension);
    return batch.map((sequence, b) => {
      const rows = data.subarray(b * stride, (b + 1) * stride);
      meanOfRows(rows, this.pooling === 'mean' ? sequence.keys() : [0], dimension, vector);
      return asEmbedding(vector, this.options.normalise);
    });
  }
}

/** The output to read: one vector a text is taken as it is, where it is asked for or there is nothing else. */
function chosenOutput(outputs: readonly string[], { folder, onnx }: SessionModel, pooling: Pooling): string {
  const tokens = TOKEN_OUTPUTS.find((name) => outputs.includes(name));
  const text = TEXT_OUTPUTS.find((name) => outputs.includes(name));
  const chosen = pooling === 'pooled' ? text : (tokens ?? text);
  if (chosen !== undefined) return chosen;
  const needed =
    tokens === undefined
      ? `one of ${[...TOKEN_OUTPUTS, ...TEXT_OUTPUTS].join(', ')}.`
      : `one of ${TEXT_OUTPUTS.join(', ')} for pooling "pooled".`;
  throw new UnknownOnnxNamesError(folder, onnx, `Its outputs are ${outputs.join(', ')}; needed is ${needed}`);
}
