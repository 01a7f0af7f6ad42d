/**
 * The encoder of a run: tokenizer, sessions and device. Sessions are opened when a text is not in the cache, or when
 * no earlier run of this worker left what is known of the encoder.
 */

import type { GpuHandle } from '../gpu/device';
import { sha256OfText } from '../hash';
import {
  deviceReport,
  nativeInWords,
  openDevice,
  openOn,
  openWhereItCan,
  type Device,
} from './device-choice';
import { EncoderModel } from './model';
import { openModelFolder } from './model-folder';
import { checkParity } from './parity';
import type { BatchEncoder, TokenSequence } from './session';
import type { TextTokenizer, TextTokens } from './tokenizer';
import type {
  DeviceChoice,
  DeviceReport,
  EncoderIdentity,
  EncoderSettings,
  EncoderSurroundings,
  KnownEncoder,
  ModelSource,
} from './types';

/** Which model, and how it is used. */
export interface EncoderOptions {
  readonly model: ModelSource;
  readonly onnx: string;
  readonly settings: EncoderSettings;
  readonly device: DeviceChoice;
}

interface Running {
  readonly tokenizer: TextTokenizer;
  readonly encoder: BatchEncoder;
}

export class Encoder {
  private starting: Promise<Running> | null = null;
  private started: Running | null = null;

  private constructor(
    private readonly model: EncoderModel,
    private readonly choice: DeviceChoice,
    private readonly surroundings: EncoderSurroundings,
    private readonly knownAs: string,
    private readonly known: Pick<KnownEncoder, 'pooling' | 'parity'>,
    private chosen: Device,
  ) {}

  /**
   * Opens the sessions too, unless an earlier run left what they would show.
   * @throws the errors of ./errors.ts; GpuUnavailableError where WebGPU is demanded and absent
   */
  static async open(options: EncoderOptions, surroundings: EncoderSurroundings): Promise<Encoder> {
    const { device: choice } = options;
    const { startWorker } = surroundings;
    const folder = await openModelFolder(options.model, surroundings.base);
    const model = await EncoderModel.open(folder, options.onnx, options.settings);
    const offered = await openDevice(model, choice);
    const { onnx, settings } = model;
    const on = offered.gpu ? { choice, adapter: offered.gpu.adapter } : nativeInWords() || 'wasm';
    // All that pooling, parity and choice of device depend on.
    const knownAs = await hashOf(model, { onnx, pooling: settings.pooling, device: on });
    const known = surroundings.known.get(knownAs);
    if (known) {
      return new Encoder(model, choice, surroundings, knownAs, known, asKnown(known, offered));
    }
    const { encoder, device } = await openWhereItCan(model, choice, offered, startWorker);
    try {
      const { pooling } = encoder;
      const { kind } = deviceReport(model, device);
      const parity = await checkParity(model, kind, encoder, startWorker);
      const found = { device: { kind, why: device.why }, pooling, parity };
      surroundings.known.set(knownAs, found);
      const opened = new Encoder(model, choice, surroundings, knownAs, found, device);
      opened.started = { tokenizer: await model.tokenizer(), encoder };
      return opened;
    } catch (error) {
      await encoder.release();
      device.gpu?.destroy();
      throw error;
    }
  }

  /** Loads the tokenizer and opens the sessions, if not done yet. @throws the errors of ./errors.ts */
  async start(): Promise<void> {
    if (this.started) return;
    this.starting ??= this.startNow();
    this.started = await this.starting;
  }

  private async startNow(): Promise<Running> {
    const { model, chosen, surroundings } = this;
    try {
      const [tokenizer, encoder] = await Promise.all([
        model.tokenizer(),
        openOn(model, chosen.gpu, surroundings.startWorker),
      ]);
      return { tokenizer, encoder };
    } catch (error) {
      surroundings.known.delete(this.knownAs);
      throw error;
    }
  }

  private get running(): Running {
    if (!this.started) throw new Error('The encoder was asked before it was started.');
    return this.started;
  }

