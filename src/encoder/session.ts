/** An ONNX session that turns batches of token ids into unit vectors. */

import type * as ORT from 'onnxruntime-web';

import { BrokenModelFileError, EncodeError, UnknownOnnxNamesError } from './errors';
import { createSession, floatData, tokenFeeds, unknownInputs, type SessionModel } from './onnx';
import { chosenOutput, TEXT_OUTPUTS, TOKEN_OUTPUTS } from './onnx-names';
import { checkFinite, clsPool, meanPool, unitNormalise } from './pooling';
import type { Runtime } from './runtime';
import type { Pooling } from './types';
import type { NativeRuntime } from '../node-host';

export interface SessionOptions {
  readonly model: SessionModel;
  /** The pooling asked for. A model with only a pooled output is always `pooled`. */
  readonly pooling: Pooling;
  /** Bring every vector to unit length, as the score requires. */
  readonly normalise: boolean;
  readonly runtime: Runtime;
  /** The device to run on, or null for the processor. */
  readonly gpu: GPUDevice | null;
  /** Where `runtime` is the one for Node. */
  readonly native?: Pick<NativeRuntime, 'provider' | 'threads'> | null;
  readonly padId: number;
}

/** A batch's output on the device. */
export interface DeviceOutput {
  /** texts × tokens × d float32; the buffer may be longer. */
  readonly hidden: { readonly buffer: GPUBuffer; readonly texts: number; readonly tokens: number };
  dispose(): void;
}

/** What fails is thrown; a device that is lost need not stand in the console too. */
const RUN: ORT.InferenceSession.RunOptions = { logSeverityLevel: 4 };

/** Token ids of one text, special tokens included. */
export type TokenSequence = Int32Array;

export class EncoderSession {
  private constructor(
    private readonly session: ORT.InferenceSession,
    private readonly options: SessionOptions,
    private readonly output: string,
    readonly pooling: Pooling,
  ) {}

  /** @throws BrokenModelFileError, UnknownOnnxNamesError */
  static async open(options: SessionOptions): Promise<EncoderSession> {
    const { model, runtime, gpu, native = null } = options;
    const sessionOptions: ORT.InferenceSession.SessionOptions = {
      executionProviders: gpu ? [{ name: 'webgpu', device: gpu }] : [native?.provider ?? 'wasm'],
      ...(native && { intraOpNumThreads: native.threads }),
      // Shape arithmetic runs on the CPU by design; the runtime need not warn of it.
      logSeverityLevel: 3,
    };
    // Outputs stay on the device, where a kernel pools them; `encode` fetches what it needs.
    if (gpu) sessionOptions.preferredOutputLocation = 'gpu-buffer';
    const session = await createSession(model, runtime, sessionOptions);
    try {
      checkInputs(session, model);
      const { output, pooling } = chooseOutput(session, model, options.pooling);
      if (gpu) checkDeviceOutput(session, output, model);
      return new EncoderSession(session, options, output, pooling);
    } catch (error) {
      await session.release();
      throw error;
    }
  }

  /**
   * Unit vectors of a batch, in its order. The run pads to the longest sequence.
   * @throws EncodeError
   */
  async encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    const feeds = this.feeds(batch);
    const outputs = await this.session.run(feeds, [this.output], RUN);
    const tensor = outputs[this.output];
    if (!tensor) throw new EncodeError(`The model gave no output named ${this.output}.`);
    try {
      return this.pool(batch, await floatData(tensor), tensor.dims);
    } finally {
      tensor.dispose();
      for (const feed of Object.values(feeds)) feed.dispose();
    }
  }

  /**
   * Runs a batch and leaves its output on the device. The caller calls `dispose` once the commands that read it are
   * submitted.
   * @throws EncodeError
   */
  async encodeOnDevice(batch: readonly TokenSequence[]): Promise<DeviceOutput> {
    const feeds = this.feeds(batch);
    const outputs = await this.session.run(feeds, [this.output], RUN);
    for (const feed of Object.values(feeds)) feed.dispose();
    const tensor = outputs[this.output];
    if (tensor?.location !== 'gpu-buffer' || tensor.type !== 'float32') {
      throw new EncodeError(`Output ${this.output} is not float32 on the GPU. Choose device "wasm".`);
    }
    const tokens = this.pooling === 'pooled' ? 1 : (tensor.dims[1] ?? 0);
    return {
      // ORT has a buffer type of its own; the buffer is the device's.
      hidden: { buffer: tensor.gpuBuffer as GPUBuffer, texts: batch.length, tokens },
      dispose: () => tensor.dispose(),
    };
  }

  async release(): Promise<void> {
    await this.session.release();
  }

  private feeds(batch: readonly TokenSequence[]): Record<string, ORT.Tensor> {
    const { runtime, padId } = this.options;
    const sequences = batch.map((ids) => ({ ids }));
    return tokenFeeds(this.session, runtime, sequences, padId);
  }

  private pool(batch: readonly TokenSequence[], data: Float32Array, dims: readonly number[]): Float32Array[] {
    const dimension = dims[dims.length - 1] ?? 0;
    const pooled = this.pooling === 'pooled';
    const expected = pooled ? batch.length : batch.length * (dims[1] ?? 0);
    if (dims.length !== (pooled ? 2 : 3) || data.length !== expected * dimension || dimension === 0) {
      throw new EncodeError(
        `Output ${this.output} has shape [${dims.join(', ')}], which is not one of embeddings.`,
      );
    }
    const stride = data.length / batch.length;
    const vector = new Float64Array(dimension);
    return batch.map((sequence, b) => {
      const rows = data.subarray(b * stride, (b + 1) * stride);
      if (this.pooling === 'mean') meanPool(rows, sequence.length, dimension, vector);
      else clsPool(rows, dimension, vector);
      if (this.options.normalise) unitNormalise(vector);
      else checkFinite(vector);
      return Float32Array.from(vector);
    });
  }
}

function checkInputs(session: ORT.InferenceSession, { folder, onnx }: SessionModel): void {
  const unknown = unknownInputs(session);
  if (unknown !== null) throw new UnknownOnnxNamesError(folder, onnx, unknown);
}

function chooseOutput(
  session: ORT.InferenceSession,
  { folder, onnx }: SessionModel,
  pooling: Pooling,
): { output: string; pooling: Pooling } {
  const chosen = chosenOutput(session.outputNames, pooling);
  if (chosen) return chosen;
  const tokens = session.outputNames.some((name) => TOKEN_OUTPUTS.includes(name));
  throw new UnknownOnnxNamesError(
    folder,
    onnx,
    `Its outputs are ${session.outputNames.join(', ')}; needed is ` +
      (pooling === 'pooled' && tokens
        ? `one of ${TEXT_OUTPUTS.join(', ')} for pooling "pooled".`
        : `one of ${[...TOKEN_OUTPUTS, ...TEXT_OUTPUTS].join(', ')}.`),
  );
}

/** The pooling kernel reads float32. */
function checkDeviceOutput(
  session: ORT.InferenceSession,
  output: string,
  { folder, onnx }: SessionModel,
): void {
  const metadata = session.outputMetadata.find(({ name }) => name === output);
  if (metadata?.isTensor && metadata.type !== 'float32') {
    throw new BrokenModelFileError(
      folder,
      onnx,
      `Its output ${output} is ${metadata.type}, and on WebGPU float32 is needed. Choose another ONNX file or wasm.`,
    );
  }
}
