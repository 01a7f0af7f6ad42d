/** The model of a run: one ONNX file of a folder, its tokenizer and settings. Its bytes are read on first use. */

import { Checkpoint } from './checkpoint/checkpoint';
import { readModules } from './folder-modules';
import { isBundled } from './folder-settings';
import { isCheckpoint, onnxChoices, type ModelFolder } from './model-folder';
import { poolLayout, type PoolLayout } from './runtime';
import type { TokenTable } from './table';
import { loadTokenizer, tokenizerFiles, type TextTokenizer } from './tokenizer';
import type { EncoderSettings, ModelFileInfo, OnnxChoice } from './types';

export class EncoderModel {
  private tokenizerLoading: Promise<TextTokenizer> | null = null;

  private constructor(
    readonly folder: ModelFolder,
    readonly onnx: string,
    readonly settings: EncoderSettings,
    /** Every file that an embedding depends on: graph, weights, tokenizer. */
    readonly files: readonly ModelFileInfo[],
    /** Bytes of the graph with its weights, which every session holds. */
    readonly sessionBytes: number,
    readonly bundled: boolean,
    /** Null for an ONNX file. */
    private readonly checkpoint: Checkpoint | null,
  ) {}

  /** How it runs on the processor. */
  get layout(): PoolLayout {
    return poolLayout(this.sessionBytes);
  }

  /** @throws MissingModelFileError, BrokenModelFileError */
  static async open(folder: ModelFolder, onnx: string, settings: EncoderSettings): Promise<EncoderModel> {
    const checkpoint = isCheckpoint(onnx)
      ? await Checkpoint.read(folder, await readModules(folder, false))
      : null;
    // Optimum calls its weights `.onnx_data`, torch `.onnx.data`.
    const weights = [`${onnx}_data`, `${onnx}.data`].filter((path) => folder.has(path));
    const graph = checkpoint?.files ?? [onnx, ...weights];
    const paths = [...graph, ...tokenizerFiles(folder)];
    const files = await Promise.all(paths.map((path) => folder.info(path)));
    const inFiles = files.slice(0, graph.length).reduce((sum, file) => sum + file.bytes, 0);
    const [held, bundled] = [(await checkpoint?.sessionBytes()) ?? inFiles, await isBundled(folder)];
    return new EncoderModel(folder, onnx, settings, files, held, bundled, checkpoint);
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

  /** Itself with other weights of its folder. @throws as `open` */
  with({ path }: OnnxChoice): Promise<EncoderModel> {
    return EncoderModel.open(this.folder, path, this.settings);
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
