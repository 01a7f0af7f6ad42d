/** The encoder of a run: tokenizer, sessions and device together. */

import { openGpu, type GpuHandle } from '../gpu/device';
import { EncodeError, GpuLostError, reasonOf } from './errors';
import { openModelFolder, onnxChoices, sha256, type ModelFolder } from './model-folder';
import { loadRuntime, wasmLayout, type WasmLayout } from './runtime';
import { EncoderSession, type DeviceOutput, type SessionModel, type TokenSequence } from './session';
import { PARITY_TEXTS, parityReport, uncheckedParity, type ParityReport } from './parity';
import { loadTokenizer, type TextTokenizer } from './tokenizer';
import type {
  DeviceChoice,
  DeviceReport,
  EncoderIdentity,
  EncoderSettings,
  ModelFileInfo,
  ModelSource,
} from './types';
import { WasmPool } from './wasm-pool';

export interface EncoderOptions {
  readonly model: ModelSource;
  readonly onnx: string;
  readonly settings: EncoderSettings;
  readonly device: DeviceChoice;
  /** Address of `models/`. */
  readonly base: URL;
}

/** Where batches are run: wasm workers, or a session on the GPU. */
type Lanes =
  | { readonly kind: 'wasm'; readonly pool: WasmPool }
  | { readonly kind: 'webgpu'; readonly session: EncoderSession; readonly gpu: GpuHandle };

/** Texts of the timed warm-up by which WebGPU has to beat wasm: sixteen sequences of 64 tokens. */
const WARM_UP = { texts: 16, tokens: 64 };

interface Parts {
  readonly folder: ModelFolder;
  readonly tokenizer: TextTokenizer;
  readonly model: SessionModel;
  readonly files: readonly ModelFileInfo[];
  readonly options: EncoderOptions;
}

export class Encoder {
  private constructor(
    private readonly parts: Parts,
    private lanes: Lanes,
    private report: DeviceReport,
    private readonly parity: ParityReport | null,
  ) {}

  /** @throws the errors of ./errors.ts, GpuUnavailableError where WebGPU is demanded and absent */
  static async open(options: EncoderOptions): Promise<Encoder> {
    const folder = await openModelFolder(options.model, options.base);
    const { tokenizer, files } = await loadTokenizer(folder);
    const { model, infos } = await readModel(folder, options.onnx);
    const parts = { folder, tokenizer, model, files: [...infos, ...files], options };
    const { lanes, report } = await openOnDevice(parts);
    try {
      return new Encoder(parts, lanes, report, await checkParity(parts, lanes));
    } catch (error) {
      await releaseLanes(lanes);
      throw error;
    }
  }

  get device(): DeviceReport {
    return this.report;
  }

  /** The GPU that the session runs on, for the kernels; null on wasm. */
  get gpuHandle(): GpuHandle | null {
    return this.lanes.kind === 'webgpu' ? this.lanes.gpu : null;
  }

  /**
   * Batches that may be under way at once: one more than there are wasm workers, so that none waits; one on
   * the GPU, whose session takes no second run while the first is under way.
   */
  get concurrency(): number {
    return this.lanes.kind === 'wasm' ? this.lanes.pool.layout.workers + 1 : 1;
  }

  /** The text as the model sees it (paper, φ_q and φ_d). */
  format(text: string, role: 'query' | 'passage'): string {
    const { queryPrefix, passagePrefix } = this.parts.options.settings;
    return (role === 'query' ? queryPrefix : passagePrefix) + text;
  }

  /** Token ids of a formatted text. */
  tokensOf(formatted: string): TokenSequence {
    return this.parts.tokenizer.encode(formatted, this.parts.options.settings.maxTokens);
  }

  /** Length of the encoder's vectors, from a run over two padding tokens. @throws EncodeError */
  async dimension(): Promise<number> {
    const [vector] = await this.encode([new Int32Array(2).fill(this.parts.tokenizer.padId)]);
    return vector?.length ?? 0;
  }

