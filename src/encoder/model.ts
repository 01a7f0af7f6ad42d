/** The model of a run: one ONNX file of a folder, its tokenizer and settings. Its bytes are read on first use. */

import { Checkpoint } from './checkpoint/checkpoint';
import { Config } from './checkpoint/config';
import { exportedPooling, readModules } from './folder-modules';
import { isCheckpoint, onnxChoices, type ModelFolder } from './model-folder';
import { poolLayout, type PoolLayout } from './runtime';
import type { TokenTable } from './table';
import { loadTokenizer, tokenizerFiles, type TextTokenizer } from './tokenizer';
import type { EncoderSettings, ModelFileInfo, OnnxChoice } from './types';

export class EncoderModel {
  /** How it runs on the processor. */
  readonly layout: PoolLayout;
  private tokenizerLoading: Promise<TextTokenizer> | null = null;

  private constructor(
    readonly folder: ModelFolder,
    readonly onnx: string,
    readonly settings: EncoderSettings,
    /** Every file that an embedding depends on: graph, weights, tokenizer. */
    readonly files: readonly ModelFileInfo[],
    /** Bytes of the graph with its weights, which every session holds. */
    readonly sessionBytes: number,
    /** Whether config.json says that this is the encoder which comes with the page. */
    readonly bundled: boolean,
    /** Null for an ONNX file. */
    private readonly checkpoint: Checkpoint | null,
  ) {
    this.layout = poolLayout(sessionBytes);
  }

  /** @throws MissingModelFileError, BrokenModelFileError */
  static async open(folder: ModelFolder, onnx: string, settings: EncoderSettings): Promise<EncoderModel> {
    // The weights come while the modules are read. What is wrong with them is said where they are used.
    if (isCheckpoint(onnx)) void folder.blob(onnx).catch(() => undefined);
    const modules = await readModules(folder, false);
    const checkpoint = isCheckpoint(onnx) ? await Checkpoint.read(folder, modules) : null;
    const asked = settings.pooling;
    const own = checkpoint ?? (asked === 'pooled' ? settings : await exportedPooling(folder, onnx, modules));
    // What only the model itself can do is done, whatever was asked.
    const pooling = own.pooling === 'pooled' ? 'pooled' : asked;
    // Optimum calls its weights `.onnx_data`, torch `.onnx.data`.
    const weights = [`${onnx}_data`, `${onnx}.data`].filter((path) => folder.has(path));
    const graph = checkpoint?.files ?? [onnx, ...weights];
    const paths = [...graph, ...tokenizerFiles(folder)];
    const files = await Promise.all(paths.map((path) => folder.info(path)));
    const inFiles = files.slice(0, graph.length).reduce((sum, file) => sum + file.bytes, 0);
    const held = (await checkpoint?.sessionBytes()) ?? inFiles;
    const bundled = (await Config.read(folder, 'config.json')).is('negscope_bundled');
    return new EncoderModel(folder, onnx, { ...settings, pooling }, files, held, bundled, checkpoint);
  }

  /** Where it comes from, for reports. */
  get origin(): string {
    const { folder, onnx, checkpoint } = this;
    return checkpoint && folder.isLocal
      ? `${folder.origin}, built from ${onnx}, family ${checkpoint.family}`
      : folder.origin;
  }

  /** Number format of the ONNX file. */
  get dtype(): string {
    return onnxChoices(this.folder).find(({ path }) => path === this.onnx)?.dtype ?? 'fp32';
  }

  /** What it is compared with: an fp32 file, which is an ONNX file where this one is the checkpoint; null where there is none. */
  get other(): OnnxChoice | null {
    const isOther = ({ path }: OnnxChoice) =>
      this.dtype !== 'fp32' || isCheckpoint(path) !== isCheckpoint(this.onnx);
    return onnxChoices(this.folder).find((each) => each.dtype === 'fp32' && isOther(each)) ?? null;
  }

  /** @throws MissingModelFileError, BrokenModelFileError */
  tokenizer(): Promise<TextTokenizer> {
    this.tokenizerLoading ??= loadTokenizer(this.folder, !this.isTable);
    return this.tokenizerLoading;
  }

  /** The vectors of all tokens; null where a session has to run it. @throws BrokenModelFileError */
  async table(): Promise<TokenTable | null> {
    return this.checkpoint?.isTable ? this.checkpoint.table() : null;
  }

  /** True for a table of the vectors of all tokens, which needs no session. */
  get isTable(): boolean {
    return this.checkpoint?.isTable === true;
  }

  /** What a session is opened with. @throws MissingModelFileError, BrokenModelFileError */
  async sessionOptions() {
    const { folder, onnx, checkpoint, settings } = this;
    const { pooling, maxTokens } = settings;
    const { padId } = await this.tokenizer();
    if (checkpoint) return { model: await checkpoint.model(maxTokens), pooling, padId };
    // A graph names the files of its weights without their folder.
    const beside = this.files.filter(({ path }) => path.startsWith(onnx) && path !== onnx);
    const external = beside.map(async ({ path }) => ({
      path: path.slice(path.lastIndexOf('/') + 1),
      data: await folder.blob(path),
      isHalves: false,
    }));
    const bytes = await folder.part(onnx);
    return {
      model: { folder: folder.name, onnx, bytes, external: await Promise.all(external) },
      pooling,
      padId,
    };
  }
}
