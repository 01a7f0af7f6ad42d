/** The encoder of a run: tokenizer, session and device together. */

import { openGpu, type GpuHandle } from '../gpu/device';
import { EncodeError, GpuLostError, reasonOf } from './errors';
import { openModelFolder, onnxChoices, type ModelFolder } from './model-folder';
import { loadRuntime, wasmThreads } from './runtime';
import { EncoderSession, type TokenSequence } from './session';
import { loadTokenizer, type TextTokenizer } from './tokenizer';
import type {
  DeviceChoice,
  DeviceReport,
  EncoderIdentity,
  EncoderSettings,
  ModelFileInfo,
  ModelSource,
} from './types';

export interface EncoderOptions {
  readonly model: ModelSource;
  readonly onnx: string;
  readonly settings: EncoderSettings;
  readonly device: DeviceChoice;
  /** Address of `models/`. */
  readonly base: URL;
}

/** Texts of the timed warm-up by which WebGPU has to beat wasm: sixteen sequences of 64 tokens. */
const WARM_UP = { texts: 16, tokens: 64 };

export class Encoder {
  private constructor(
    private readonly folder: ModelFolder,
    private readonly tokenizer: TextTokenizer,
    private readonly tokenizerFiles: readonly ModelFileInfo[],
    private readonly options: EncoderOptions,
    private session: EncoderSession,
    private gpu: GpuHandle | null,
    private report: DeviceReport,
  ) {}

  /** @throws the errors of ./errors.ts, GpuUnavailableError where WebGPU is demanded and absent */
  static async open(options: EncoderOptions): Promise<Encoder> {
    const folder = await openModelFolder(options.model, options.base);
    const { tokenizer, files } = await loadTokenizer(folder);
    const opened = await openOnDevice(folder, tokenizer.padId, options);
    return new Encoder(folder, tokenizer, files, options, opened.session, opened.gpu, opened.report);
  }

  get device(): DeviceReport {
    return this.report;
  }

  /** The GPU that the session runs on, for the kernels; null on wasm. */
  get gpuHandle(): GpuHandle | null {
    return this.gpu;
  }

  /** Token ids of a formatted text (paper, φ_q and φ_d). */
  tokensOf(text: string, role: 'query' | 'passage'): TokenSequence {
    const { queryPrefix, passagePrefix, maxTokens } = this.options.settings;
    return this.tokenizer.encode((role === 'query' ? queryPrefix : passagePrefix) + text, maxTokens);
  }

  /**
   * Unit vectors of a batch. When the GPU is lost the session is opened anew on wasm and the batch is run
   * there: the device report says so from then on.
   * @throws EncodeError
   */
  async encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    try {
      return await this.session.encode(batch);
    } catch (error) {
      if (!this.gpu?.lost()) {
        throw error instanceof EncodeError ? error : new EncodeError(`The encoder failed: ${reasonOf(error)}`);
      }
      await this.moveToWasm(this.gpu.lost() ?? 'no reason given');
      return this.session.encode(batch);
    }
  }

  identity(dimension: number): EncoderIdentity {
    const dtype = onnxChoices(this.folder).find((c) => c.path === this.options.onnx)?.dtype ?? 'fp32';
    return {
      name: this.folder.name,
      origin: this.folder.origin,
      onnx: this.options.onnx,
      dtype,
      files: [...this.session.files, ...this.tokenizerFiles],
      settings: { ...this.options.settings, pooling: this.session.pooling },
      dimension,
    };
  }

  async release(): Promise<void> {
    await this.session.release();
    this.gpu?.destroy();
    this.gpu = null;
  }

  private async moveToWasm(reason: string): Promise<void> {
    await this.session.release().catch((error: unknown) => {
      throw new GpuLostError(`The GPU was lost and its session cannot be closed: ${reasonOf(error)}`);
    });
    const threads = wasmThreads();
    this.session = await openSession(this.folder, this.tokenizer.padId, this.options, null);
    this.gpu = null;
    this.report = {
      kind: 'wasm',
      threads,
      adapter: null,
      reason: `wasm, ${threadWords(threads)}: the GPU was lost during the run (${reason})`,
    };
  }
}

interface OpenedSession {
  readonly session: EncoderSession;
  readonly gpu: GpuHandle | null;
  readonly report: DeviceReport;
}

/** The device policy (DESIGN.md, "Device choice"). */
async function openOnDevice(folder: ModelFolder, padId: number, options: EncoderOptions): Promise<OpenedSession> {
  const threads = wasmThreads();
  const onWasm = async (why: string): Promise<OpenedSession> => ({
    session: await openSession(folder, padId, options, null),
    gpu: null,
    report: { kind: 'wasm', threads, adapter: null, reason: `wasm, ${threadWords(threads)}: ${why}` },
  });
  if (options.device === 'wasm') return onWasm('chosen by the user');
  const gpu = await openGpu(options.device);
  if (gpu.status === 'absent') return onWasm(gpu.reason);
  const session = await openSession(folder, padId, options, gpu.handle);
  const report = (reason: string): DeviceReport => ({ kind: 'webgpu', threads: 1, adapter: gpu.handle.adapter, reason });
  if (options.device === 'webgpu') {
    return { session, gpu: gpu.handle, report: report('WebGPU: chosen by the user') };
  }
  const wasm = await openSession(folder, padId, options, null);
  const [gpuSeconds, wasmSeconds] = [await warmUp(session), await warmUp(wasm)];
  if (gpuSeconds < wasmSeconds) {
    await wasm.release();
    return { session, gpu: gpu.handle, report: report('WebGPU: faster than wasm in the warm-up') };
  }
  await session.release();
  gpu.handle.destroy();
  return {
    session: wasm,
    gpu: null,
    report: {
      kind: 'wasm',
      threads,
      adapter: null,
      reason: `wasm, ${threadWords(threads)}: faster than WebGPU in the warm-up`,
    },
  };
}

async function openSession(
  folder: ModelFolder,
  padId: number,
  options: EncoderOptions,
  gpu: GpuHandle | null,
): Promise<EncoderSession> {
  return EncoderSession.open({
    folder,
    onnx: options.onnx,
    pooling: options.settings.pooling,
    runtime: await loadRuntime(gpu ? 'webgpu' : 'wasm', wasmThreads()),
    gpu: gpu?.device ?? null,
    padId,
  });
}

/** Seconds of the second of two equal runs: the first compiles shaders and sizes buffers. */
async function warmUp(session: EncoderSession): Promise<number> {
  const batch = Array.from({ length: WARM_UP.texts }, () => new Int32Array(WARM_UP.tokens).fill(1));
  await session.encode(batch);
  const start = performance.now();
  await session.encode(batch);
  return (performance.now() - start) / 1000;
}

function threadWords(threads: number): string {
  return threads === 1 ? '1 thread' : `${threads} threads`;
}
