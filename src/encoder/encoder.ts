/**
 * The encoder of a run: tokenizer, sessions and device. Sessions are opened when a text is not in the cache, or when
 * no earlier run of this worker left what is known of the encoder.
 */

import { knownEncoders, type KnownEncoder } from './cache/known-encoders';
import { deviceReport, nativeInWords, openDevice, openLanes, type Device } from './device-choice';
import { NativeDiffersError } from './errors';
import { openGpuLanes, openProcessorLanes } from './lanes';
import { EncoderModel, type ModelChoice } from './model';
import { sha256 } from './model-folder';
import {
  LARGEST_DISTANCE,
  largestDistance,
  PARITY_TEXTS,
  parityReport,
  uncheckedParity,
  type ParityReport,
} from './parity';
import { poolLayout, type PoolLayout } from './runtime';
import type { DeviceOutput, Lanes, TokenSequence } from './session';
import type { TextTokenizer } from './tokenizer';
import type { DeviceChoice, DeviceReport, EncoderGpu, EncoderIdentity, EncoderSurroundings } from './types';
import type { WorkerEnd } from '../worker';

export interface EncoderOptions extends ModelChoice {
  readonly device: DeviceChoice;
}

interface Started {
  readonly tokenizer: TextTokenizer;
  readonly lanes: Lanes;
}

export class Encoder {
  private readonly layout: PoolLayout;
  private starting: Promise<void> | null = null;

  private constructor(
    private readonly model: EncoderModel,
    private readonly choice: DeviceChoice,
    private readonly surroundings: EncoderSurroundings,
    private readonly knownAs: string,
    private readonly known: Pick<KnownEncoder, 'pooling' | 'parity'>,
    private chosen: Device,
    private kind: DeviceReport['kind'],
    private started: Started | null,
  ) {
    this.layout = poolLayout(model.sessionBytes);
  }

  /**
   * Opens the sessions too, unless an earlier run left what they would show.
   * @throws the errors of ./errors.ts; what `openGpu` throws where WebGPU is demanded and absent
   */
  static async open(options: EncoderOptions, surroundings: EncoderSurroundings): Promise<Encoder> {
    const { device: choice } = options;
    const { openGpu, startWorker, base } = surroundings;
    const [model, offered] = await openBoth(EncoderModel.open(options, base), openDevice(choice, openGpu));
    const knownAs = await keyOf(model, choice, offered.gpu);
    const known = knownEncoders.get(knownAs);
    if (known) {
      const device = asKnown(known, offered);
      return new Encoder(model, choice, surroundings, knownAs, known, device, known.device.kind, null);
    }
    const { lanes, device } = await openLanes(model, choice, offered, startWorker);
    try {
      const { pooling, kind } = lanes;
      const parity = await checkParity(model, device, lanes, startWorker);
      knownEncoders.set(knownAs, { device: { kind, why: device.why }, pooling, parity });
      const started = { tokenizer: await model.tokenizer(), lanes };
      return new Encoder(model, choice, surroundings, knownAs, { pooling, parity }, device, kind, started);
    } catch (error) {
      await lanes.release();
      device.gpu?.destroy();
      throw error;
    }
  }

  /** Loads the tokenizer and opens the sessions, if not done yet. @throws the errors of ./errors.ts */
  start(): Promise<void> {
    if (this.started) return Promise.resolve();
    this.starting ??= this.startNow();
    return this.starting;
  }

  private async startNow(): Promise<void> {
    const { model, layout, surroundings } = this;
    const { gpu } = this.chosen;
    try {
      const [tokenizer, lanes] = await Promise.all([
        model.tokenizer(),
        gpu ? openGpuLanes(model, gpu) : openProcessorLanes(model, surroundings.startWorker, layout),
      ]);
      this.started = { tokenizer, lanes };
    } catch (error) {
      knownEncoders.delete(this.knownAs);
      throw error;
    }
  }

  private get running(): Started {
    if (!this.started) throw new Error('The encoder was asked before it was started.');
    return this.started;
  }

  get device(): DeviceReport {
    return deviceReport(this.kind, this.chosen, this.layout);
  }

