/** The chosen encoder, the settings of its folder, and the user's own. */

import { readFolderInfo, type ModelFolderInfo } from '../../encoder/folder-settings';
import { openModelFolder, servedModels } from '../../encoder/model-folder';
import { MEMORY_FOR_WEIGHTS } from '../../encoder/types';
import type { EncoderSettings, ModelSource } from '../../encoder/types';
import type { RunRequest } from '../../engine/types';
import { GIVEN_VECTORS } from '../../identity';
import { noticeOf, SeveralGivenError, type Notice } from '../../app/errors';
import { isModelFolder, modelBase, type PickedFolder } from './picked-folder';
import type { SourcesState } from '../files/sources-state.svelte';

/** The encoder that comes with the page. Only the user or the demo chooses it: it is for a look. */
export const BUNDLED = 'negscope-mini';

/** Values of the select "Encoder"; a served model is `served:` with its folder's name. */
export const GIVEN = 'given';
export const PICKED = 'picked';
export const GIVEN_WORDS = GIVEN_VECTORS.name;
export const served = (name: string) => `served:${name}`;

export interface KeptChoice {
  /** What the user chose; null where the page chose. */
  readonly choice: string | null;
  /** Path of the weights that the user chose; empty for those used by default. */
  readonly onnx: string;
  readonly overrides: Partial<EncoderSettings>;
  readonly folder: PickedFolder | null;
}

class Inspection {
  info = $state.raw<ModelFolderInfo | null>(null);
  notice = $state.raw<Notice | null>(null);
  isUnderWay = $state(false);
  readonly done: Promise<void>;

  /** @param model null where the choice has no folder */
  constructor(
    readonly choice: string,
    model: ModelSource | null,
  ) {
    this.done = model ? this.read(model) : Promise.resolve();
  }

  private async read(model: ModelSource): Promise<void> {
    this.isUnderWay = true;
    try {
      this.info = await readFolderInfo(await openModelFolder(model, modelBase()));
    } catch (error) {
      this.notice = noticeOf(error);
    }
    this.isUnderWay = false;
  }
}

export class EncoderState {
  models = $state.raw<readonly { name: string; description: string | null }[]>([]);
  folder = $state.raw<PickedFolder | null>(null);

  private chosen = $state<string | null>(null);
  private chosenOnnx = $state('');
  overrides = $state.raw<Partial<EncoderSettings>>({});
  private inspection = $state.raw<Inspection | null>(null);
  private unlisted = $state.raw<Notice | null>(null);

  constructor(private readonly sources: SourcesState) {}

  get info(): ModelFolderInfo | null {
    return this.inspection?.info ?? null;
  }

  get inspecting(): boolean {
    return this.inspection?.isUnderWay ?? false;
  }

  get notice(): Notice | null {
    return this.inspection?.notice ?? this.unlisted;
  }

  /** Path of the weights in force; empty where there are none. */
  get onnx(): string {
    const { onnx = [] } = this.info ?? {};
    return (onnx.find(({ path }) => path === this.chosenOnnx) ?? onnx[0])?.path ?? '';
  }

  set onnx(path: string) {
    this.chosenOnnx = path;
  }

  /** Length of the embeddings in all loaded files; null where one has none or lengths differ. */
  get givenDimension(): number | null {
    const [first = null, ...others] = this.sources.entries.map(({ loaded }) => loaded.dimension);
    return others.every((dimension) => dimension === first) ? first : null;
  }

  /** True where some files have embeddings that are not used, because not all files have the same kind. */
  get givenIgnored(): boolean {
    const some = this.sources.entries.some((entry) => entry.loaded.dimension !== null);
    return some && this.givenDimension === null;
  }

  /** The choice in force: the user's, else the embeddings of all files; empty where there is neither. */
  get selected(): string {
    const givenPossible = this.givenDimension !== null;
    if (this.chosen !== null && (this.chosen !== GIVEN || givenPossible)) return this.chosen;
    return givenPossible ? GIVEN : '';
  }

  get name(): string | null {
    return this.selected === GIVEN ? GIVEN_WORDS : (this.modelSource(this.selected)?.name ?? null);
  }

  get settings(): EncoderSettings | null {
    return this.info && { ...this.info.settings, ...this.overrides };
  }

  /** The weights in force, with the memory that they need at most in a tab; null where none are chosen. */
  get weights(): { readonly path: string; readonly bytes: number; readonly needed: number } | null {
    const file = this.info?.onnx.find(({ path }) => path === this.onnx);
    return file ? { ...file, needed: (file.sessionBytes ?? file.bytes) * MEMORY_FOR_WEIGHTS } : null;
  }

  /** The encoder of a run: null for the files' embeddings, undefined while none is ready. */
  get request(): RunRequest['encoder'] | undefined {
    if (this.selected === GIVEN) return null;
    const { settings, onnx } = this;
    const model = this.modelSource(this.selected);
    return model && settings && onnx !== '' ? { model, onnx, settings } : undefined;
  }

  async listModels(): Promise<void> {
    this.unlisted = null;
    try {
      const models = await servedModels(modelBase());
      this.models = models
        .map(({ name, description }) => ({ name, description: description ?? null }))
        .sort((a, b) => Number(b.name === BUNDLED) - Number(a.name === BUNDLED));
    } catch (error) {
      this.unlisted = noticeOf(error);
    }
  }

  kept(): KeptChoice {
    const { chosen, chosenOnnx: onnx, overrides, folder } = this;
    return { choice: chosen, onnx, overrides, folder: chosen === PICKED ? folder : null };
  }

  /** Takes a kept choice. Its settings count again once the folder has been read. */
  restore({ choice, onnx, overrides, folder }: KeptChoice): void {
    this.chosenOnnx = onnx;
    this.overrides = overrides;
    this.folder = folder;
    this.chosen = choice;
    this.inspection = null;
  }

  choose(choice: string): Promise<void> {
    this.chosenOnnx = '';
    this.overrides = {};
    this.chosen = choice;
    return this.inspect(choice);
  }

  pick(folder: PickedFolder): Promise<void> {
    this.folder = folder;
    this.inspection = null;
    return this.choose(PICKED);
  }

  /** Takes the model folder among dropped folders; several are refused. */
  offer(folders: readonly PickedFolder[]) {
    const models = folders.filter(isModelFolder);
    const others = folders.filter((folder) => !models.includes(folder));
    const [model, second] = models;
    if (second) {
      const names = models.map(({ name }) => name);
      return { others, refused: new SeveralGivenError(names, 'model folders') };
    }
    if (model) void this.pick(model);
    return { others, refused: null };
  }

  /** A value equal to the folder's is no override. */
  override<K extends keyof EncoderSettings>(key: K, value: EncoderSettings[K]): void {
    if (!this.info) return;
    const overrides = { ...this.overrides, [key]: value };
    if (value === this.info.settings[key]) Reflect.deleteProperty(overrides, key);
    this.overrides = overrides;
  }

  /** Reads the settings of the chosen folder, once. */
  inspect(choice: string): Promise<void> {
    if (this.inspection?.choice !== choice)
      this.inspection = new Inspection(choice, this.modelSource(choice));
    return this.inspection.done;
  }

  /** Reads the chosen folder again after it could not be read. */
  async tryAgain(): Promise<void> {
    await this.listModels();
    this.inspection = null;
    await this.inspect(this.selected);
  }

  private modelSource(choice: string): ModelSource | null {
    if (choice === PICKED) return this.folder && { kind: 'picked', ...this.folder };
    if (choice.startsWith('served:')) return { kind: 'served', name: choice.slice('served:'.length) };
    return null;
  }
}
