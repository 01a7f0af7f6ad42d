/** The chosen encoder, the settings of its folder, and the user's own. */

import { readFolderInfo } from '../../encoder/folder-settings';
import { openModelFolder, servedModels } from '../../encoder/model-folder';
import { MEMORY_FOR_WEIGHTS } from '../../encoder/types';
import type { EncoderSettings, ModelFolderInfo, ModelSource } from '../../encoder/types';
import type { RunRequest } from '../../engine/types';
import { DEFAULT_TEMPERATURE } from '../../scoring/gates';
import { GIVEN_VECTORS } from '../../identity';
import { noticeOf, type Notice } from '../../app/errors';
import { modelBase } from './model-base';
import { isModelFolder, type PickedFolder } from './picked-folder';
import type { SourcesState } from '../files/sources-state.svelte';

/** The encoder that comes with the page. Only the user or the demo chooses it: it is for a look. */
export const BUNDLED = 'negscope-mini';

/** What a run with it fetches, relative to the page. */
export const BUNDLED_ADDRESSES = addressesOf(BUNDLED, 'model.safetensors');

/** Values of the select "Encoder"; a served model is `served:` with its folder's name. */
export const GIVEN = 'given';
export const PICKED = 'picked';
/** Shown where the files give the embeddings. */
export const GIVEN_WORDS = GIVEN_VECTORS.name;
export const served = (name: string) => `served:${name}`;

export interface KeptChoice {
  /** What the user chose; null where the page chose. */
  readonly choice: string | null;
  /** The choice that was in force when the rest was set. */
  readonly selected: string;
  readonly onnx: string;
  readonly overrides: Partial<EncoderSettings>;
  readonly folder: PickedFolder | null;
}

export class EncoderState {
  models = $state.raw<readonly { name: string; description: string | null }[]>([]);
  folder = $state.raw<PickedFolder | null>(null);
  info = $state.raw<ModelFolderInfo | null>(null);
  onnx = $state('');
  /** Settings in which the user departs from the folder. */
  overrides = $state.raw<Partial<EncoderSettings>>({});
  inspecting = $state(false);
  notice = $state.raw<Notice | null>(null);

  /** Model folders that were dropped at once: the user says which one encodes. */
  offered = $state.raw<readonly PickedFolder[]>([]);

  private chosen = $state<string | null>(null);
  /** The choice that weights and settings are of, also while its folder is still to be read; null for none. */
  private own: string | null = null;
  /** The reading of the chosen folder: another one may be read under the same choice. */
  private inspection: { readonly choice: string; done: Promise<void> } | null = null;

  constructor(
    private readonly sources: SourcesState,
    /** Called with the usual temperature when an encoder is chosen. */
    private readonly suggestTemperature: (tau: number) => void,
  ) {}