  /** The GPU of the session, for the kernels; null on wasm. */
  get gpu(): EncoderGpu | null {
    return this.chosen.gpu;
  }

  /**
   * Batches under way at once. A pool: one more than there are workers, so that none waits. GPU: one, since the session
   * takes one run at a time.
   */
  get concurrency(): number {
    return this.kind === this.layout.runtime ? this.layout.workers + 1 : 1;
  }

  /** True where the texts of a batch are padded to the longest. */
  get pads(): boolean {
    return this.kind !== 'javascript';
  }

  /** The text as the model sees it (paper, φ_q and φ_d). */
  format(text: string, role: 'query' | 'passage'): string {
    const { queryPrefix, passagePrefix } = this.model.settings;
    return (role === 'query' ? queryPrefix : passagePrefix) + text;
  }

  /** Token ids of a formatted text; once started. */
  tokensOf(formatted: string): TokenSequence {
    return this.running.tokenizer.encode(formatted, this.model.settings.maxTokens);
  }

  /** Length of the encoder's vectors, from a run over two padding tokens. @throws the errors of ./errors.ts */
  async dimension(): Promise<number> {
    await this.start();
    const [vector] = await this.encode([new Int32Array(2).fill(this.running.tokenizer.padId)]);
    return vector?.length ?? 0;
  }

  /** Unit vectors of a batch; once started. @throws EncodeError, EncoderWorkerError; what a lost GPU rejects with */
  encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    return this.running.lanes.encode(batch);
  }

  /** A batch's output, left on the GPU; once started. @throws EncodeError, also on wasm; what a lost GPU rejects with */
  encodeOnDevice(batch: readonly TokenSequence[]): Promise<DeviceOutput> {
    return this.running.lanes.encodeOnDevice(batch);
  }

  /** Opens the GPU again after a loss, or goes on with wasm. The device report then says so. */
  async reopenGpu(reason: string): Promise<void> {
    const opening = await this.surroundings
      .openGpu(this.choice === 'webgpu' ? 'webgpu' : 'auto')
      .catch(() => null);
    if (opening?.status !== 'open') return this.moveToWasm(reason);
    const gpu = opening.handle;
    const lanes = await openGpuLanes(this.model, gpu).catch(() => null);
    if (!lanes) {
      gpu.destroy();
      return this.moveToWasm(reason);
    }
    const why = `on a new device, since the first one was lost during the run (${reason})`;
    await this.moveTo({ gpu, why }, lanes);
  }

  /** Goes on without a GPU that was lost. The device report then says so. */
  async moveToWasm(reason: string): Promise<void> {
    const lanes = await openProcessorLanes(this.model, this.surroundings.startWorker, this.layout);
    await this.moveTo({ gpu: null, why: `the GPU was lost during the run (${reason})` }, lanes);
  }

  private async moveTo(device: Device, lanes: Lanes): Promise<void> {
    const tokenizer = await this.model.tokenizer();
    // A session on a lost device may have nothing left to close.
    await this.release().catch(() => undefined);
    this.chosen = device;
    this.kind = lanes.kind;
    this.started = { tokenizer, lanes };
  }

  identity(dimension: number): EncoderIdentity {
    const { folder, bundled, onnx, dtype, files, settings } = this.model;
    const { pooling, parity } = this.known;
    return {
      name: folder.name,
      bundled,
      origin: this.model.origin,
      onnx,
      dtype,
      files,
      settings: { ...settings, pooling },
      dimension,
      parity,
    };
  }

  /** How the device pools. A model that pools by itself has one vector for each text, taken as its first token. */
  get devicePooling(): { readonly pooling: 'mean' | 'cls'; readonly normalise: boolean } {
    return {
      pooling: this.known.pooling === 'mean' ? 'mean' : 'cls',
      normalise: this.model.settings.normalise,
    };
  }

  /** The cache's name: a hash of everything that an embedding depends on, except its text. */
  cacheNamespace(): Promise<string> {
    const { pooling } = this.known;
    return hashOf({ ...dependencies(this.model), pooling, device: this.deviceName });
  }

  /** What its vectors' last digits depend on, beside everything else. */
  private get deviceName(): string {
    if (this.chosen.gpu) return 'webgpu';
    return this.kind === 'native' ? nativeInWords() : 'wasm';
  }

  /** Ends workers and session. One that is still opening ends as soon as it is open. */
  async release(): Promise<void> {
    const { gpu } = this.chosen;
    const end = async () => {
      await this.started?.lanes.release();
      gpu?.destroy();
    };
    if (this.started || !this.starting) return end();
    void this.starting.then(end, () => gpu?.destroy());
  }
}