  /** Unit vectors of a batch. @throws EncodeError, EncoderWorkerError, GpuLostError */
  async encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    const lanes = this.lanes;
    if (lanes.kind === 'wasm') return lanes.pool.encode(batch);
    return this.guarded(lanes.gpu, () => lanes.session.encode(batch));
  }

  /** A batch's output, left on the GPU. @throws EncodeError, also on wasm; GpuLostError */
  async encodeOnDevice(batch: readonly TokenSequence[]): Promise<DeviceOutput> {
    const lanes = this.lanes;
    if (lanes.kind === 'wasm') throw new EncodeError('The encoder runs on wasm: there is no device.');
    return this.guarded(lanes.gpu, () => lanes.session.encodeOnDevice(batch));
  }

  private async guarded<T>(gpu: GpuHandle, run: () => Promise<T>): Promise<T> {
    try {
      return await Promise.race([run(), gpu.whenLost]);
    } catch (error) {
      if (error instanceof EncodeError || error instanceof GpuLostError) throw error;
      throw new EncodeError(`The encoder failed: ${reasonOf(error)}`);
    }
  }

  /** Opens the GPU anew after a loss, or goes on with wasm; the device report says so from then on. */
  async reopenGpu(reason: string): Promise<void> {
    const opening = await openGpu(this.parts.options.device).catch(() => null);
    if (opening?.status !== 'open') return this.moveToWasm(reason);
    const gpu = opening.handle;
    const session = await openGpuSession(this.parts, gpu).catch(() => null);
    if (!session) {
      gpu.destroy();
      return this.moveToWasm(reason);
    }
    await this.replaceLanes({ kind: 'webgpu', session, gpu });
    const words = `WebGPU: on a new device, since the first one was lost during the run (${reason})`;
    this.report = { kind: 'webgpu', threads: 1, adapter: gpu.adapter, reason: words };
  }

  /** Goes on without a GPU that was lost; the device report says so from then on. */
  async moveToWasm(reason: string): Promise<void> {
    const layout = wasmLayout();
    await this.replaceLanes({ kind: 'wasm', pool: await openPool(this.parts, layout) });
    this.report = wasmReport(layout, `the GPU was lost during the run (${reason})`);
  }

  private async replaceLanes(lanes: Lanes): Promise<void> {
    const before = this.lanes;
    this.lanes = lanes;
    // A session on a lost device may have nothing left to close.
    await releaseLanes(before).catch(() => undefined);
  }

  identity(dimension: number): EncoderIdentity {
    const { folder, options, files } = this.parts;
    const pooling = this.lanes.kind === 'wasm' ? this.lanes.pool.pooling : this.lanes.session.pooling;
    return {
      name: folder.name,
      origin: folder.origin,
      onnx: options.onnx,
      dtype: dtypeOf(this.parts),
      files,
      settings: { ...options.settings, pooling },
      dimension,
      parity: this.parity,
    };
  }

  /** How the device pools: a model that pools itself has one vector a text, taken as its first token. */
  get devicePooling(): { readonly pooling: 'mean' | 'cls'; readonly normalise: boolean } {
    const { pooling } = this.identity(0).settings;
    return { pooling: pooling === 'mean' ? 'mean' : 'cls', normalise: this.parts.options.settings.normalise };
  }

  /** Everything that an embedding depends on beside its formatted text, hashed: the cache's name. */
  async cacheNamespace(): Promise<string> {
    const { files, options } = this.parts;
    const { maxTokens, normalise } = options.settings;
    const { pooling } = this.identity(0).settings;
    const hashes = files.map((f) => f.sha256);
    const { 'onnxruntime-web': runtime, '@xenova/transformers': tokenizer } = __NEGSCOPE_LIBRARIES__;
    const versions = { runtime, tokenizer };
    const text = JSON.stringify({ hashes, maxTokens, normalise, pooling, versions, device: this.lanes.kind });
    return (await sha256(new TextEncoder().encode(text))).slice(0, 32);
  }

  async release(): Promise<void> {
    await releaseLanes(this.lanes);
  }
}

async function readModel(
  folder: ModelFolder,
  onnx: string,
): Promise<{ model: SessionModel; infos: ModelFileInfo[] }> {
  const { bytes, info } = await folder.read(onnx);
  const dataPath = `${onnx}_data`;
  if (!folder.files.some((f) => f.path === dataPath)) {
    return { model: { folder: folder.name, onnx, bytes, external: null }, infos: [info] };
  }
  const data = await folder.read(dataPath);
  const external = { path: dataPath.slice(dataPath.lastIndexOf('/') + 1), bytes: data.bytes };
  return { model: { folder: folder.name, onnx, bytes, external }, infos: [info, data.info] };
}

