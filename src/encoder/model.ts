/** The model of a run: one ONNX file of a folder, its tokenizer and settings. Its bytes are read on first use. */

import { Checkpoint } from './checkpoint/checkpoint';
import { readModules } from './folder-modules';
import { isBundled } from './folder-settings';
import { CHECKPOINT, openModelFolder, onnxChoices, type ModelFolder } from './model-folder';
import type { SessionModel } from './onnx';
import type { TokenTable } from './table';
import { loadTokenizer, tokenizerFiles, type TextTokenizer } from './tokenizer';
import type { EncoderSettings, ModelFileInfo, ModelSource } from './types';

/** Which model, and how it is used. */
export interface ModelChoice {
  readonly model: ModelSource;
  readonly onnx: string;
  readonly settings: EncoderSettings;
}

export class EncoderModel {
  private tokenizerLoading: Promise<TextTokenizer> | null = null;

  private constructor(
    readonly folder: ModelFolder,
    readonly onnx: string,
    readonly settings: EncoderSettings,
    /** Every file that an embedding depends on: graph, weights, tokenizer. */
    readonly files: readonly ModelFileInfo[],
    readonly bundled: boolean,
    /** Null for an ONNX file. */
    readonly checkpoint: Checkpoint | null,
  ) {}

  /**
   * @param base address of `models/`, with a slash at the end
   * @throws ModelIndexError, MissingModelFileError, BrokenModelFileError, ModelHashError
   */
  static async open({ model, onnx, settings }: ModelChoice, base: URL): Promise<EncoderModel> {
    const folder = await openModelFolder(model, base);
    const checkpoint = await checkpointOf(folder, onnx);
    const graph = checkpoint?.files ?? graphFiles(folder, onnx);
    const paths = [...graph, ...tokenizerFiles(folder)];
    const files = await Promise.all(paths.map((path) => folder.info(path)));
    return new EncoderModel(folder, onnx, settings, files, await isBundled(folder), checkpoint);
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

  /** Bytes of the graph with its weights, which every session holds. */
  get sessionBytes(): number {
    const graph = this.checkpoint?.files ?? graphFiles(this.folder, this.onnx);
    return this.files.filter(({ path }) => graph.includes(path)).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The same model with the folder's fp32 file; null where it has none. */
  async fullPrecision(): Promise<EncoderModel | null> {
    const fp32 = onnxChoices(this.folder).find(({ dtype }) => dtype === 'fp32');
    if (!fp32) return null;
    const { folder, settings, files, bundled } = this;
    const checkpoint = await checkpointOf(folder, fp32.path);
    return new EncoderModel(folder, fp32.path, settings, files, bundled, checkpoint);
  }

  /** @throws MissingModelFileError, BrokenModelFileError, ModelHashError */
  tokenizer(): Promise<TextTokenizer> {
    this.tokenizerLoading ??= loadTokenizer(this.folder, this.checkpoint?.isTable !== true);
    return this.tokenizerLoading;
  }

  /** The vectors of all tokens; null where a session has to run it. @throws BrokenModelFileError */
  async table(): Promise<TokenTable | null> {
    return this.checkpoint?.isTable ? this.checkpoint.table() : null;
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
    const [graph, data] = graphFiles(folder, onnx);
    const bytes = await folder.read(graph);
    const external = data ? [{ path: baseName(data), data: await folder.blob(data), isHalves: false }] : [];
    return { folder: folder.name, onnx, bytes, external };
  }
}

async function checkpointOf(folder: ModelFolder, path: string): Promise<Checkpoint | null> {
  return path === CHECKPOINT ? Checkpoint.read(folder, await readModules(folder, false)) : null;
}

/** The ONNX file, and the file of its weights if they are beside it. */
function graphFiles(folder: ModelFolder, onnx: string): [string, ...string[]] {
  const data = `${onnx}_data`;
  return folder.files.some(({ path }) => path === data) ? [onnx, data] : [onnx];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