/** Opens model and device at once. Destroys the GPU if the model cannot be used. */
async function openBoth(
  opening: Promise<EncoderModel>,
  asking: Promise<Device>,
): Promise<[EncoderModel, Device]> {
  const [model, device] = await Promise.allSettled([opening, asking]);
  if (model.status === 'fulfilled' && device.status === 'fulfilled') return [model.value, device.value];
  if (device.status === 'fulfilled') device.value.gpu?.destroy();
  throw model.status === 'rejected' ? model.reason : (device as PromiseRejectedResult).reason;
}

function dependencies({ files, settings }: EncoderModel) {
  const { maxTokens, normalise } = settings;
  const { 'onnxruntime-web': runtime, '@xenova/transformers': tokenizer } = __NEGSCOPE_LIBRARIES__;
  return { hashes: files.map((file) => file.sha256), maxTokens, normalise, versions: { runtime, tokenizer } };
}

async function hashOf(value: object): Promise<string> {
  return (await sha256(new TextEncoder().encode(JSON.stringify(value)))).slice(0, 32);
}

/** Hash of everything that pooling, parity and choice of device depend on. */
function keyOf(model: EncoderModel, choice: DeviceChoice, gpu: EncoderGpu | null): Promise<string> {
  const device = gpu ? { choice, adapter: gpu.adapter } : nativeInWords() || 'wasm';
  return hashOf({ ...dependencies(model), onnx: model.onnx, pooling: model.settings.pooling, device });
}

/** The device that an earlier run chose. A GPU that it did not choose is destroyed. */
function asKnown({ device: { kind, why } }: KnownEncoder, offered: Device): Device {
  if (!offered.gpu) return offered;
  if (kind === 'webgpu') return { gpu: offered.gpu, why };
  offered.gpu.destroy();
  return { gpu: null, why };
}

/**
 * Compares a few texts with fp32 on wasm; null where the session is fp32 on wasm itself.
 * @throws NativeDiffersError
 */
async function checkParity(
  model: EncoderModel,
  { gpu }: Device,
  lanes: Lanes,
  startWorker: () => WorkerEnd,
): Promise<ParityReport | null> {
  const { dtype, settings } = model;
  const native = lanes.kind === 'native' ? nativeInWords() : null;
  if (!gpu && native === null && dtype === 'fp32') return null;
  const what = `${dtype} on ${gpu ? 'WebGPU' : (native ?? 'wasm')}`;
  const full = await model.fullPrecision();
  if (native === null && !full) return uncheckedParity(what);
  const tokenizer = await model.tokenizer();
  const batch = PARITY_TEXTS.map((text) => tokenizer.encode(text, settings.maxTokens));
  const vectors = await lanes.encode(batch);
  const onWasm = async (reference: EncoderModel) => {
    const layout: PoolLayout = { runtime: 'wasm', workers: 1, threads: 1 };
    const other = await openProcessorLanes(reference, startWorker, layout);
    try {
      return await other.encode(batch);
    } finally {
      await other.release();
    }
  };
  if (native !== null) {
    // Native is held to the same file on wasm; then a file that is not fp32 is compared as everywhere.
    const expected = await onWasm(model);
    const report = parityReport(what, vectors, expected);
    const distance = largestDistance(vectors, expected);
    const far = report.warning !== null || (dtype === 'fp32' && !(distance <= LARGEST_DISTANCE));
    if (far) throw new NativeDiffersError(what, distance);
    if (dtype === 'fp32') return report;
  }
  return full ? parityReport(what, vectors, await onWasm(full)) : uncheckedParity(what);
}
