/** The comparison that all pages show: sources, encoder, settings, the run, and what follows from them. */

import * as Comlink from 'comlink';
import { untrack } from 'svelte';

import type { MadeRequest } from '../experiments/experiment';
import { experimentsNamed } from '../experiments/list';
import type { SessionReport } from '../experiments/result';
import { haveSameQueries } from '../candidates/overlaps';
import type { RunRequest } from '../engine/types';
import type { MinedFile } from '../mining/mining';
import { noticeOf, SeveralGivenError, type Notice } from '../app/errors';
import { Asked } from '../app/asked.svelte';
import { MarksState } from './audit/marks.svelte';
import { BUNDLED, EncoderState, served } from './encoder/encoder-state.svelte';
import { singleFile, type FileEntry } from './files/file-entries.svelte';
import { fetchListed, hasGiven } from './files/listed';
import { readDrop, type PickedFolder } from './encoder/picked-folder';
import { JudgeState } from './judge/judge-state.svelte';
import { LabState } from './lab/lab-state.svelte';
import { resultOf } from '../report/build';
import type { ReadSource } from '../report/evidence';
import type { AuditProfile } from '../scoring/audit';
import { isBarred, rankingOf, runningRanking, type RankedSource } from '../report/ranking';
import { ReportError, auditPlace } from '../report/read';
import { asReport, openReport, type ReportFile } from './files/report-files';
import { askedRun, changesSince, type AskedRun } from './run/changes';
import { RunState } from './run/run-state.svelte';
import { runSource, type FinishedRun, type RunSource } from './run/runs';
import { askedFindings, readSource, readSources, runningView, shownAs } from './result/scored-sources';
import { Inputs } from './inputs/inputs.svelte';
import { LEVEL } from './inputs/table';
import { WEIGHTINGS } from '../scoring/weightings';
import type { SourceShortcut } from '../shortcuts/shortcuts';
import { listInWords, told } from '../ui/words';
import { SourcesState } from './files/sources-state.svelte';
import type { Session } from '../app/session.svelte';
import type { WorkerState } from '../app/worker-state.svelte';

/** DuckDB's start takes seconds of the processor: unasked, it waits until nothing was read or ranked for so long. */
const REST_MS = 10_000;

const UNION_SETTING = 'hybrid';

export interface OpenedReport {
  /** Null where it is the one that was kept with the session. */
  readonly file: string | null;
  readonly report: SessionReport;
}

/** What was mined on this page: its file is nowhere else. */
export interface MinedHere extends MinedFile {
  readonly content: File;
}

export class Comparison {
  readonly workers: WorkerState;
  readonly sources: SourcesState;
  readonly settings: Inputs;
  /** The references' range, where the terminal was given one. */
  range = $state.raw<AuditProfile | null>(null);
  readonly encoder: EncoderState;
  readonly run: RunState;
  readonly lab: LabState;
  readonly marks: MarksState;
  readonly judge: JudgeState;
  /** Shortcuts of the finished run, looked for when their tab is opened; their progress is the share done. */
  readonly shortcuts: Asked<{ readonly at: number }, readonly SourceShortcut[], number>;

  /** True until its files are read and its run begins. */
  fetchingDemo = $state(false);
  notice = $state.raw<Notice | null>(null);
  mined = $state.raw<readonly MinedHere[]>([]);
  mining = $state(false);
  /** Pairs that were dropped on Rank and that Mine reads when it opens. */
  forMining: readonly File[] = [];
  /** A report that is shown in place of the session's own result; null where none is open. */
  opened = $state.raw<OpenedReport | null>(null);
  /** The report of the last result, which is kept with the session. */
  lastReport = $state.raw<SessionReport | null>(null);

  readonly phase = $derived.by(() => {
    const { ongoing, finished } = this.run;
    if (ongoing || this.fetchingDemo) return 'running';
    if (finished) return 'done';
    return this.sources.files.length > 0 || this.sources.reading ? 'files' : 'opening';
  });

