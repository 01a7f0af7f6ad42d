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
  type Device,
  type DeviceReport,
} from './device-choice';
import { reasonOf } from './errors';
import { EncoderModel } from './model';
import { openModelFolder } from './model-folder';
import { checkParity } from './parity';
import type { BatchEncoder, TokenSequence } from './session';
import type { TextTokenizer, TextTokens } from './tokenizer';
import type { DeviceChoice, EncoderSettings, EncoderSurroundings, KnownEncoder, ModelSource } from './types';

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
  private known: KnownEncoder | undefined;

  private constructor(
    private readonly model: EncoderModel,
    private readonly choice: DeviceChoice,
    private readonly surroundings: EncoderSurroundings,
    private chosen: Device,
  ) {}

  /**
   * Opens the sessions too, unless an earlier run left what they would show.
   * @throws the errors of ./errors.ts; GpuUnavailableError where WebGPU is demanded and absent
   */
  static async open(options: EncoderOptions, surroundings: EncoderSurroundings): Promise<Encoder> {
    const { device: choice } = options;
    const folder = await openModelFolder(options.model, surroundings.base);
    const model = await EncoderModel.open(folder, options.onnx, options.settings);
    const { known, failed } = surroundings;
    const offered = await openDevice(model, choice);
    const encoder = new Encoder(model, choice, surroundings, offered);
    const name = await encoder.cacheNamespace();
    const why = failed.get(name);
    if (why !== undefined && choice !== 'webgpu') encoder.leaveGpu(why);
    encoder.known = known.get(await encoder.cacheNamespace());
    if (!encoder.known) await encoder.start(choice !== 'webgpu');
    if (offered.gpu && !encoder.gpu) failed.set(name, encoder.chosen.why);
    return encoder;
  }

  /**
   * Loads the tokenizer and opens the sessions, if not done yet.
   * @param mayFallBack on the processor where the GPU fails
   * @throws the errors of ./errors.ts
   */
  async start(mayFallBack = false): Promise<void> {
    this.starting ??= this.startNow(mayFallBack);
    this.started = await this.starting;
  }

  private async startNow(mayFallBack: boolean): Promise<Running> {
    const { model, surroundings } = this;
    const { known, startWorker } = surroundings;
    let encoder: BatchEncoder | null = null;
    try {
      const tokenizer = await model.tokenizer();
      encoder = await openOn(model, this.chosen.gpu, startWorker).catch((error: unknown) => {
        if (!this.chosen.gpu || !mayFallBack) throw error;
        this.leaveGpu(`WebGPU failed (${reasonOf(error)})`);
        return openOn(model, null, startWorker);
      });
      const name = await this.cacheNamespace();
      const earlier = known.get(name);
      const parity = earlier
        ? earlier.parity
        : await checkParity(model, this.device.kind, encoder, startWorker);
      this.known = { pooling: encoder.pooling, parity };
      known.set(name, this.known);
      return { tokenizer, encoder };
    } catch (error) {
      known.delete(await this.cacheNamespace());
      await encoder?.release();
      this.chosen.gpu?.destroy();
      throw error;
    }
  }

  private leaveGpu(why: string): void {
    this.chosen.gpu?.destroy();
    this.chosen = { gpu: null, why };
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
    // A session on a lost device may have nothing left to close.
    await this.release().catch(() => undefined);
    const none: Device = { gpu: null, why: '' };
    this.chosen = again ? await openDevice(this.model, this.choice).catch(() => none) : none;
    this.starting = null;
    await this.start(true);
    const { gpu } = this.chosen;
    const why = gpu
      ? `on a new device, since the first one was lost during the run (${reason})`
      : `the GPU was lost during the run (${reason})`;
    this.chosen = { gpu, why };
  }

  identity(dimension: number) {
    const { folder, bundled, origin, onnx, dtype, files, settings } = this.model;
    const { pooling = settings.pooling, parity = null } = this.known ?? {};
    return {
      name: folder.name,
      /** True for the small static encoder that comes with the page: another encoder's order may differ. */
      bundled,
      origin,
      onnx,
      dtype,
      files,
      settings: { ...settings, pooling, normalise: true },
      dimension,
      parity,
    };
  }

  /** The cache's name: a hash of everything that an embedding depends on, except its text. */
  async cacheNamespace(): Promise<string> {
    const { files, settings } = this.model;
    const { maxTokens, pooling } = settings;
    const { kind } = this.device;
    // What the vectors' last digits depend on.
    const device = kind === 'native' ? nativeInWords() : kind === 'webgpu' ? kind : 'wasm';
    const { 'onnxruntime-web': runtime, '@xenova/transformers': tokenizer } = __NEGSCOPE_LIBRARIES__;
    const versions = { runtime, tokenizer };
    const hashes = files.map((file) => file.sha256);
    const all = { hashes, maxTokens, pooling, versions, device };
    return (await sha256OfText(JSON.stringify(all))).slice(0, 32);
  }

  /** Ends workers and session; one that is still opening, once it is open. */
  async release(): Promise<void> {
    const running = await this.starting?.catch(() => null);
    await Promise.resolve(running?.encoder.release()).finally(() => this.chosen.gpu?.destroy());
  }
}

/** Identity of the encoder that a run used. */
export type EncoderIdentity = ReturnType<Encoder['identity']>;
