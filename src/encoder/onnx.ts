/** An ONNX session of a text model: token ids in, one output out. */

import type * as ORT from 'onnxruntime-web';

import { nodeHost } from '../node-host';
import { BrokenModelFileError, EncodeError, reasonOf } from './errors';
import { halfToFloat, widened } from './pooling';
import { loadRuntime, type Runtime, type RunsOn } from './runtime';

/** A file that the graph names. @param isHalves BF16, which the graph has as float32 */
interface ExternalFile {
  readonly path: string;
  readonly data: Blob;
  readonly isHalves: boolean;
}

/** An ONNX file's bytes, ready to be sent to a worker. */
export interface SessionModel {
  /** Name of the model folder, for messages. */
  readonly folder: string;
  /** Path inside the folder, for messages. */
  readonly onnx: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Weights that are in files of their own, read where the session is. */
  readonly external: readonly ExternalFile[];
}

/** Token ids, special tokens included; of a pair also which text each belongs to: without it all are 0. */
export interface Tokens {
  readonly ids: Int32Array;
  readonly types?: Int32Array;
}

/** What a model may ask at place t of a text. */
const INPUTS: Readonly<Record<string, (of: Tokens, t: number, padId: number) => number>> = {
  input_ids: ({ ids }, t, padId) => ids[t] ?? padId,
  attention_mask: ({ ids }, t) => Number(t < ids.length),
  token_type_ids: ({ types }, t) => types?.[t] ?? 0,
  position_ids: (_, t) => t,
};

/** What fails is thrown; a device that is lost need not stand in the console too. */
const RUN: ORT.InferenceSession.RunOptions = { logSeverityLevel: 4 };

export class OnnxSession {
  private constructor(
    private readonly session: ORT.InferenceSession,
    private readonly runtime: Runtime,
    readonly output: string,
  ) {}

  /**
   * @param outputOf the output to read, of those there are @param gpu with `webgpu` alone
   * @throws BrokenModelFileError, and what `outputOf` does
   */
  static async open(
    { folder, onnx, bytes, external }: SessionModel,
    { runtime: kind, threads }: RunsOn,
    outputOf: (names: readonly string[]) => string,
    gpu: GPUDevice | null = null,
  ): Promise<OnnxSession> {
    const runtime = await loadRuntime(kind, threads);
    const native = kind === 'native' ? nodeHost()?.native : null;
    const externalData = await Promise.all(external.map(readExternal));
    const options: ORT.InferenceSession.SessionOptions = {
      executionProviders: gpu ? [{ name: 'webgpu', device: gpu }] : [native?.provider ?? 'wasm'],
      ...(native && { intraOpNumThreads: threads }),
      ...(externalData.length > 0 && { externalData }),
      logSeverityLevel: 3,
    };
    const session = await runtime.InferenceSession.create(bytes, options).catch((error: unknown) => {
      const reason = `onnxruntime cannot open it: ${reasonOf(error)}`;
      throw new BrokenModelFileError(
        folder,
        onnx,
        `${reason} Download it again, or choose another ONNX file.`,
      );
    });
    try {
      const { inputNames, outputNames } = session;
      const known = Object.keys(INPUTS);
      if (inputNames.includes('input_ids') && inputNames.every((name) => known.includes(name)))
        return new OnnxSession(session, runtime, outputOf(outputNames));
      const inputs = `Its inputs are ${inputNames.join(', ')}; known are ${known.join(', ')}, and input_ids is needed.`;
      throw new BrokenModelFileError(folder, onnx, inputs);
    } catch (error) {
      await session.release();
      throw error;
    }
  }

  /** The output for a batch, padded to its longest sequence. @throws EncodeError, also where the output is no float */
  async run(batch: readonly Tokens[], padId: number) {
    const feeds = this.feeds(batch, padId);
    let tensor: ORT.Tensor | undefined;
    try {
      tensor = (await this.session.run(feeds, [this.output], RUN))[this.output] as ORT.Tensor;
      return { data: floats(await tensor.getData(), tensor.type), dims: tensor.dims };
    } catch (error) {
      throw error instanceof EncodeError ? error : new EncodeError(`The model failed: ${reasonOf(error)}`);
    } finally {
      for (const used of [...Object.values(feeds), tensor]) used?.dispose();
    }
  }

  release(): Promise<void> {
    return this.session.release();
  }

  private feeds(batch: readonly Tokens[], padId: number): Record<string, ORT.Tensor> {
    const longest = batch.reduce((n, { ids }) => Math.max(n, ids.length), 1);
    const tensor = (name: string) => {
      const data = new BigInt64Array(batch.length * longest);
      data.forEach((_, i) => {
        const of = batch[Math.floor(i / longest)] as Tokens;
        data[i] = BigInt(INPUTS[name]?.(of, i % longest, padId) ?? 0);
      });
      return new this.runtime.Tensor('int64', data, [batch.length, longest]);
    };
    return Object.fromEntries(this.session.inputNames.map((name) => [name, tensor(name)]));
  }
}

async function readExternal({ path, data, isHalves }: ExternalFile) {
  const bytes = await data.arrayBuffer();
  return { path, data: isHalves ? new Uint8Array(widened(bytes).buffer) : new Uint8Array(bytes) };
}

/** @throws EncodeError where it is no float */
function floats(data: ORT.Tensor.DataType, type: string): Float32Array {
  if (data instanceof Float32Array) return data;
  if (ArrayBuffer.isView(data) && (data instanceof Uint16Array || type === 'float16')) {
    return halfToFloat(new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2));
  }
  throw new EncodeError(`The model's output has type ${type}; float32 or float16 is needed.`);
}
