/** The source that the user breaks: what is put in, and what the engine says of it. */

import * as Comlink from 'comlink';

import { ask, type WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import type {
  BrokenFigures,
  BrokenRequest,
  BrokenShortcuts,
  ForeignKind,
  ForeignShares,
} from '../../experiments/broken';
import type { StepProgress } from '../../experiments/runner';
import type { RunState } from '../run/run-state.svelte';
import type { LabState } from './lab-state.svelte';

interface ShownBroken {
  readonly figures: BrokenFigures;
  /** Null while they are looked for. */
  readonly shortcuts: BrokenShortcuts | null;
  /** From asking to the last of them. */
  readonly seconds: number;
}

/** Figures, which come before the shortcuts of the same request. */
interface Begun extends ShownBroken {
  readonly shortcuts: null;
  /** The run and the settings that they are of. */
  readonly of: string;
  readonly rest: Promise<ShownBroken>;
}

interface BrokenAsked extends BrokenRequest {
  /** When the run was done. */
  readonly at: number;
}

type LabForBroken = Pick<LabState, 'sources' | 'base' | 'settings' | 'quick' | 'ongoing' | 'waiting'>;

export class BrokenState {
  shares = $state.raw<ForeignShares>({ random: 0.1, copies: 0, near: 0 });
  private own = $state.raw<number | null>(null);
  private progress = $state.raw<StepProgress & { readonly seconds: number }>(NOT_BEGUN);
  /** While figures are under way it waits for them, and then asks for the latest, which ends the search for shortcuts. */
  private readonly figures: Asked<BrokenAsked, Begun>;
  private readonly whole: Asked<BrokenAsked, ShownBroken>;

  constructor(
    private readonly workers: WorkerAccess<WorkerPair>,
    private readonly run: Pick<RunState, 'finished'>,
    private readonly lab: LabForBroken,
  ) {
    this.figures = new Asked(workers, {
      question: () => this.asked,
      answer: ({ engine }, asked) => this.begin(engine, asked),
    });
    this.whole = new Asked(workers, {
      question: () => this.figures.value && this.asked,
      answer: async () => this.figures.value?.rest ?? Promise.reject(new Error('No figures were begun.')),
    });
  }

  /** Id of the source that is broken. */
  get base(): number {
    return this.lab.sources.find(({ id }) => id === this.own)?.id ?? this.lab.base;
  }

  /** What the sliders asked for last, of this run and its settings; null before the first. */
  get shown(): ShownBroken | null {
    const { last } = this.figures;
    const { asked } = this;
    if (last === null || asked === null || last.of !== inputsOf(asked)) return null;
    return this.whole.last?.figures === last.figures ? this.whole.last : last;
  }

  /** True where all that the sliders ask for is shown. */
  get isCurrent(): boolean {
    return this.whole.value !== null;
  }

  /** How far the request under way is, and its seconds; null while none is. */
  get ongoing(): (StepProgress & { readonly seconds: number }) | null {
    return this.figures.isAsking || this.whole.isAsking ? this.progress : null;
  }

  get notice(): Notice | null {
    return this.figures.notice ?? this.whole.notice;
  }

  /** True where the engine can be asked, nothing else is under way, and it is done soon. */
  get isReady(): boolean {
    const { lab } = this;
    const isFree = lab.ongoing === null && lab.waiting.length === 0;
    return this.asked !== null && isFree && lab.quick.includes('mixing');
  }

  /** What the sliders ask for; null where the engine has no run. */
  private get asked(): BrokenAsked | null {
    const { settings } = this.lab;
    const { finished } = this.run;
    return settings && finished && { at: finished.at, base: this.base, shares: this.shares, settings };
  }

  choose(base: number): void {
    this.own = base;
    void this.follow();
  }

  move(kind: ForeignKind, share: number): void {
    this.shares = { ...this.shares, [kind]: share };
    void this.follow();
  }

  /** Asks for what the sliders say. */
  async follow(): Promise<void> {
    if (await this.figures.ask()) await this.whole.ask();
  }

  /** Ends the request under way; what is shown stays. */
  async cancel(): Promise<void> {
    await ask(
      this.workers,
      ({ engine }) => engine.cancel('broken'),
      () => undefined,
    );
  }

  /** Resolves as soon as the figures are there. */
  private begin(engine: WorkerPair['engine'], { at, ...request }: BrokenAsked): Promise<Begun> {
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    this.progress = NOT_BEGUN;
    return new Promise((resolve, reject) => {
      const onFigures = (figures: BrokenFigures) => {
        const rest = done.then((shortcuts) => ({ figures, shortcuts, seconds: seconds() }));
        // Where other figures are asked for meanwhile, nobody waits for it.
        rest.catch(() => undefined);
        const of = inputsOf({ at, ...request });
        resolve({ figures, shortcuts: null, seconds: seconds(), of, rest });
      };
      const onProgress = (progress: StepProgress) => (this.progress = { ...progress, seconds: seconds() });
      const done = engine.broken(request, Comlink.proxy(onFigures), Comlink.proxy(onProgress));
      done.catch(reject);
    });
  }
}

const NOT_BEGUN = { done: 0, total: 0, seconds: 0 };

/** All that an answer depends on beside what the hand moves. */
function inputsOf({ at, settings }: BrokenAsked): string {
  return JSON.stringify([at, settings]);
}
