/** Metrics after training: the paper's, or those that the user enters. They outlive the page. */

import { BEIR_DATASETS, PAPER_TRAINED, paperAgreement } from '../../experiments/paper';
import { agreementOf, type TrainingView } from '../../experiments/training';
import type { Session } from '../../app/session.svelte';
import { Comparison } from '../comparison.svelte';
import {
  joinTraining,
  readDownstream,
  scoredBlock,
  type DownstreamProblem,
  type ScoredBlock,
} from './downstream';

const PAPER: TrainingView = {
  own: false,
  rows: PAPER_TRAINED,
  datasets: BEIR_DATASETS,
  agreement: paperAgreement(),
};

export class TrainingState {
  chosen = $state<'paper' | 'own'>('paper');
  text = $state('');

  private readonly comparison: Comparison;

  private readonly reading = $derived.by(() => readDownstream(this.text));

  private readonly joined = $derived.by(() => {
    const { table } = this.reading;
    return table ? joinTraining(table, this.blocks) : null;
  });

  readonly problems = $derived.by<readonly DownstreamProblem[]>(() => [
    ...this.reading.problems,
    ...(this.joined?.problems ?? []),
  ]);

  /** The user's figures; null while there are none, or where anything is wrong with them. */
  readonly own = $derived.by<TrainingView | null>(() => {
    const { table } = this.reading;
    if (!table || !this.joined || this.problems.length > 0) return null;
    const { rows } = this.joined;
    return { own: true, rows, datasets: table.datasets, agreement: agreementOf(rows, table.datasets) };
  });

  /** What is shown of score and training; null where the user's figures are chosen and there are none. */
  readonly view = $derived.by<TrainingView | null>(() => {
    return this.chosen === 'paper' ? PAPER : this.own;
  });

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.comparison.lab.downstream = () => this.own;
  }

  /** A table to begin with: a line for each source of the run. */
  get template(): string {
    const names = this.blocks.at(-1)?.sources.map(({ name }) => name) ?? ['bm25', 'dense'];
    return ['source,ArguAna,NFCorpus', ...names.map((name) => `${name},,`)].join('\n');
  }

  /** Scores of the encoders whose weightings were computed, and of the run shown, the latest last. */
  private get blocks(): readonly ScoredBlock[] {
    const { run, lab } = this.comparison;
    const earlier = lab.encoders.flatMap((encoder) => scoredBlock(encoder) ?? []);
    const { finished } = run;
    if (!finished) return earlier;
    const sources = finished.sources.flatMap(({ id, entry: { name, setting } }) => {
      const figures = finished.result.sources.find((source) => source.id === id)?.figures;
      return figures ? [{ name, setting, eci: figures.eci, inversion: figures.inversion_rate }] : [];
    });
    const { encoder } = lab;
    return [...earlier.filter((block) => block.encoder !== encoder), { encoder, sources }];
  }
}
