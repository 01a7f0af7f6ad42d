/** What every ONNX session of a text model needs: opening the file, token ids in, floats out. */

import type * as ORT from 'onnxruntime-web';

import { BrokenModelFileError, EncodeError, reasonOf } from './errors';
import { KNOWN_INPUTS } from './onnx-names';
import { halfToFloat, widened } from './pooling';
import type { Runtime } from './runtime';

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

/** @throws BrokenModelFileError */
export async function createSession(
  { folder, onnx, bytes, external }: SessionModel,
  runtime: Runtime,
  options: ORT.InferenceSession.SessionOptions,
): Promise<ORT.InferenceSession> {
  try {
    return await runtime.InferenceSession.create(bytes, {
      ...options,
      ...(external.length > 0 && { externalData: await Promise.all(external.map(readExternal)) }),
    });
  } catch (error) {
    throw new BrokenModelFileError(
      folder,
      onnx,
      `onnxruntime cannot open it: ${reasonOf(error)} Download it again, or choose another ONNX file.`,
    );
  }
}

async function readExternal({ path, data, isHalves }: ExternalFile) {
  const bytes = await data.arrayBuffer();
  const read = isHalves ? new Uint8Array(widened(bytes).buffer) : new Uint8Array(bytes);
  return { path, data: read };
}

/** What is wrong with the inputs of a session, as a sentence; null where nothing is. */
export function unknownInputs({ inputNames }: ORT.InferenceSession): string | null {
  const unknown = inputNames.filter((name) => !KNOWN_INPUTS.includes(name));
  if (unknown.length === 0 && inputNames.includes('input_ids')) return null;
  return `Its inputs are ${inputNames.join(', ')}; known are ${KNOWN_INPUTS.join(', ')}, and input_ids is needed.`;
}

/** Token ids of one text, and of a pair its token types. */
interface Tokens {
  readonly ids: Int32Array;
  /** Without them all are 0. */
  readonly types?: Int32Array;
}

/** The inputs of a session for a batch, padded to its longest sequence. */
export function tokenFeeds(
  session: ORT.InferenceSession,
  runtime: Runtime,
  batch: readonly Tokens[],
  padId: number,
): Record<string, ORT.Tensor> {
  const longest = batch.reduce((n, { ids }) => Math.max(n, ids.length), 1);
  const size = batch.length * longest;
  const data = {
    input_ids: new BigInt64Array(size).fill(BigInt(padId)),
    attention_mask: new BigInt64Array(size),
    token_type_ids: new BigInt64Array(size),
    position_ids: new BigInt64Array(size),
  };
  batch.forEach(({ ids, types }, b) => {
    for (let t = 0; t < longest; t++) data.position_ids[b * longest + t] = BigInt(t);
    for (let t = 0; t < ids.length; t++) {
      data.input_ids[b * longest + t] = BigInt(ids[t] as number);
      data.attention_mask[b * longest + t] = 1n;
      data.token_type_ids[b * longest + t] = BigInt(types?.[t] ?? 0);
    }
  });
  const dims = [batch.length, longest];
  return Object.fromEntries(
    session.inputNames.map((name) => [
      name,
      new runtime.Tensor('int64', data[name as keyof typeof data], dims),
    ]),
  );
}

/** @throws EncodeError where the output is no float */
export async function floatData(tensor: ORT.Tensor): Promise<Float32Array> {
  const data = await tensor.getData();
  if (data instanceof Float32Array) return data;
  if (data instanceof Uint16Array) return halfToFloat(data);
  if (ArrayBuffer.isView(data) && tensor.type === 'float16') {
    return halfToFloat(new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2));
  }
  throw new EncodeError(`The model's output has type ${tensor.type}; float32 or float16 is needed.`);
}
