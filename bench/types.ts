/** What a scenario gives, and what a run of the bench writes down. */

import type { Bench } from './lib/bench.mjs';

export type ScenarioId = 'a' | 'c' | 'd' | 'e' | 'f' | 'g';

export interface BenchOptions {
  /** Sizes of seconds, to see that everything works. */
  readonly quick: boolean;
  /** Texts of scenario a. */
  readonly texts: number;
}

/** A part that was left out, with the reason as a sentence. */
export interface NotRun {
  readonly not_run: string;
}

/** Cells are written out already. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A goal of the project beside what was measured. */
export interface Goal {
  readonly what: string;
  readonly goal: string;
  /** Null: not measured. */
  readonly figure: string | null;
  readonly met: boolean | null;
  /** By how much it is missed and why, or why it was not measured. */
  readonly why: string | null;
}

export interface Scenario<Figures> {
  readonly id: ScenarioId;
  readonly title: string;
  /** How it is measured, for whoever reads the figures. */
  readonly about: string;
  /** @throws NotRunError where something that it needs is not there */
  run(bench: Bench): Promise<Figures>;
  tables(figures: Figures): Table[];
  goals(figures: Figures): Goal[];
}

export type Outcome =
  | { readonly status: 'run'; readonly seconds: number; readonly figures: unknown }
  | { readonly status: 'not run' | 'failed'; readonly reason: string };

export interface Adapter {
  readonly vendor: string;
  readonly architecture: string;
  readonly description: string;
  readonly fallback: boolean;
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memory_bytes: number;
  readonly system: string;
  readonly node: string;
  readonly browser: string;
  /** Null: the browser offers no GPU adapter. */
  readonly adapter: Adapter | null;
  readonly onnxruntime_web: string;
  /** Mean number of processes that wanted a core in the minute before the run, and in its last one. */
  readonly load_before: number;
  readonly load_after: number;
}

export interface BenchResults {
  readonly schema_version: 1;
  readonly created: string;
  readonly negscope: { readonly version: string; readonly commit: string | null };
  readonly options: BenchOptions;
  readonly machine: Machine;
  readonly seconds: number;
  /** In the order of the letters. */
  readonly scenarios: Readonly<Partial<Record<ScenarioId, Outcome>>>;
  readonly goals: Readonly<Partial<Record<ScenarioId, readonly Goal[]>>>;
}

/** Token sequences of one run of an encoder. */
export type Batch = readonly (readonly number[])[];
