/** The pairs shown beside a result, with their texts. */

import { ask, type WorkerAccess } from '../../../app/ask';
import type { Notice } from '../../../app/errors';
import type { WorkerPair } from '../../../app/workers';
import type { PairText } from '../../../candidates/api';
import type { ExamplePair, PairExample } from '../../../engine/types';
import type { RankedSource, RankingView } from '../../../report/ranking';
import type { FinishedRun } from '../../../session/run/runs';
import { askedExamples, insideSources, type AskedExample } from './asked-examples';

/** A pair of a source with its texts, and how many similar pairs the source has. */
export interface ShownExample extends AskedExample {
  readonly pair: ExamplePair;
  readonly texts: PairText;
  readonly alike: number;
  readonly of: number;
}

/** What no reference range can catch: pairs near their positive in sources inside the ranking. */
export interface NearPairs {
  /** Of all sources, and of the references. */
  readonly count: number;
  readonly inReferences: number;
  /** The heaviest one; null if there is none. */
  readonly heaviest: ShownExample | null;
}

export class ExamplesState {
  shown = $state.raw<readonly ShownExample[]>([]);
  near = $state.raw<NearPairs | null>(null);
  notice = $state.raw<Notice | null>(null);
  private turn = 0;

  constructor(private readonly workers: WorkerAccess<WorkerPair>) {}

  /** Fetches the pairs of a result; until they come, those of the earlier one stay. */
  async follow(finished: FinishedRun | null, view: RankingView): Promise<void> {
    const turn = ++this.turn;
    if (!finished?.inEngine || view.verdict === null) {
      this.shown = [];
      this.near = null;
      return;
    }
    const { tau, weighting } = finished.result.settings;
    // A source that was removed since the run has no texts any more.
    const isGone = ({ row }: { readonly row: { readonly id: number } }) =>
      finished.sources.some(({ id, entry }) => id === row.id && entry.removed);
    this.notice = null;
    const asked = askedExamples(view).filter((example) => !isGone(example));
    const insideNow = insideSources(view).filter((row) => !isGone({ row }));
    const inside = insideNow.map((row) => ({ row, rule: 'near-heaviest' as const }));
    const all = [...asked, ...inside];
    const found = await ask(
      this.workers,
      async ({ engine, candidates }) => {
        const examples = await engine.examplePairs({
          tau,
          weighting,
          asked: all.map(({ row, rule }) => ({ source: row.id, rule })),
        });
        const heaviest = heaviestOf(examples.slice(asked.length));
        const chosen = examples.filter(
          ({ pair }, i) => pair !== null && (i < asked.length || i === asked.length + heaviest),
        );
        const texts: PairText[] = [];
        for (const { source, pair } of chosen) {
          if (pair === null) continue;
          const { record, position } = pair;
          texts.push(...(await candidates.pairTexts(source, Int32Array.of(record), Int32Array.of(position))));
        }
        return { examples, chosen, texts, heaviest };
      },
      (notice) => {
        if (turn === this.turn && !all.some(isGone)) this.notice = notice;
      },
    );
    if (turn !== this.turn || found === null) return;
    const { examples, chosen, texts, heaviest } = found;
    const complete = (example: PairExample | undefined, of: AskedExample | undefined): ShownExample[] => {
      const text = example && texts[chosen.indexOf(example)];
      if (!example?.pair || !of || !text) return [];
      return [{ ...of, pair: example.pair, texts: text, alike: example.alike, of: example.of }];
    };
    const nearOnes = examples.slice(asked.length);
    this.shown = asked.flatMap((each, i) => complete(examples[i], each));
    this.near = {
      count: sum(nearOnes.map(({ alike }) => alike)),
      inReferences: sum(nearOnes.map(({ alike }, i) => (isTrusted(view, inside[i]?.row) ? alike : 0))),
      heaviest: complete(nearOnes[heaviest], inside[heaviest])[0] ?? null,
    };
  }
}

/** Index of the heaviest example; −1 if there is none. */
function heaviestOf(examples: readonly PairExample[]): number {
  const weights = examples.map(({ pair }) => pair?.weight ?? -1);
  const most = Math.max(-1, ...weights);
  return most < 0 ? -1 : weights.indexOf(most);
}

/** Without an audit there is no range: every source counts as a reference, and none is trusted. */
function isTrusted({ verdict }: RankingView, row: RankedSource | undefined): boolean {
  return verdict?.audited === true && row?.reference === true;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
