/** The state of the Rank page itself. */

import { tick } from 'svelte';

import { focusHeading, focusOn } from '../../app/focus';
import { rankingOf, type RankedSource, type RankingView } from '../../report/ranking';
import type { Comparison } from '../../session/comparison.svelte';
import { showHowRead } from './files/focus';
import { fromParameters, toParameters } from './result/play-link';

const SCORE = { current: 'ECI', updating: 'ECI (updating)', behind: 'ECI (not current)' } as const;

/** Made with the page's component: its effects end with it. */
export class RankState {
  /** Whether the inputs are unfolded over a result. */
  inputsOpen = $state(false);

  /** A ranking of the session is there, of a run under way or of a result. */
  readonly shown: boolean = $derived.by(() => !['opening', 'files'].includes(this.comparison.phase));
  /** What is shown: an opened report, else the session's ranking. */
  readonly view: RankingView = $derived.by(() => {
    const { opened, view } = this.comparison;
    return opened ? rankingOf(opened.report) : view;
  });
  /** The pairs of what is shown are in memory. */
  readonly linked: boolean = $derived.by(() => !this.comparison.opened && this.comparison.phase === 'done');
  /** When what is shown was ranked, in milliseconds since 1970. */
  readonly at: number = $derived.by(() => {
    const { opened, run } = this.comparison;
    return opened ? Date.parse(opened.report.created) : (run.finished?.at ?? NaN);
  });
  /** Title of the score. */
  readonly score: string = $derived.by(() => SCORE[this.linked ? this.comparison.run.scores : 'current']);
  /** A run goes on, failed, or would give something that is not shown: only then are its buttons there. */
  readonly rankable: boolean = $derived.by(() => {
    const { run, stale, phase, fetchingDemo, opened } = this.comparison;
    if (fetchingDemo || phase === 'opening' || (opened && opened.file !== null)) return false;
    return phase !== 'done' || stale || run.notice !== null;
  });
  /** The setting of the result shown, as parameters of the address; null where there is none, or while it moves. */
  readonly setting: URLSearchParams | null = $derived.by(() => {
    const { run, sources } = this.comparison;
    if (!run.finished || run.ongoing || run.scores !== 'current') return null;
    const trusted = sources.entries.filter(({ reference }) => reference).map(({ name }) => name);
    return toParameters(run.finished.result.settings, trusted);
  });

  constructor(readonly comparison: Comparison) {
    $effect(() => {
      if (comparison.opened) void tick().then(focusHeading);
    });
  }

  /** Takes the setting that an address names. */
  take(parameters: URLSearchParams): void {
    if (parameters.toString() === this.setting?.toString()) return;
    const { settings } = this.comparison;
    const { values, trusted } = fromParameters(parameters);
    Object.assign(settings.values, values);
    if (trusted) this.comparison.sources.trust(trusted);
  }

  /** Ranks, then moves the focus to the result. */
  async rank(): Promise<void> {
    this.inputsOpen = false;
    scrollTo({ top: 0 });
    const { run } = this.comparison;
    const before = run.finished;
    await this.comparison.rank();
    await tick();
    if (run.finished !== before) focusOn('result');
  }

  /** Ranks the first so many negatives of each record. */
  rankFirst(negatives: number): void {
    this.comparison.settings.values.negatives = negatives;
    if (this.comparison.obstacles.length === 0) void this.rank();
  }

  /** The user looked at the pairs of a source and ranks it, or takes that back. */
  look({ key }: RankedSource): void {
    const entry = this.comparison.sources.entries.find((each) => each.key === key);
    if (entry) entry.lookedAt = !entry.lookedAt;
  }

  /** Unfolds the inputs at the form that reads a file another way. */
  async reread(fileKey: number): Promise<void> {
    this.inputsOpen = true;
    await tick();
    showHowRead(fileKey);
  }

  /** Reads the rest of a run that stopped early: its embeddings are at hand, so only what is new is encoded. */
  async goOn(): Promise<void> {
    this.comparison.settings.values.stop = 'all';
    await this.rank();
  }

  /** Ranks the demo; the reading goes on at its headline. */
  async tryDemo(): Promise<void> {
    scrollTo({ top: 0 });
    const done = this.comparison.tryDemo(document.baseURI);
    await tick();
    focusOn('result');
    await done;
  }

  drop(transfer: DataTransfer): void {
    if (this.shown) this.inputsOpen = true;
    void this.comparison.drop(transfer);
  }

  /** Shows the session again in place of an opened report. */
  async closeReport(): Promise<void> {
    this.comparison.opened = null;
    await tick();
    focusHeading();
  }
}
