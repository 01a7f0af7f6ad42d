/** What the Rank page holds beside the session: the panel of the inputs, a question that stands, what follows by itself. */

import { tick, untrack } from 'svelte';

import { focusOn } from '../../app/focus';
import { cautions, phraseText, verdictInWords } from '../../report/verdict-words';
import type { Comparison } from '../../session/comparison.svelte';
import { svgPicture, svgText } from '../../ui/picture';
import { GIVEN } from '../../session/encoder/encoder-state.svelte';
import { longEmbeddingsPlan, runPlan } from './inputs/run-plan';
import { conditions, intervalInWords } from './result/state-line';

/** How long a temperature stands before a run under way begins anew with it. */
const SETTLING_MS = 500;

/** Made while the page's component is: what follows by itself lives as long as the page is shown. */
export class RankState {
  /** Whether the inputs stand open beside a result; before there is one they are the page. */
  inputsOpen = $state(false);
  /** True from a result that was not audited until the next run: its headline asks which sources are trusted. */
  asking = $state(false);

  readonly shown: boolean = $derived.by(() => !['opening', 'files'].includes(this.comparison.phase));
  /** What a run would do, in a sentence; empty where that is not said. */
  readonly plan: string = $derived.by(() => {
    const { sources, settings, encoder, run, phase, stale } = this.comparison;
    if (phase !== 'files' && !(this.inputsOpen && stale)) return '';
    const dimension = encoder.selected === GIVEN ? encoder.givenDimension : null;
    const sample = settings.sampled ? settings.sampleSize : null;
    const parts = [
      runPlan(sources.entries, settings, run.finished),
      longEmbeddingsPlan(sources.entries, dimension, sample),
    ];
    return parts.filter((part) => part !== '').join(' ');
  });
  /** The sources of a result that nothing was held against, by score; the ticks stay while they are answered. */
  readonly askedOf = $derived.by(() => {
    const { view, run } = this.comparison;
    return view.groups.flatMap(({ rows }) =>
      rows.flatMap(({ key }) => run.finished?.sources.find(({ entry }) => entry.key === key)?.entry ?? []),
    );
  });

  /** What the headline of a result leaves out, in sentences; empty while there is none. */
  readonly detail: string = $derived.by(() => {
    const { phase, view } = this.comparison;
    return phase === 'done' && view.verdict ? verdictInWords(view.verdict).detail.join(' ') : '';
  });

  constructor(private readonly comparison: Comparison) {
    this.followInputs();
    this.followScores();
    this.followResult();
  }

  /** Ranks; the keyboard goes on at the result once that is there. */
  async rank(): Promise<void> {
    this.inputsOpen = false;
    scrollTo({ top: 0 });
    const { run } = this.comparison;
    const before = run.finished;
    await this.comparison.rank();
    await tick();
    if (run.finished !== before) focusOn('result');
  }

  drop(transfer: DataTransfer): void {
    if (this.shown) this.inputsOpen = true;
    void this.comparison.drop(transfer);
  }

  /** The figure shown, under the headline and over what the result was made with; empty where there is none. */
  picture(figure: SVGSVGElement | undefined): string {
    const { view, order, stale, run } = this.comparison;
    const { verdict } = view;
    if (run.finished === null || verdict === null || figure === undefined) return '';
    const stated = conditions(run.finished.result).map(({ word, value }) => `${word} ${value}`.trim());
    const lines = [
      [...stated, ...(order ? [intervalInWords(order)] : [])].join(' · '),
      ...cautions({ ...verdict, outOfDate: stale }),
    ];
    return svgText(svgPicture(figure, phraseText(verdictInWords(verdict).headline), lines.join('\n')));
  }

  /** The chosen encoder is looked at, what a run needs is prepared, and the table of rejects follows the files. */
  private followInputs(): void {
    const { comparison } = this;
    $effect(() => {
      const choice = comparison.encoder.selected;
      untrack(() => void comparison.encoder.inspect(choice));
    });
    $effect(() => {
      if (comparison.sources.files.length > 0) comparison.prepare();
    });
    $effect(() => {
      const { version } = comparison.sources;
      untrack(() => {
        if (version > 0) void comparison.rejects.refresh();
      });
    });
  }

  /** Figures follow temperature and weighting, intervals the scores. */
  private followScores(): void {
    const { comparison } = this;
    // At once, and after a run those that changed while it went on.
    $effect(() => {
      const { gating } = comparison.settings;
      const { ongoing } = comparison.run;
      untrack(() => {
        if (gating && !ongoing) comparison.run.recompute(gating);
      });
    });
    // The intervals once the scores are there.
    $effect(() => {
      const { intervalsBehind, scores } = comparison.run;
      untrack(() => {
        if (intervalsBehind && scores === 'current') void comparison.run.updateIntervals();
      });
    });
    // Chosen while a run goes on: it begins anew with it, from the embeddings that it has made.
    $effect(() => {
      if (!comparison.gatedOtherwise) return;
      const timer = setTimeout(() => void comparison.rankAnew(), SETTLING_MS);
      return () => clearTimeout(timer);
    });
  }

  /** A run whose result is not audited asks; the question stays until the next run. */
  private followResult(): void {
    const { comparison } = this;
    $effect(() => {
      const { finished, ongoing } = comparison.run;
      const { verdict } = comparison.view;
      if (ongoing || !finished) this.asking = false;
      else if (verdict && !verdict.audited && verdict.sources.length > 1) this.asking = true;
    });
  }
}
