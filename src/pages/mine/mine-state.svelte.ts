/** What the Mine page holds: the corpus that was read, how to mine, and what was mined. */

import * as Comlink from 'comlink';

import { noticeOf, type Notice } from '../../app/errors';
import { startMiningWorker } from '../../app/mining-worker';
import type { Session } from '../../app/session.svelte';
import type { InputSummary, MiningForPage, MiningProgress } from '../../miner/host';
import type { MinedFile, PartRequest } from '../../miner/miner';
import { BM25_PRESETS, type Bm25Settings } from '../../mining/bm25';
import type { FormId } from '../../mining/forms';
import { MINING_PRESETS, optionFaults, type MiningOptions, type OptionName } from '../../mining/options';
import { Comparison } from '../../session/comparison.svelte';
import { singleFile } from '../../session/files/file-entries.svelte';
import { folderFiles } from '../../session/files/folder-files';
import type { PickedFolder } from '../../session/encoder/picked-folder';
import type { OpenWorker } from '../../worker';

/** The methods that can be chosen, with the parts of a union. */
export const METHODS = {
  bm25: { words: 'BM25', parts: ['bm25'] },
  dense: { words: 'Dense', parts: ['dense'] },
  union: { words: 'Union', parts: ['bm25', 'dense'] },
  random: { words: 'Random', parts: ['random'] },
} as const satisfies Readonly<
  Record<string, { readonly words: string; readonly parts: readonly PartRequest['method'][] }>
>;

export type MethodChoice = keyof typeof METHODS;

export type PresetChoice = keyof typeof MINING_PRESETS;

export class MineState {
  /** Names of the files that were chosen. */
  chosen = $state.raw<readonly string[]>([]);
  input = $state.raw<InputSummary | null>(null);
  /** Passages to keep beside the positives of what is read next; null: all. */
  sample = $state<number | null>(null);
  method = $state<MethodChoice>('bm25');
  bm25 = $state<keyof typeof BM25_PRESETS>('bm25s');
  preset = $state<PresetChoice>('paper');
  options = $state.raw<MiningOptions>(MINING_PRESETS.paper.options);
  form = $state<FormId>('flag-embedding');
  withScores = $state(true);
  progress = $state.raw<MiningProgress | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** What was mined, the newest first. */
  mined = $state.raw<readonly MinedFile[]>([]);
  /** Memory of index and vectors. */
  bytesHeld = $state(0);

  readonly comparison: Comparison;
  readonly faults = $derived.by(() => optionFaults(this.options));
  readonly needsEncoder = $derived.by(() => partsOf(this.method).includes('dense'));
  readonly busy = $derived.by(() => this.progress !== null);

  private worker: OpenWorker<MiningForPage> | null = null;

  constructor(private readonly session: Session) {
    this.comparison = session.state(Comparison);
  }

  readFolder(folder: PickedFolder): Promise<void> {
    return this.read(folderFiles(folder).files.map(({ file, path }) => ({ file, path })));
  }

  readFiles(files: readonly File[]): Promise<void> {
    return this.read(files.map((file) => ({ file, path: file.name })));
  }

  /** @param passages NaN: all */
  chooseSample(passages: number): void {
    this.sample = passages >= 1 ? Math.floor(passages) : null;
  }

  private async read(files: readonly { readonly file: File; readonly path: string }[]): Promise<void> {
    if (files.length === 0 || this.busy) return;
    this.input = null;
    this.chosen = files.map(({ path }) => path);
    await this.work('read', async (worker) => {
      const given = files.map((each) => ({ ...each, as: null }));
      const sample = this.sample === null ? null : { passages: this.sample, seed: this.options.seed };
      this.input = await worker.guard(worker.api.read(given, sample, this.listener()));
    });
  }

  choosePreset(preset: PresetChoice): void {
    this.preset = preset;
    this.options = MINING_PRESETS[preset].options;
  }

  setOption<Name extends OptionName>(name: Name, value: MiningOptions[Name]): void {
    this.options = { ...this.options, [name]: value };
  }

  isChanged(name: OptionName): boolean {
    const own: MiningOptions = MINING_PRESETS[this.preset].options;
    return this.options[name] !== own[name];
  }

  /** Mines a source; it enters the session at once. */
  async mine(): Promise<void> {
    if (this.busy || this.input === null) return;
    const parts = partsOf(this.method);
    const { request: encoder } = this.comparison.encoder;
    const bm25: Bm25Settings = BM25_PRESETS[this.bm25];
    const request = {
      name: parts.join('+'),
      parts: parts.map((method) => ({ method, bm25, options: this.options })),
      form: this.form,
      withScores: this.withScores,
    };
    const { device } = this.comparison.settings;
    await this.work('index', async (worker) => {
      const { keepsEmbeddings } = this.comparison.keep;
      const dense = this.needsEncoder && encoder ? { encoder, device, keepsEmbeddings } : null;
      const { bytesHeld, ...made } = await worker.guard(worker.api.mine(request, dense, this.listener()));
      this.bytesHeld = bytesHeld;
      this.mined = [made, ...this.mined];
      await this.enter(made);
    });
  }

  cancel(): void {
    void this.worker?.api.cancel();
  }

  /** The mined file becomes a source of the session. A file of ids stands for texts that the session has not. */
  private async enter({ name, content, card }: MinedFile): Promise<void> {
    if (card.output.form === 'nemo' || card.output.rows === 0) return;
    await this.comparison.sources.add([singleFile(new File([content], name, { type: content.type }))]);
  }

  private listener() {
    return Comlink.proxy((progress: MiningProgress) => {
      if (this.progress !== null) this.progress = progress;
    });
  }

  private async work(
    stage: MiningProgress['stage'],
    ask: (worker: OpenWorker<MiningForPage>) => Promise<void>,
  ): Promise<void> {
    this.notice = null;
    this.progress = { stage, done: 0, total: 0, rate: null, secondsLeft: null };
    this.session.progress = 'mining';
    try {
      this.worker ??= startMiningWorker();
      await ask(this.worker);
    } catch (error) {
      this.notice = noticeOf(error);
      this.dropBroken(error);
    } finally {
      this.progress = null;
      this.session.progress = null;
    }
  }

  /** A worker that broke off is replaced at the next try; the corpus has to be read again. */
  private dropBroken(error: unknown): void {
    if (!(error instanceof Error) || error.name !== 'WorkerBrokenError') return;
    this.worker?.close();
    this.worker = null;
    this.input = null;
  }
}

function partsOf(method: MethodChoice): readonly PartRequest['method'][] {
  return METHODS[method].parts;
}
