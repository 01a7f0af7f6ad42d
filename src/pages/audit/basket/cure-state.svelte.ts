/** The cure of a run's copies of positives: what it would be without them, and the files without them. */

import * as Comlink from 'comlink';

import { ask } from '../../../app/ask';
import type { Session } from '../../../app/session.svelte';
import type { CleanedFigures } from '../../../engine/types';
import type { AuditState } from '../../../session/audit/audit-state.svelte';
import { MarksState } from '../../../session/audit/marks.svelte';
import type { PairsOfSource } from '../../../session/audit/row-names';
import { Comparison } from '../../../session/comparison.svelte';
import { basketRows, type BasketRow } from './basket-rows';
import type { BasketState } from './basket-state.svelte';

export class CureState {
  /** The copies of the run that was done at this time; null before they are known. */
  private found = $state.raw<{
    readonly at: number;
    readonly pairs: readonly PairsOfSource[];
    readonly after: CleanedFigures | null;
  } | null>(null);

  private readonly comparison: Comparison;
  private readonly marks: MarksState;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.marks = session.state(MarksState);
  }

  /** A row for each source with copies; empty where there is none, or nothing is known yet. */
  get rows(): readonly BasketRow[] {
    const { finished } = this.comparison.run;
    const { found } = this;
    if (!finished || found?.at !== finished.at) return [];
    const sources = this.comparison.view.rows.flatMap(({ id, name, colour, reference, figures }) => {
      const removed = found.pairs.find(({ source }) => source === id)?.records.length ?? 0;
      return figures ? [{ id, name, colour, reference, figures, removed, emptied: 0 }] : [];
    });
    return basketRows(sources, finished.result.certainty.scores, found.after).rows;
  }

  /** Whether every copy is marked to go. */
  get applied(): boolean {
    const { found } = this;
    return (
      found?.pairs.every(({ source, records, positions }) =>
        records.every((record, i) => this.marks.markOf(source, record, positions[i] as number) === 'drop'),
      ) ?? false
    );
  }

  /** Finds the copies of the run in the views, and computes the figures without them. */
  async find(audit: AuditState): Promise<void> {
    const { run } = audit;
    if (!run || !audit.loaded || this.found?.at === run.at) return;
    const pairs = await audit.pairsFound('same_text');
    if (pairs === null) return;
    this.found = { at: run.at, pairs, after: null };
    if (pairs.length === 0) return;
    const { tau, weighting } = run.result.settings;
    const request = {
      tau,
      weighting,
      settings: run.sources.map(({ entry }) => entry.setting),
      references: run.sources.map(({ entry }) => entry.reference),
      removed: pairs.map(({ source, records, positions }) => ({ source, records, positions })),
    };
    const silent = Comlink.proxy(() => undefined);
    // Marks set meanwhile have their own figures computed, which replaces these: then the sentence says no effect.
    const after = await ask(
      this.comparison.workers,
      ({ engine }) => engine.cleaned(request, silent),
      () => undefined,
    );
    if (after && this.found.at === run.at) this.found = { ...this.found, after };
  }

  /** Marks the copies to go and saves the cleaned files, one after the other. */
  async save(basket: BasketState): Promise<void> {
    const { found } = this;
    if (!found) return;
    await this.marks.mark(found.pairs, 'drop');
    const cured = basket.files.subjects.filter(({ sources }) =>
      sources.some(({ id }) => found.pairs.some(({ source }) => source === id)),
    );
    for (const { key } of cured) {
      basket.fileKey = key;
      await basket.write();
    }
  }
}