  /** Why nothing can be ranked now, one sentence each; empty where it can. */
  readonly obstacles = $derived.by<readonly string[]>(() => {
    const { workers, sources, settings, encoder } = this;
    if (workers.phase === 'failed') return ['A worker failed: start it again.'];
    const isReading = sources.reading !== null;
    if (sources.entries.length === 0) {
      return [isReading ? 'Files are still being read.' : 'Load a source first.'];
    }
    // Only after a failure: sources are loaded only into running workers.
    if (workers.phase === 'starting') return ['The workers are started again.'];
    return told([
      ...settings.problems,
      isReading && 'Files are still being read.',
      encoder.request === undefined &&
        (encoder.inspecting
          ? 'The encoder is being read.'
          : 'Choose an encoder: the one that you will train.'),
    ]);
  });

  /** What "Rank sources" would ask for now; null while something is missing or wrong. */
  readonly request = $derived.by<RunRequest | null>(() => {
    const settings = this.settings.runSettings;
    const encoder = this.encoder.request;
    if (settings === null || encoder === undefined) return null;
    const sources = this.sources.entries.map(({ loaded, name, setting, reference, warnings }) => ({
      id: loaded.id,
      name,
      setting,
      reference,
      misread: warnings.length > 0,
    }));
    const { device, stop: rule, level } = this.settings.values;
    return { sources, encoder, device, settings, stop: { rule, level: level ?? LEVEL } };
  });

  /**
   * What was changed since the result, each as the end of a sentence that begins with "You"; empty if the result is
   * current. Temperature and weighting count only if the figures cannot follow them.
   */
  readonly changes = $derived.by<readonly string[]>(() => {
    const { finished, ongoing, scores } = this.run;
    if (!finished || ongoing || this.sources.reading) return [];
    const { gating } = this.settings;
    const { tau, weighting } = finished.result.settings;
    const behind = scores === 'behind';
    return [
      ...this.regrouped(finished),
      ...(this.request ? changesSince(finished.asked, this.askedOf(this.request)) : ['left an input open']),
      ...(behind && gating && gating.tau !== tau ? [`set τ to ${gating.tau}`] : []),
      ...(behind && gating && gating.weighting !== weighting
        ? [`chose the weighting ${WEIGHTINGS[gating.weighting].formula.replaceAll(' ', '')}`]
        : []),
    ];
  });

  /** True where a run is to begin by itself, once nothing stands in the way. */
  awaitsRun = $state(false);

  readonly stale = $derived.by(
    () => this.changes.length > 0 || (this.run.scores === 'behind' && !this.run.ongoing),
  );

  readonly state = $derived.by(() => {
    const { ongoing, finished, scores } = this.run;
    if (ongoing || this.fetchingDemo) return 'ranking';
    if (!finished) return 'not ranked yet';
    if (this.stale) return 'out of date';
    if (scores === 'updating') return 'being brought up to date';
    return finished.result.stop.ended === 'by-user' ? 'stopped early' : 'current';
  });

  /** True where the result shown is that of all inputs of now, and none of them is being read. */
  get isResultCurrent(): boolean {
    return this.sources.reading === null && ['current', 'stopped early'].includes(this.state);
  }

  /** Why no file can be made of the result now, as a sentence; null where it can. */
  readonly unsavable = $derived.by<string | null>(() => {
    const { finished, scores } = this.run;
    const { entries } = this.sources;
    if (this.workers.phase === 'failed') return 'A worker failed: start it again.';
    if (this.workers.phase !== 'ready') return 'The workers are starting.';
    // Their texts and rejects are no longer those of the result.
    const isOther = ({ id, entry }: RunSource) => entry.loaded.id !== id || !entries.includes(entry);
    const others = finished?.sources.filter(isOther) ?? [];
    if (others.length > 0) {
      const names = listInWords(others.map(({ entry }) => entry.name));
      return `${names}: read again or removed since this result. Rank again, then save.`;
    }
    if (scores === 'updating') return 'The figures are being brought up to date.';
    return scores === 'behind' ? 'The scores could not be brought up to date. Rank again, then save.' : null;
  });

  /** The result of the finished run under the names, settings and references of now; null before there is one. */
  readonly result = $derived.by(() => {
    const { finished } = this.run;
    if (!finished) return null;
    const asked = askedFindings(this.shortcuts.value, this.judge);
    return resultOf(finished.result, readSources(finished), asked, this.range);
  });

  /** The finished run, as it is shown; without sources before there is one. */
  readonly ranked = $derived.by(() => {
    const { result } = this;
    const { finished } = this.run;
    if (!finished || !result) return runningRanking([], null);
    return rankingOf(result, (name, place) => {
      const source = finished.sources.find(({ entry }) => entry.name === name);
      return source ? shownAs(source) : { id: place, key: place, colour: place };
    });
  });

