/** What the Mine page holds: the corpus that was read, how to mine, and what was mined. */

import * as Comlink from 'comlink';

import { noticeOf, type Notice } from '../../app/errors';
import { startMiningWorker } from '../../app/workers';
import type { Session } from '../../app/session.svelte';
import { unpackedText } from '../../candidates/read/head';
import type { RequestForm } from '../../judge/batch-api';
import { emptyNotes, type InputSummary } from '../../mining/notes';
import { neededModels, type MinedFile, type Mining } from '../../mining/mining';
import type { MiningProgress } from '../../mining/progress';
import { readModel, type ModelIdentity } from '../../identity';
import { bm25Settings, type Bm25Preset } from '../../mining/search/bm25';
import { comparedWith, readCard, requestOfCard } from '../../mining/card';
import type { MethodId, Remade, SourceRequest } from '../../mining/card';
import type { FormId } from '../../mining/forms';
import { PROMPT_DEFAULTS } from '../../mining/llm';
import {
  MINING_PRESETS,
  optionFaults,
  scaleNotes,
  type MiningOptions,
  type OptionName,
} from '../../mining/options';
import type { WordCut } from '../../mining/search/words';
import type { Comparison, MinedHere } from '../../session/comparison.svelte';
import { CrossState } from '../../session/cross/cross-state.svelte';
import { singleFile, withShownName } from '../../session/files/file-entries.svelte';
import { folderFiles } from '../../session/files/folder-files';
import { readDrop, type PickedFolder } from '../../session/encoder/picked-folder';
import { KeepState } from '../../session/persist.svelte';
import type { OpenWorker } from '../../worker';

export const METHODS: Readonly<Record<MethodId, string>> = { bm25: 'BM25', dense: 'Dense' };

export type PresetChoice = keyof typeof MINING_PRESETS;

/** Characters of texts that a tab may hold. */
const MOST_CHARACTERS = 2 ** 28;

/** What enters the session. The user chooses a format where a file is saved. */
const SESSION_FORM: FormId = 'flag-embedding';

interface ChosenFile {
  readonly file: File;
  readonly path: string;
  /** Of an evaluation: what is relevant in it never becomes a negative. */
  readonly as: 'evaluation' | null;
  /** Ticked: mined for beside the training split too. */
  readonly anySplit: boolean;
}

/** The steps of the page. What goes wrong is said in the step where it was begun. */
export type Step = 'corpus' | 'how' | 'result';

interface Reading {
  /** Passages to keep beside the positives; null: all. */
  readonly sample: number | null;
  /** Least grade of a positive. */
  readonly relevant: number;
  readonly seed: number;
}

export class MineState {
  /** What was chosen, in order. */
  files = $state.raw<readonly ChosenFile[]>([]);
  input = $state.raw<InputSummary | null>(null);
  reading = $state.raw<Reading>({ sample: null, relevant: 1, seed: 0 });
  method = $state<MethodId>('bm25');
  bm25 = $state<Bm25Preset>('bm25s');
  /** Null: the preset's. */
  tokens = $state<WordCut | null>(null);
  preset = $state<PresetChoice>('paper');
  /** Options that the user set away from a preset's value; they hold under every preset. */
  private own = $state.raw<Partial<MiningOptions>>({});
  /** What the prompt for a language model is filled with. */
  prompt = $state.raw(PROMPT_DEFAULTS);
  progress = $state.raw<(MiningProgress & { readonly step: Step }) | null>(null);
  notice = $state.raw<{ readonly step: Step; readonly notice: Notice } | null>(null);
  remade = $state.raw<(Remade & { readonly card: string }) | null>(null);