  /** Length of the embeddings in all loaded files; null where one has none or lengths differ. */
  get givenDimension(): number | null {
    return commonDimension(this.sources.entries.map((entry) => entry.loaded.dimension));
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

  /** The name of the choice in force; null where there is none. */
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

  /** Files that a run fetches for a served model, relative to the page; none for a folder from disk. */
  get addresses(): readonly string[] {
    const model = this.modelSource(this.selected);
    return model?.kind === 'served' && this.onnx !== '' ? addressesOf(model.name, this.onnx) : [];
  }

  /** True where texts may have to go through onnxruntime: the bundled encoder does without. */
  get mayNeedRuntime(): boolean {
    const model = this.modelSource(this.selected);
    return model !== null && !(model.kind === 'served' && model.name === BUNDLED);
  }

  /** Lists the served models. No worker is needed. */
  async listModels(): Promise<void> {
    try {
      const models = await servedModels(modelBase());
      this.models = models
        .map(({ name, description }) => ({ name, description: description ?? null }))
        .sort((a, b) => Number(b.name === BUNDLED) - Number(a.name === BUNDLED));
    } catch (error) {
      this.notice = noticeOf(error);
    }
  }

  /** All of it, to be kept over a reload. */
  kept(): KeptChoice {
    const { chosen, selected, onnx, overrides, folder } = this;
    return { choice: chosen, selected, onnx, overrides, folder: chosen === PICKED ? folder : null };
  }

  /** Takes a kept choice. Its settings count again once the folder has been read. */
  restore({ choice, selected, onnx, overrides, folder }: KeptChoice): void {
    this.own = selected;
    this.onnx = onnx;
    this.overrides = overrides;
    this.folder = folder;
    this.chosen = choice;
    this.forgetInspection();
  }

  choose(choice: string): Promise<void> {
    this.own = null;
    this.offered = [];
    this.chosen = choice;
    return this.inspect(choice);
  }

  pick(folder: PickedFolder): Promise<void> {
    this.folder = folder;
    this.forgetInspection();
    return this.choose(PICKED);
  }

  /** Takes the model folder among dropped folders, or asks which one it is. @returns the other folders */
  offer(folders: readonly PickedFolder[]): readonly PickedFolder[] {
    const models = folders.filter(isModelFolder);
    const [model, second] = models;
    if (second) this.offered = models;
    else if (model) void this.pick(model);
    return folders.filter((folder) => !models.includes(folder));
  }

  override<K extends keyof EncoderSettings>(key: K, value: EncoderSettings[K]): void {
    if (this.info) this.overrides = withOverride(this.overrides, this.info.settings, key, value);
  }

  /** Reads the settings of the chosen folder, once. */
  inspect(choice: string): Promise<void> {
    if (this.inspection?.choice === choice) return this.inspection.done;
    this.forgetInspection();
    this.info = null;
    this.notice = null;
    if (choice !== this.own) {
      this.own = choice;
      this.onnx = '';
      this.overrides = {};
    }
    if (choice === GIVEN) this.suggestTemperature(DEFAULT_TEMPERATURE);
    const model = this.modelSource(choice);
    const inspection = { choice, done: Promise.resolve() };
    this.inspection = inspection;
    if (model) inspection.done = this.read(model, inspection);
    return inspection.done;
  }

  /** What is still being read counts no more. */
  private forgetInspection(): void {
    this.inspection = null;
    this.inspecting = false;
  }

  /** Reads again what could not be read before a failure. */
  async refresh(): Promise<void> {
    if (this.info === null && !this.inspecting) this.forgetInspection();
    await this.listModels();
  }

  /** Reads the chosen folder again after it could not be read. */
  async tryAgain(): Promise<void> {
    await this.refresh();
    await this.inspect(this.selected);
  }

  private async read(model: ModelSource, inspection: NonNullable<EncoderState['inspection']>): Promise<void> {
    this.inspecting = true;
    try {
      const info = await readFolderInfo(await openModelFolder(model, modelBase()));
      if (this.inspection !== inspection) return;
      this.info = info;
      this.onnx = info.onnx.find(({ path }) => path === this.onnx)?.path ?? preferredFile(info);
      this.suggestTemperature(DEFAULT_TEMPERATURE);
    } catch (error) {
      if (this.inspection === inspection) this.notice = noticeOf(error);
    } finally {
      if (this.inspection === inspection) this.inspecting = false;
    }
  }

  private modelSource(choice: string): ModelSource | null {
    if (choice === PICKED) return this.folder && { kind: 'picked', ...this.folder };
    if (choice.startsWith('served:')) return { kind: 'served', name: choice.slice('served:'.length) };
    return null;
  }
}

/** The length of embeddings that all sources share; null where one has none or lengths differ. */
function commonDimension(dimensions: readonly (number | null)[]): number | null {
  const [first] = dimensions;
  return first !== undefined && dimensions.every((dimension) => dimension === first) ? first : null;
}

/** The user's settings with one more. A value equal to the folder's is no override. */
function withOverride<K extends keyof EncoderSettings>(
  overrides: Partial<EncoderSettings>,
  folder: EncoderSettings,
  key: K,
  value: EncoderSettings[K],
): Partial<EncoderSettings> {
  const next = { ...overrides, [key]: value };
  if (value === folder[key]) Reflect.deleteProperty(next, key);
  return next;
}

/** The weights used by default; empty where there is none. */
export function preferredFile({ onnx }: ModelFolderInfo): string {
  return (onnx.find((file) => file.dtype === 'fp32') ?? onnx[0])?.path ?? '';
}

/** Of a served model, relative to the page. */
function addressesOf(name: string, onnx: string): string[] {
  return [onnx, 'tokenizer.json'].map((path) => `models/${encodeURIComponent(name)}/${path}`);
}
