/** The state of the Rank page itself. */

import { tick } from 'svelte';

import { focusHeading, focusOn } from '../../app/focus';
import { cautions } from '../../report/verdict-words';
import { WEIGHTING_IDS } from '../../scoring/weightings';
import type { Comparison } from '../../session/comparison.svelte';
import { GIVEN } from '../../session/encoder/encoder-state.svelte';
import { longEmbeddingsPlan, runPlan } from './inputs/run-plan';
import { pictureOf } from './result/pictures';
import { fromParameters, toParameters } from './result/play-link';

/** Made with the page's component: its effects end with it. */
export class RankState {
  /** Whether the sheet of inputs is open beside a result. */
  inputsOpen = $state(false);

  readonly shown: boolean = $derived.by(() => !['opening', 'files'].includes(this.comparison.phase));
  /** A run goes on, failed, or would give something that is not shown: only then are its buttons there. */
  readonly rankable: boolean = $derived.by(() => {
    const { run, stale, phase, fetchingDemo } = this.comparison;
    if (fetchingDemo) return false;
    return phase !== 'done' || stale || run.notice !== null;
  });
  /** What a run would do, in a sentence; may be empty. */
  readonly plan: string = $derived.by(() => {
    const { sources, settings, encoder, run, phase, stale } = this.comparison;
    if (phase !== 'files' && !(this.inputsOpen && stale)) return '';
    const dimension = encoder.selected === GIVEN ? encoder.givenDimension : null;
    const { sample } = settings.values;
    const parts = [
      runPlan(sources.entries, settings, run.finished, this.shared),
      longEmbeddingsPlan(sources.entries, dimension, sample, settings.firstNegatives),
    ];
    return parts.filter((part) => part !== '').join(' ');
  });
  /** How many queries a run would compare the sources on; null where they differ by setting, or each source has its own. */
  private readonly shared: number | null = $derived.by(() => {
    const { sources, overlap } = this.comparison;
    const [first, ...others] = sources.entries.map(({ setting }) => setting);
    return first === undefined || others.some((each) => each !== first) ? null : overlap.sharedBy(first);
  });
  /** The setting of the result shown, as parameters of the address; null where there is none, or while it moves. */
  readonly setting: URLSearchParams | null = $derived.by(() => {
    const { run, sources } = this.comparison;
    if (!run.finished || run.ongoing || run.scores !== 'current') return null;
    const { tau, weighting } = run.finished.result.settings;
    const trusted = sources.entries.filter(({ reference }) => reference).map(({ name }) => name);
    return toParameters({ tau, weighting, trusted });
  });

  constructor(private readonly comparison: Comparison) {
    $effect(() => {
      if (comparison.opened) void tick().then(focusHeading);
    });
  }

  /** Takes the setting that an address names. */
  take(parameters: URLSearchParams): void {
    if (parameters.toString() === this.setting?.toString()) return;
    const { settings } = this.comparison;
    const { tau, weighting, trusted } = fromParameters(parameters, WEIGHTING_IDS);
    if (tau !== undefined && tau !== settings.values.tau) settings.setTemperature(tau);
    if (weighting !== undefined) settings.values.weighting = weighting;
    if (trusted) this.comparison.awaitReferences(trusted);
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

  /** The figure as an SVG file, with headline and conditions; empty if there is no result. */
  picture(figure: SVGSVGElement | undefined): string {
    const { view, stale } = this.comparison;
    const { result } = view;
    if (result === null || figure === undefined) return '';
    return pictureOf(figure, view, result, cautions({ ...result, outOfDate: stale }));
  }
}