  readonly keep: KeepState;
  readonly comparison: Comparison;
  readonly cross: CrossState;
  readonly options = $derived.by<MiningOptions>(() => ({
    ...MINING_PRESETS[this.preset].options,
    ...this.own,
  }));
  /** The options that differ from the preset's. */
  readonly changed = $derived.by<readonly OptionName[]>(() => {
    const preset: MiningOptions = MINING_PRESETS[this.preset].options;
    return (Object.keys(preset) as OptionName[]).filter((name) => this.options[name] !== preset[name]);
  });
  readonly bm25Settings = $derived.by(() => bm25Settings(this.bm25, this.tokens));
  /** Whole sentences. */
  readonly faults = $derived.by(() => optionFaults(this.options));
  /** What of the options means little for the method, a sentence each. */
  readonly scaleNotes = $derived.by(() => scaleNotes(this.method, this.options));
  readonly busy = $derived.by(() => this.progress !== null);
  /** What is still to be chosen before mining, as a sentence; null where nothing is. */
  readonly lacking = $derived.by(() => {
    if (this.input === null)
      return this.files.length === 0 || this.busy
        ? 'Choose a corpus first.'
        : 'Read the files first: remove or correct the one that is refused.';
    return this.lackingModel(this.request);
  });

  private worker: OpenWorker<Mining> | null = null;

  constructor(private readonly session: Session) {
    this.keep = session.state(KeepState);
    this.comparison = this.keep.comparison;
    this.cross = session.state(CrossState);
  }

  readFolder(folder: PickedFolder): Promise<void> {
    return this.add(folderFiles(folder).files);
  }

  readFiles(files: readonly File[], as: ChosenFile['as'] = null): Promise<void> {
    return this.add(files.map(byName), as);
  }

  /** Reads the pairs that Rank has given. */
  readWaiting(): void {
    const files = this.comparison.forMining;
    this.comparison.forMining = [];
    if (files.length > 0) void this.readFiles(files);
  }

  removeFile(path: string): Promise<void> {
    this.files = this.files.filter((each) => each.path !== path);
    return this.readAgain();
  }

  /** Mines for another split beside the training one, or leaves it out. */
  chooseSplit(path: string, anySplit: boolean): Promise<void> {
    this.files = this.files.map((each) => (each.path === path ? { ...each, anySplit } : each));
    return this.readAgain();
  }

  /** Takes what was dropped on the page: a corpus, and a model folder. */
  async drop(transfer: DataTransfer): Promise<void> {
    try {
      const { files, folders } = await readDrop(transfer);
      const { others, refused } = this.comparison.encoder.offer(folders);
      await this.add([...files.map(byName), ...others.flatMap((folder) => folderFiles(folder).files)]);
      if (refused) throw refused;
    } catch (error) {
      this.say('corpus', error);
    }
  }

  /** Reads again with another sample or grade. @param value NaN: all passages, or grade 1 */
  readWith(name: 'sample' | 'relevant', value: number): void {
    const none = name === 'sample' ? null : 1;
    this.reading = { ...this.reading, [name]: value >= 1 ? Math.floor(value) : none };
    void this.readAgain();
  }

  setOption<Name extends OptionName>(name: Name, value: MiningOptions[Name]): void {
    const own = { ...this.own, [name]: value };
    if (value === MINING_PRESETS[this.preset].options[name]) Reflect.deleteProperty(own, name);
    this.own = own;
  }

  /** Mines a source; it enters the session at once. @returns whether there is one */
  async mine(): Promise<boolean> {
    if (this.busy || this.lacking !== null) return false;
    const mined = await this.work('how', 'index', async (worker) => {
      const made = await this.mineBy(worker, this.request);
      if (made.card.output.negatives === 0) throw new NothingMinedError(made);
      await this.enter(made);
      return true;
    });
    return mined ?? false;
  }

  /** Forgets a mined source, here and in the session. */
  async remove(mined: MinedHere): Promise<void> {
    this.comparison.mined = this.comparison.mined.filter((each) => each !== mined);
    const { sources } = this.comparison;
    const own = sources.files.find(({ file }) => file === mined.content);
    if (own) await sources.removeFile(own);
  }