/** The device policy (DESIGN.md, "Device choice"). */
async function openOnDevice(parts: Parts): Promise<{ lanes: Lanes; report: DeviceReport }> {
  const { device } = parts.options;
  const layout = wasmLayout();
  const onWasm = async (why: string): Promise<{ lanes: Lanes; report: DeviceReport }> => ({
    lanes: { kind: 'wasm', pool: await openPool(parts, layout) },
    report: wasmReport(layout, why),
  });
  if (device === 'wasm') return onWasm('chosen by the user');
  const opening = await openGpu(device);
  if (opening.status === 'absent') return onWasm(opening.reason);
  const gpu = opening.handle;
  try {
    return await openOnGpu(parts, gpu, layout);
  } catch (error) {
    gpu.destroy();
    // Whoever demanded WebGPU hears what is wrong with it; `auto` has wasm.
    if (device === 'webgpu') throw error;
    return onWasm(`WebGPU failed (${reasonOf(error)})`);
  }
}

/** The session on the GPU, unless `auto` finds wasm faster. */
async function openOnGpu(
  parts: Parts,
  gpu: GpuHandle,
  layout: WasmLayout,
): Promise<{ lanes: Lanes; report: DeviceReport }> {
  const { device } = parts.options;
  const lanes: Lanes = { kind: 'webgpu', session: await openGpuSession(parts, gpu), gpu };
  const report = (reason: string): DeviceReport => ({
    kind: 'webgpu',
    threads: 1,
    adapter: gpu.adapter,
    reason,
  });
  if (device === 'webgpu') return { lanes, report: report('WebGPU: chosen by the user') };
  const pool = await openPool(parts, layout);
  const gpuSeconds = await warmUp((batch) => lanes.session.encode(batch));
  const wasmSeconds = await warmUp((batch) => pool.encode(batch));
  if (gpuSeconds < wasmSeconds) {
    pool.release();
    return { lanes, report: report('WebGPU: faster than wasm in the warm-up') };
  }
  await releaseLanes(lanes);
  return { lanes: { kind: 'wasm', pool }, report: wasmReport(layout, 'faster than WebGPU in the warm-up') };
}

function dtypeOf({ folder, options }: Parts): string {
  return onnxChoices(folder).find((choice) => choice.path === options.onnx)?.dtype ?? 'fp32';
}

/** Compares a few texts with fp32 on wasm; null where the session is just that. */
async function checkParity(parts: Parts, lanes: Lanes): Promise<ParityReport | null> {
  const dtype = dtypeOf(parts);
  if (lanes.kind === 'wasm' && dtype === 'fp32') return null;
  const what = `${dtype} on ${lanes.kind === 'wasm' ? 'wasm' : 'WebGPU'}`;
  const { folder, tokenizer, options } = parts;
  const reference = onnxChoices(folder).find((choice) => choice.dtype === 'fp32');
  if (!reference) return uncheckedParity(what);
  const batch = PARITY_TEXTS.map((text) => tokenizer.encode(text, options.settings.maxTokens));
  const vectors = lanes.kind === 'wasm' ? await lanes.pool.encode(batch) : await lanes.session.encode(batch);
  const { model } = await readModel(folder, reference.path);
  const pool = await openPool({ ...parts, model }, { workers: 1, threads: 1 });
  try {
    return parityReport(what, vectors, await pool.encode(batch));
  } finally {
    pool.release();
  }
}

async function openGpuSession(parts: Parts, gpu: GpuHandle): Promise<EncoderSession> {
  const runtime = await loadRuntime('webgpu', 1);
  return EncoderSession.open({ ...sessionOptions(parts), runtime, gpu: gpu.device });
}

function openPool(parts: Parts, layout: WasmLayout): Promise<WasmPool> {
  return WasmPool.open(sessionOptions(parts), layout);
}

function sessionOptions({ model, tokenizer, options }: Parts) {
  const { pooling, normalise } = options.settings;
  return { model, pooling, normalise, padId: tokenizer.padId };
}

async function releaseLanes(lanes: Lanes): Promise<void> {
  if (lanes.kind === 'wasm') {
    lanes.pool.release();
    return;
  }
  await lanes.session.release();
  lanes.gpu.destroy();
}

/** Seconds of the second of two equal runs: the first compiles shaders and sizes buffers. */
async function warmUp(encode: (batch: TokenSequence[]) => Promise<unknown>): Promise<number> {
  const batch = Array.from({ length: WARM_UP.texts }, () => new Int32Array(WARM_UP.tokens).fill(1));
  await encode(batch);
  const start = performance.now();
  await encode(batch);
  return (performance.now() - start) / 1000;
}

function wasmReport(layout: WasmLayout, why: string): DeviceReport {
  const { workers, threads } = layout;
  const words =
    workers > 1 ? `${workers} workers of one thread` : threads === 1 ? '1 thread' : `${threads} threads`;
  return { kind: 'wasm', threads: workers * threads, adapter: null, reason: `wasm, ${words}: ${why}` };
}
