/** The Rank page: workers, sources, encoder, settings and the run, and what follows from them together. */

import type { RunRequest } from '../../engine/types';
import type { Report } from '../../report/types';
import { noticeOf, type Notice } from '../errors';
import { CacheState } from './cache-state.svelte';
import { fetchDemo } from './demo';
import { BUNDLED, EncoderState, served } from './encoder-state.svelte';
import { isModelFolder, readDrop } from './picked-folder';
import { rankingView, type ScoredSource } from './ranking-view';
import { reportOfRun } from './run-report';
import { fingerprint } from './run-request';
import { RunState, type RunSource } from './run-state.svelte';
import { SettingsState } from './settings-state.svelte';
import { SourcesState, type SourceEntry } from './sources-state.svelte';
import { WorkerState } from './worker-state.svelte';

export type PagePhase = 'opening' | 'running' | 'done';

export class RankState {
  readonly workers = new WorkerState();
  readonly sources = new SourcesState(this.workers);
  readonly settings: SettingsState;
  readonly encoder: EncoderState;
  readonly run = new RunState(this.workers);
  readonly cache = new CacheState(this.workers);

  /** What the demo is, once it was asked for. */
  demoAbout = $state<string | null>(null);
  fetchingDemo = $state(false);
  notice = $state.raw<Notice | null>(null);

  readonly phase = $derived<PagePhase>(this.run.ongoing ? 'running' : this.run.finished ? 'done' : 'opening');

  /** Why nothing can be ranked now; empty where it can. */
  readonly obstacles = $derived.by(() => {
    if (this.workers.phase === 'failed') return ['A worker failed: start it again.'];
    if (this.sources.entries.length === 0) return ['Load a source first.'];
    const obstacles = [...this.settings.problems];
    if (this.sources.reading) obstacles.push('Files are still being read.');
    if (this.encoder.request === undefined) {
      obstacles.push(this.encoder.inspecting ? 'The encoder is being read.' : 'Choose an encoder.');
    }
    return obstacles;
  });

  /** What "Rank sources" would ask for now; null while something is missing or wrong. */
  private readonly request = $derived.by<RunRequest | null>(() => {
    const settings = this.settings.runSettings(this.sources.normalise);
    const encoder = this.encoder.request;
    if (settings === null || encoder === undefined) return null;
    const sources = this.sources.entries.map((entry) => ({ id: entry.loaded.id, name: entry.name }));
    return { sources, encoder, device: this.settings.device, settings };
  });

  /** True where the result shown is not what "Rank sources" would give now. */
  readonly stale = $derived.by(() => {
    const { finished, ongoing, scores } = this.run;
    if (!finished || ongoing || this.sources.reading) return false;
    if (scores === 'behind') return true;
    if (!this.request || finished.fingerprint !== fingerprint(this.request, this.keys())) return true;
    const { tau, weighting } = finished.result.settings;
    const gating = this.settings.gating;
    return !finished.inEngine && gating !== null && (tau !== gating.tau || weighting !== gating.weighting);
  });

  /** True where files of the result were read anew since: their rejects are no longer those of the result. */
  readonly readAgain = $derived(
    this.run.finished?.sources.some(({ entry, id }) => entry.loaded.id !== id) ?? false,
  );

  /** Ranks, flags and groups of what is shown: the run under way, else the finished one. */
  readonly view = $derived(rankingView(this.scoredSources()));

  constructor(search: string) {
    this.settings = new SettingsState(search);
    this.encoder = new EncoderState(this.workers, this.sources, (tau) =>
      this.settings.suggestTemperature(tau),
    );
    void this.encoder.listModels();
  }

  async rank(): Promise<void> {
    const { request } = this;
    if (this.run.ongoing || this.obstacles.length > 0 || request === null) return;
    const sources = this.sources.entries.map((entry) => ({
      id: entry.loaded.id,
      entry,
      loaded: entry.loaded,
    }));
    await this.run.start(request, sources, fingerprint(request, this.keys()));
  }