  /** What is shown: the run under way, else the finished one. */
  readonly view = $derived.by(() => (this.run.ongoing ? runningView(this.run.ongoing) : this.ranked));

  get checked(): readonly ReadSource[] {
    return this.sources.entries.flatMap(runSource).map((source) => readSource(source, null));
  }

  readonly rated = $derived.by(() => {
    const { figures, order } = this.judge;
    return (figures?.sources ?? []).flatMap((rate, place) => {
      const row = this.row(order?.sources[place]);
      return row ? [{ row, rate }] : [];
    });
  });

  row(id: number | undefined): RankedSource | undefined {
    return this.view.rows.find((row) => row.id === id);
  }

  get names(): string[] {
    const { rows } = this.view;
    return (rows.length > 0 ? rows : this.sources.entries).map(({ name }) => name);
  }

  get locked(): boolean {
    return this.run.ongoing !== null;
  }

  constructor(session: Session) {
    const { workers, search } = session;
    this.workers = workers;
    this.settings = new Inputs(search);
    this.sources = new SourcesState(workers, this.settings, () => this.locked);
    this.encoder = new EncoderState(this.sources);
    const tell = (progress: Session['progress']) => (session.progress = progress);
    this.run = new RunState(workers, tell, () => this.settings.gating);
    const outside = () => this.view.rows.filter(isBarred).map(({ id }) => id);
    this.lab = new LabState(workers, this.run, tell, outside);
    void this.encoder.listModels();
    this.marks = session.state(MarksState);
    this.judge = new JudgeState(workers, this.run, this.marks, this.settings.values);
    this.shortcuts = new Asked(workers, {
      question: () => this.run.finished && { at: this.run.finished.at },
      answer: ({ engine }, _, progressed) => engine.shortcuts(Comlink.proxy(progressed)),
      cancel: ({ engine }) => engine.cancel('shortcuts'),
    });
    if (hasGiven(search)) void this.openGiven(document.baseURI);
    $effect(() => {
      if (this.sources.entries.length === 0 || this.sources.reading || this.fetchingDemo || this.locked)
        return;
      const timer = setTimeout(() => void workers.fillStore(false).catch(() => undefined), REST_MS);
      return () => clearTimeout(timer);
    });
    // What was judged counts wherever the result is shown.
    $effect(() => {
      const { judge, run } = this;
      void [run.finished?.at, judge.seed];
      if (judge.book.size > 0 && !this.locked) untrack(() => void judge.prepare());
    });
    $effect(() => {
      const choice = this.encoder.selected;
      untrack(() => void this.encoder.inspect(choice));
    });
    // Figures of another temperature, weighting or reference come at once, or after the run if it changed during it.
    $effect(() => this.run.follow());
    $effect(() => {
      const isReady = this.request !== null && this.obstacles.length === 0;
      if (this.awaitsRun && isReady && !this.fetchingDemo && !this.locked) untrack(() => void this.rank());
    });
  }

  async rank(): Promise<void> {
    const { request } = this;
    if (this.locked || this.obstacles.length > 0 || request === null) return;
    this.awaitsRun = false;
    const sources = this.sources.entries.flatMap(runSource);
    await this.run.start(request, sources, this.askedOf(request));
    if (this.opened?.file === null && this.run.finished) this.opened = null;
    await this.lab.performAll(experimentsNamed(this.settings.values.experiments));
  }

  /** Loads the demo's files, marks its reference sources, and ranks with the bundled encoder. */
  async tryDemo(base: string): Promise<void> {
    await this.bringDemo(base);
    await this.rank();
  }

  /** Loads the demo's files, marks its reference sources, and chooses the bundled encoder. */
  async bringDemo(base: string): Promise<void> {
    this.notice = null;
    this.fetchingDemo = true;
    // They start while the files are fetched; WorkerState reports a failure.
    this.workers.ready().catch(() => undefined);
    try {
      const { files, reference } = await fetchListed('demo', base);
      await Promise.all([
        this.sources.add(files),
        this.encoder.listModels().then(() => this.encoder.choose(served(BUNDLED))),
      ]);
      // An address has the last word on whom to trust.
      const trusted = this.sources.trusted ?? reference ?? [];
      for (const entry of this.sources.entries) entry.reference = trusted.includes(entry.name);
    } catch (error) {
      this.notice = noticeOf(error);
    } finally {
      this.fetchingDemo = false;
    }
  }