  /** Makes the file of a card again, from the files that were chosen. */
  async remake(file: File): Promise<void> {
    if (this.busy || this.files.length === 0) return;
    this.remade = null;
    await this.work('result', 'read', async (worker) => {
      const recipe = readCard(await unpackedText(file));
      const request = requestOfCard(recipe);
      const lacking = this.lackingModel(request);
      const how = 'Step 2 asks for an encoder once Dense is ticked, for a cross-encoder by score_by.';
      if (lacking !== null) throw new NotYetError(`${file.name} cannot be made again yet. ${lacking} ${how}`);
      const { sample, relevant } = recipe.corpus;
      const asCard = { sample: sample?.passages ?? null, relevant, seed: sample?.seed ?? this.reading.seed };
      const isSame = JSON.stringify(asCard) === JSON.stringify(this.reading);
      this.reading = asCard;
      const input = isSame && this.input !== null ? this.input : await this.readChosen(worker);
      const made = await this.mineBy(worker, request);
      this.remade = { card: file.name, ...comparedWith(recipe, input.files, made.card) };
      await this.enter(made);
    });
  }

  /** The paper's prompt for every record; null where that failed. */
  prompts(form: RequestForm, model: string): Promise<Blob | null> {
    const settings = { ...this.prompt, num_negatives: this.options.num_negatives };
    return this.work('result', 'write', (worker) => worker.guard(worker.api.prompts(settings, form, model)));
  }

  /** The negatives that a language model wrote become a source. */
  async readReplies(file: File): Promise<void> {
    if (this.busy) return;
    const { num_negatives } = this.options;
    await this.work('result', 'read', async ({ guard, api }) => {
      await this.enter(await guard(api.replies(file, this.freeName('llm'), SESSION_FORM, num_negatives)));
    });
  }

  /** A source in a format; null where that failed. */
  async inForm(made: MinedHere, form: FormId, withScores: boolean): Promise<MinedFile | null> {
    const { output, source } = made.card;
    if (output.form === form && output.with_scores === withScores) return made;
    if (this.busy) return null;
    return this.work('result', 'write', ({ guard, api }) => guard(api.inForm(source, form, withScores)));
  }

  cancel(): void {
    void this.worker?.api.cancel();
  }

  private get request(): SourceRequest {
    const { method, bm25Settings: bm25, options } = this;
    return {
      name: this.freeName([method, this.preset, options.num_negatives, ...this.changedWords()].join('-')),
      method,
      bm25,
      options,
      form: SESSION_FORM,
      withScores: true,
    };
  }

  /** What was changed beside the number of negatives, such as `relative-margin-0.05`. */
  private changedWords(): string[] {
    return this.changed
      .filter((name) => name !== 'num_negatives')
      .map((name) => {
        const words = name.replaceAll('_', '-');
        const value = this.options[name];
        if (value === true) return words;
        return value === null || value === false ? `no-${words}` : `${words}-${value}`;
      });
  }

  /** The model that a request needs and that is not chosen, as a sentence. */
  private lackingModel(request: SourceRequest): string | null {
    const needed = neededModels(request);
    if (needed.encoder && !this.comparison.encoder.request) return 'Choose an encoder first.';
    return needed.crossEncoder && this.cross.source === null ? 'Choose a cross-encoder first.' : null;
  }

  /** The name, or with a number where a mined source has it already. */
  private freeName(name: string): string {
    const taken = this.comparison.mined.map(({ card }) => card.source);
    const names = [name, ...taken.map((_, i) => `${name}-${i + 2}`)];
    return names.find((each) => !taken.includes(each)) as string;
  }

  /** Adds files to those that were chosen; one with the path of another takes its place. */
  private async add(
    files: readonly Pick<ChosenFile, 'file' | 'path'>[],
    as: ChosenFile['as'] = null,
  ): Promise<void> {
    if (files.length === 0) return;
    if (this.busy) {
      this.say('corpus', new NotYetError('Files are being read or mined. Add more once that is done.'));
      return;
    }
    const added = files.map(({ path }) => path);
    const chosen = files.map(({ file, path }) => ({ file, path, as, anySplit: false }));
    this.files = [...this.files.filter(({ path }) => !added.includes(path)), ...chosen];
    await this.readAgain();
  }