  /** Loads the demo's files, marks its reference sources, and ranks with the bundled encoder. */
  async tryDemo(base: string): Promise<void> {
    this.notice = null;
    this.fetchingDemo = true;
    try {
      const demo = await fetchDemo(base);
      this.demoAbout = demo.about;
      await Promise.all([
        this.sources.add(demo.files, demo.notes),
        this.encoder.listModels().then(() => this.encoder.choose(served(BUNDLED))),
      ]);
      for (const entry of this.sources.entries) entry.reference = demo.reference.includes(entry.name);
    } catch (error) {
      this.notice = noticeOf(error);
    } finally {
      this.fetchingDemo = false;
    }
    await this.rank();
  }

  /** Takes what was dropped on the page: candidate files, folders of them, or a model folder. */
  async drop(transfer: DataTransfer): Promise<void> {
    this.notice = null;
    try {
      const { files, folders } = await readDrop(transfer);
      const model = folders.find(isModelFolder);
      const others = folders.filter((folder) => !isModelFolder(folder));
      if (model) void this.encoder.pick(model);
      await this.sources.add([...files, ...others.flatMap((folder) => folder.files.map(({ file }) => file))]);
    } catch (error) {
      this.notice = noticeOf(error);
    }
  }

  /** Forgets a source. A result that shows it keeps its rejects for the report. */
  async removeSource(entry: SourceEntry): Promise<void> {
    const shown = this.run.finished?.sources.some((source) => source.entry === entry);
    if (shown && entry.loaded.counts.rejected > 0) {
      entry.keptRejects = await this.sources.allRejects(entry.loaded.id);
    }
    await this.sources.remove(entry);
  }

  /** New workers after a failure; the files are read again. */
  async startAgain(): Promise<void> {
    this.run.detach();
    try {
      await this.workers.restart();
    } catch {
      return;
    }
    await Promise.all([this.sources.readAgain(false), this.encoder.refresh()]);
  }

  /** The report of the finished run, with the names, settings and references of now. */
  async report(): Promise<Report | null> {
    const finished = await this.run.complete();
    if (!finished) return null;
    const { sources, result } = finished;
    const removed = sources.filter(({ entry }) => !this.sources.entries.includes(entry));
    const reported = sources.map(({ id, loaded, entry }) => {
      const { name, setting, reference } = entry;
      return { id, loaded, name, setting, reference };
    });
    const refused = this.sources.refused.map((entry) => entry.refused);
    const rejects = await this.sources.allRejects(null);
    const kept = removed.flatMap(({ entry }) => entry.keptRejects);
    return reportOfRun(result, reported, refused, [...rejects, ...kept]);
  }

  private keys(): number[] {
    return this.sources.entries.map((entry) => entry.key);
  }

  private scoredSources(): ScoredSource[] {
    const { ongoing, finished } = this.run;
    if (ongoing) {
      return ongoing.sources.map((source) => {
        const last = ongoing.running.get(source.id)?.at(-1);
        return scored(source, {
          records: last?.records ?? 0,
          eci: last?.eci ?? null,
          runningTrace: last?.trace ?? null,
          figures: null,
          histograms: null,
        });
      });
    }
    return (finished?.sources ?? []).map((source) => {
      const shown = finished?.result.sources.find(({ id }) => id === source.id);
      const figures = shown?.figures ?? null;
      return scored(source, {
        records: figures?.records ?? 0,
        eci: figures?.eci ?? null,
        runningTrace: null,
        figures,
        histograms: shown?.histograms ?? null,
      });
    });
  }
}

function scored(
  { entry, loaded }: RunSource,
  figures: Pick<ScoredSource, 'records' | 'eci' | 'runningTrace' | 'figures' | 'histograms'>,
): ScoredSource {
  const { key, name, setting, reference, colour } = entry;
  return { key, name, setting, reference, colour, medianK: loaded.medianK, ...figures };
}
