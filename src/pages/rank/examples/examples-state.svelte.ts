/** The pairs shown beside a result, with their texts. */

import { Asked } from '../../../app/asked.svelte';
import type { WorkerPair } from '../../../app/workers';
import type { PairText } from '../../../candidates/api';
import type { ExamplePair, ExampleRequest, PairExample } from '../../../engine/types';
import type { RankedSource } from '../../../report/ranking';
import type { Comparison } from '../../../session/comparison.svelte';
import { textsOf } from '../../../session/pairs/pair-texts';
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

interface ExamplesAsked extends ExampleRequest {
  /** When the run was done. */
  readonly at: number;
  /** So many are shown; of the others, pairs near their positive, the heaviest. */
  readonly shown: number;
}

interface Example extends PairExample {
  /** Null where there is no pair, or it is not shown. */
  readonly texts: PairText | null;
}

type ExamplesPage = Pick<Comparison, 'workers' | 'view'> & {
  readonly run: Pick<Comparison['run'], 'finished' | 'ongoing' | 'scores'>;
};

export class ExamplesState {
  readonly asked: Asked<ExamplesAsked, { readonly shown: number; readonly examples: readonly Example[] }>;

  constructor(private readonly page: ExamplesPage) {
    this.asked = new Asked(page.workers, {
      question: () => this.question,
      answer: async (pair, asked) => ({ shown: asked.shown, examples: await readExamples(pair, asked) }),
    });
  }

  /** False where they are of other settings, whose room they keep until the next ones come. */
  get isCurrent(): boolean {
    return this.asked.value !== null;
  }

  get shown(): readonly ShownExample[] {
    const { last } = this;
    return (last?.examples.slice(0, last.shown) ?? []).flatMap((example) => this.complete(example));
  }

  /** Null before they are known. */
  get near(): NearPairs | null {
    const { last } = this;
    const { rows, verdict } = this.page.view;
    if (last === null) return null;
    const near = last.examples.slice(last.shown);
    // Without an audit there is no range: every source counts as a reference, and none is trusted.
    const isTrusted = (source: number) =>
      verdict?.audited === true && rows.find(({ id }) => id === source)?.reference === true;
    return {
      count: sum(near.map(({ alike }) => alike)),
      inReferences: sum(near.map(({ source, alike }) => (isTrusted(source) ? alike : 0))),
      heaviest: near.flatMap((example) => this.complete(example))[0] ?? null,
    };
  }

  private get last() {
    return this.question && this.asked.last;
  }

  /** Null while the figures of the page are not there. */
  private get question(): ExamplesAsked | null {
    const { run, view } = this.page;
    const { finished, ongoing } = run;
    if (!finished?.inEngine || ongoing || view.verdict === null) return null;
    const { tau, weighting } = finished.result.settings;
    // A source that was removed since the run has no texts any more.
    const isThere = ({ id }: RankedSource) =>
      !finished.sources.some((source) => source.id === id && source.entry.removed);
    const shown = askedExamples(view).filter(({ row }) => isThere(row));
    const inside = insideSources(view).filter(isThere);
    const asked = [
      ...shown.map(({ row, rule }) => ({ source: row.id, rule })),
      ...inside.map(({ id }) => ({ source: id, rule: 'near-heaviest' as const })),
    ];
    return { at: finished.at, shown: shown.length, tau, weighting, asked };
  }

  private complete({ source, rule, pair, texts, alike, of }: Example): ShownExample[] {
    const row = this.page.view.rows.find(({ id }) => id === source);
    return row && pair && texts ? [{ row, rule, pair, texts, alike, of }] : [];
  }
}

/** The examples, with the texts of those that are shown. */
async function readExamples(
  { engine, candidates }: WorkerPair,
  { tau, weighting, asked, shown }: ExamplesAsked,
): Promise<Example[]> {
  const examples = await engine.examplePairs({ tau, weighting, asked });
  const heaviest = shown + heaviestOf(examples.slice(shown));
  const read = examples.flatMap(({ source, pair }, i) =>
    pair !== null && (i < shown || i === heaviest) ? [{ i, source, ...pair }] : [],
  );
  const texts = await textsOf(read, candidates);
  return examples.map((example, i) => ({
    ...example,
    texts: texts[read.findIndex((each) => each.i === i)] ?? null,
  }));
}

/** Index of the heaviest example; 0 if there is none. */
function heaviestOf(examples: readonly PairExample[]): number {
  const weights = examples.map(({ pair }) => pair?.weight ?? -1);
  return Math.max(0, weights.indexOf(Math.max(...weights)));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