  /** Reads the chosen files as the page says now. */
  async readAgain(): Promise<void> {
    if (this.busy) return;
    if (this.files.length === 0) {
      this.input = null;
      this.notice = null;
      return;
    }
    this.reading = { ...this.reading, seed: this.options.seed };
    await this.work('corpus', 'read', (worker) => this.readChosen(worker));
  }

  private async readChosen(worker: OpenWorker<Mining>): Promise<InputSummary> {
    this.input = null;
    const { sample, relevant, seed } = this.reading;
    const given = this.files.filter(({ as }) => as === null);
    const evaluation = this.files.filter(({ as }) => as === 'evaluation');
    const settings = {
      sample: sample === null ? null : { passages: sample, seed },
      relevant,
      mostCharacters: MOST_CHARACTERS,
    };
    const input = await worker.guard(worker.api.read(given, evaluation, settings, this.listener()));
    this.input = input;
    return input;
  }

  private async mineBy(worker: OpenWorker<Mining>, request: SourceRequest): Promise<MinedFile> {
    const { encoder, settings } = this.comparison;
    const models = {
      encoder: encoder.request
        ? {
            encoder: encoder.request,
            device: settings.values.device,
            keepsEmbeddings: this.keep.keepsEmbeddings,
          }
        : null,
      crossEncoder: this.cross.source,
    };
    this.comparison.mining = true;
    try {
      return await worker.guard(worker.api.mine(request, models, this.listener()));
    } finally {
      this.comparison.mining = false;
    }
  }

  /** The mined file becomes a source of the session. */
  private async enter(made: MinedFile): Promise<void> {
    const content = withShownName(new File([made.content], made.name, { type: made.content.type }));
    this.comparison.mined = [{ ...made, content }, ...this.comparison.mined];
    const { output, parts } = made.card;
    if (output.rows === 0) return;
    const { sources } = this.comparison;
    await sources.add([singleFile(content)]);
    const entries = sources.entries.filter((entry) => entry.file.file === content);
    for (const entry of entries) entry.margin = marginEncoder(parts);
  }

  private listener() {
    return Comlink.proxy((progress: MiningProgress) => {
      if (this.progress !== null) this.progress = { ...progress, step: this.progress.step };
    });
  }

  /** What the worker gives; null, with a notice, where it fails. */
  private async work<T>(
    step: Step,
    stage: MiningProgress['stage'],
    ask: (worker: OpenWorker<Mining>) => Promise<T>,
  ): Promise<T | null> {
    this.notice = null;
    this.progress = { step, stage, done: 0, total: 0, rate: null, secondsLeft: null };
    this.session.progress = 'mining';
    try {
      this.worker ??= startMiningWorker();
      return await ask(this.worker);
    } catch (error) {
      this.say(step, error);
      if (error instanceof Error && error.name === 'WorkerBrokenError') {
        // It is replaced at the next try; the corpus has to be read again.
        this.worker?.close();
        this.worker = null;
        this.input = null;
      }
      return null;
    } finally {
      this.progress = null;
      this.session.progress = null;
    }
  }

  say(step: Step, error: unknown): void {
    this.notice = { step, notice: noticeOf(error) };
  }
}

const byName = (file: File) => ({ file, path: file.name });

/** The encoder of a dense source whose negatives all score below their positive by a margin; null of any other. */
function marginEncoder([part]: MinedFile['card']['parts']): ModelIdentity | null {
  if (!part?.encoder || part.options.score_by !== 'miner') return null;
  const { relative_margin, absolute_margin } = part.options;
  return relative_margin === null && absolute_margin === null ? null : readModel(part.encoder);
}

class NothingMinedError extends Error {
  override readonly name = 'NothingMinedError';

  constructor({ card }: MinedFile) {
    super(`${['No query has a negative', ...card.parts.flatMap(emptyNotes)].join('. ')}.`);
  }
}

class NotYetError extends Error {
  override readonly name = 'NotYetError';
}
