/** The model of a run: one ONNX file of a folder, its tokenizer and settings. Its bytes are read on first use. */

import { Checkpoint } from './checkpoint/checkpoint';
import { readModules } from './folder-modules';
import { isBundled } from './folder-settings';
import { isCheckpoint, onnxChoices, type ModelFolder } from './model-folder';
import type { SessionModel } from './onnx';
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
    /** How many of them are graph and weights, which come first. */
    private readonly graphFiles: number,
    /** Bytes of the graph with its weights, which every session holds. */
    readonly sessionBytes: number,
    readonly bundled: boolean,
    /** Null for an ONNX file. */
    private readonly checkpoint: Checkpoint | null,
  ) {
    this.layout = poolLayout(sessionBytes);
  }

  /** @throws MissingModelFileError, BrokenModelFileError, ModelHashError */
  static async open(folder: ModelFolder, onnx: string, settings: EncoderSettings): Promise<EncoderModel> {
    const checkpoint = isCheckpoint(onnx)
      ? await Checkpoint.read(folder, await readModules(folder, false))
      : null;
    const data = `${onnx}_data`;
    const graph = checkpoint?.files ?? [onnx, ...(folder.has(data) ? [data] : [])];
    const paths = [...graph, ...tokenizerFiles(folder)];
    const files = await Promise.all(paths.map((path) => folder.info(path)));
    const inFiles = files.slice(0, graph.length).reduce((sum, file) => sum + file.bytes, 0);
    const [held, bundled] = [(await checkpoint?.sessionBytes()) ?? inFiles, await isBundled(folder)];
    return new EncoderModel(folder, onnx, settings, files, graph.length, held, bundled, checkpoint);
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

  /** Itself in fp32: with the folder's fp32 file, null where it has none. */
  async fullPrecision(): Promise<EncoderModel | null> {
    if (this.dtype === 'fp32') return this;
    const fp32 = onnxChoices(this.folder).find(({ dtype }) => dtype === 'fp32');
    return fp32 ? this.with(fp32) : null;
  }

  /** The other of fp32 ONNX file and checkpoint in its folder; null where it holds one of them. */
  get twin(): OnnxChoice | null {
    const others = onnxChoices(this.folder).filter(
      ({ path }) => isCheckpoint(path) !== isCheckpoint(this.onnx),
    );
    return others.find(({ dtype }) => dtype === 'fp32') ?? null;
  }

  /** Itself with other weights of its folder. @throws as `open` */
  with({ path }: OnnxChoice): Promise<EncoderModel> {
    return EncoderModel.open(this.folder, path, this.settings);
  }

  /** @throws MissingModelFileError, BrokenModelFileError, ModelHashError */
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

  /** What a session is opened with. @throws MissingModelFileError, BrokenModelFileError, ModelHashError */
  async sessionOptions() {
    const { pooling, normalise } = this.settings;
    const [model, { padId }] = await Promise.all([this.read(), this.tokenizer()]);
    return { model, pooling, normalise, padId };
  }

  private async read(): Promise<SessionModel> {
    const { folder, onnx, checkpoint, settings } = this;
    if (checkpoint) return checkpoint.model(settings.maxTokens);
    const beside = this.files.slice(1, this.graphFiles);
    const bytes = await folder.read(onnx);
    // A graph names the files of its weights without their folder.
    const external = await Promise.all(
      beside.map(async ({ path }) => ({
        path: path.slice(path.lastIndexOf('/') + 1),
        data: await folder.blob(path),
        isHalves: false,
      })),
    );
    return { folder: folder.name, onnx, bytes, external };
  }
}
