/** What a scenario gives, and what a run of the bench writes down. */

import type { Bench } from './lib/bench.mjs';

export type ScenarioId = 'load' | 'demo' | 'strip' | 'mining' | 'certainty' | 'kernels';

/** One figure: the less, the better. */
export interface Line {
  /** The same in every run: by it two runs are compared. */
  readonly what: string;
  /** `times`: a ratio to another program on the same machine. */
  readonly unit: 'seconds' | 'times' | 'bytes' | 'share';
  /** Null: not measured; `note` says why. */
  readonly figure: number | null;
  /** The goal; null where the project has set none. */
  readonly most: number | null;
  readonly note: string | null;
}

export interface Scenario {
  readonly id: ScenarioId;
  /** How it is measured, for whoever reads the figures. */
  readonly about: string;
  run(bench: Bench): Promise<Line[]>;
}

export type Outcome =
  | { readonly status: 'run'; readonly seconds: number; readonly lines: readonly Line[] }
  | { readonly status: 'failed'; readonly reason: string };

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memory_bytes: number;
  readonly system: string;
  readonly browser: string;
  /** Mean number of processes that wanted a core in the minute before the run, and in its last one. */
  readonly load: readonly [number, number];
}

export interface BenchResults {
  readonly schema_version: 2;
  readonly created: string;
  readonly negscope: { readonly version: string; readonly commit: string | null };
  /** Sizes of seconds, to see that everything works. */
  readonly quick: boolean;
  readonly machine: Machine;
  readonly scenarios: Readonly<Partial<Record<ScenarioId, Outcome>>>;
}