  /** Reads the files that the command `negscope` was given, and ranks them where an encoder or embeddings came with them. */
  private async openGiven(base: string): Promise<void> {
    try {
      const { files, folders, model, reference } = await fetchListed('given', base);
      if (model) void this.encoder.pick(model);
      const given = files.map(({ file }) => file);
      await this.add(given, folders);
      this.sources.trust(this.sources.trusted ?? reference ?? []);
      if (model === null && this.encoder.request !== null) return;
    } catch (error) {
      this.notice = noticeOf(error);
    }
    await this.rank();
  }

  /** Takes what was dropped on the page: candidate files, folders of them, or a model folder. */
  async drop(transfer: DataTransfer): Promise<void> {
    this.notice = null;
    try {
      const { files, folders } = await readDrop(transfer);
      const { others, refused } = this.encoder.offer(folders);
      await this.add(files, others);
      if (refused) throw refused;
    } catch (error) {
      this.notice = noticeOf(error);
    }
  }

  /** Reads files as candidates, and opens one that is a report; an audit report opens at the tab where it was made. */
  async add(files: readonly File[], folders: readonly PickedFolder[]): Promise<void> {
    this.notice = null;
    const others: File[] = [];
    const reports: ReportFile[] = [];
    for (const file of files) {
      try {
        const report = await asReport(file);
        const place = report && auditPlace(report.json);
        if (place) location.hash = place;
        else if (report) reports.push(report);
        else others.push(file);
      } catch (error) {
        if (error instanceof ReportError) this.notice = noticeOf(error);
        else others.push(file);
      }
    }
    if (others.length > 0 || folders.length > 0) {
      this.opened = null;
      await this.sources.addAll(others, folders);
    }
    const [report, second] = reports;
    try {
      if (second)
        throw new SeveralGivenError(
          reports.map(({ name }) => name),
          'reports',
        );
      if (report) this.opened = { file: report.name, report: await openReport(report) };
    } catch (error) {
      this.notice = noticeOf(error);
    }
  }

  async mine(file: FileEntry): Promise<void> {
    this.forMining = [...this.forMining, file.file];
    await this.sources.removeFile(file);
  }

  /**
   * Makes a source from those of the last run and reads it as a file. A union gets a setting of its own, a control or mixture that
   * of its base. Neither is a reference.
   * @returns the setting
   * @throws NothingRankedError, RunInputError if it cannot be made
   */
  async addMade(request: MadeRequest): Promise<string> {
    const base = request.kind === 'hybrid' ? null : request.base;
    const setting = this.sources.entries.find(({ loaded }) => loaded.id === base)?.setting ?? UNION_SETTING;
    const pair = await this.workers.ready();
    const made = pair.engine.madeSource(request).then((records) => pair.candidates.madeFile(records));
    const { name, content } = await pair.guard(made);
    const given = singleFile(new File([content], name, { type: content.type }));
    await this.sources.add([given]);
    // Others may have been given meanwhile.
    for (const entry of this.sources.entries.filter(({ file }) => file.file === given.file)) {
      entry.setting = setting;
      entry.reference = false;
    }
    return setting;
  }

  /** New workers after a failure; the files are read again, and ranked where they were. */
  async startAgain(): Promise<void> {
    this.awaitsRun = this.run.forget();
    try {
      await this.workers.restart();
    } catch {
      return;
    }
    await this.sources.readIntoFreshStore();
  }

  /** Where sources have different queries, their settings say on which they are scored. */
  private regrouped({ asked, result }: FinishedRun): string[] {
    const { overlap, settings } = result;
    if (overlap === null || settings.queries === 'all' || haveSameQueries(overlap)) return [];
    const moved = this.sources.entries.filter(({ key, setting }) =>
      asked.sources.some((source) => source.key === key && source.setting !== setting),
    );
    return moved.map(({ name, setting }) => `moved ${name} to the setting ${setting}`);
  }

  private askedOf(request: RunRequest): AskedRun {
    return askedRun(request, this.sources.entries, this.settings.asked);
  }
}