  get device(): DeviceReport {
    return deviceReport(this.model, this.chosen);
  }

  /** The GPU of the session, for the kernels; null on the processor. */
  get gpu(): GpuHandle | null {
    return this.chosen.gpu;
  }

  /**
   * Batches under way at once. A pool: one more than there are workers, so that none waits. GPU: one, since the session
   * takes one run at a time.
   */
  get concurrency(): number {
    return this.chosen.gpu ? 1 : this.model.layout.workers + 1;
  }

  /** True where the texts of a batch are padded to the longest. */
  get pads(): boolean {
    return !this.model.isTable;
  }

  /** The text as the model sees it (paper, φ_q and φ_d). */
  format(text: string, role: 'query' | 'passage'): string {
    const { queryPrefix, passagePrefix } = this.model.settings;
    return (role === 'query' ? queryPrefix : passagePrefix) + text;
  }

  /** Tokens of a formatted text; once started. */
  tokensOf(formatted: string): TextTokens {
    return this.running.tokenizer.encode(formatted, this.model.settings.maxTokens);
  }

  /** Unit vectors of a batch; once started. @throws EncodeError, EncoderWorkerError; what a lost GPU rejects with */
  encode(batch: readonly TokenSequence[]): Promise<Float32Array[]> {
    return this.running.encoder.encode(batch);
  }

  /** Goes on without the GPU that was lost: on a new one where `again`, else on wasm. The device report then says so. */
  async replaceGpu(reason: string, again: boolean): Promise<void> {
    const { model, choice, surroundings } = this;
    // A session on a lost device may have nothing left to close.
    await this.release().catch(() => undefined);
    const none: Device = { gpu: null, why: '' };
    const offered = again ? await openDevice(model, choice).catch(() => none) : none;
    const { encoder, device } = await openWhereItCan(model, 'auto', offered, surroundings.startWorker);
    const { gpu } = device;
    const why = gpu
      ? `on a new device, since the first one was lost during the run (${reason})`
      : `the GPU was lost during the run (${reason})`;
    this.chosen = { gpu, why };
    this.started = { tokenizer: await model.tokenizer(), encoder };
  }

  identity(dimension: number): EncoderIdentity {
    const { folder, bundled, origin, onnx, dtype, files, settings } = this.model;
    const { pooling, parity } = this.known;
    return {
      name: folder.name,
      bundled,
      origin,
      onnx,
      dtype,
      files,
      settings: { ...settings, pooling },
      dimension,
      parity,
    };
  }

  /** The cache's name: a hash of everything that an embedding depends on, except its text. */
  cacheNamespace(): Promise<string> {
    const { model, known } = this;
    const { kind } = this.device;
    // What the vectors' last digits depend on.
    const device = kind === 'native' ? nativeInWords() : kind === 'webgpu' ? kind : 'wasm';
    return hashOf(model, { pooling: known.pooling, device });
  }

  /** Ends workers and session; one that is still opening, once it is open. */
  async release(): Promise<void> {
    const { gpu } = this.chosen;
    const running = this.started ?? (await this.starting?.catch(() => null));
    await running?.encoder.release().finally(() => gpu?.destroy());
  }
}

/** Hash of what an embedding depends on except its text, and of `more`. */
async function hashOf({ files, settings }: EncoderModel, more: object): Promise<string> {
  const { maxTokens, normalise } = settings;
  const { 'onnxruntime-web': runtime, '@xenova/transformers': tokenizer } = __NEGSCOPE_LIBRARIES__;
  const hashes = files.map((file) => file.sha256);
  const all = { hashes, maxTokens, normalise, versions: { runtime, tokenizer }, ...more };
  return (await sha256OfText(JSON.stringify(all))).slice(0, 32);
}

/** The device that an earlier run chose. A GPU that it did not choose is destroyed. */
function asKnown({ device: { kind, why } }: KnownEncoder, offered: Device): Device {
  if (!offered.gpu) return offered;
  if (kind === 'webgpu') return { gpu: offered.gpu, why };
  offered.gpu.destroy();
  return { gpu: null, why };
}
