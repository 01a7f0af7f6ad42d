/** What one kind of experiment shows: each kind is one object of this shape, drawn by ExperimentCell. */

import type { ExperimentId, ExperimentOutcome } from '../../experiments/types';
import type { DataTable } from '../../ui/table';
import type { Phrase } from '../../report/verdict-words';
import type { LabSource } from './sources';

/** A table with what it holds. */
export interface NamedTable {
  /** Part of the name of the files that it is saved as. */
  readonly id: string;
  readonly caption: string;
  readonly table: DataTable;
}

/** The sources of an outcome as they are drawn, in its order. */
export type Drawn = readonly LabSource[];

export interface ExperimentView<K extends ExperimentId> {
  readonly id: K;
  /** Stands as the title while nothing was found. */
  readonly question: string;
  /** One line on what it does, before it is performed. */
  readonly about: string;
  /** What was found, as one sentence without a full stop. */
  readonly title: (outcome: ExperimentOutcome<K>, sources: Drawn) => Phrase;
  /** How to read the chart. */
  readonly how: (outcome: ExperimentOutcome<K>, sources: Drawn) => string;
  readonly draw: (outcome: ExperimentOutcome<K>, sources: Drawn, width: number, label: string) => Element;
  /** The figures behind the chart, all of them. */
  readonly table: (outcome: ExperimentOutcome<K>, sources: Drawn) => DataTable;
  /** Further tables. */
  readonly tables?: (outcome: ExperimentOutcome<K>, sources: Drawn) => readonly NamedTable[];
  /** Sentences below the chart. */
  readonly notes?: (outcome: ExperimentOutcome<K>, sources: Drawn) => readonly string[];
}

/** Ids of the flagged sources among them. */
export function flaggedIds(sources: Drawn): ReadonlySet<number> {
  return new Set(sources.filter(({ flagged }) => flagged).map(({ id }) => id));
}
