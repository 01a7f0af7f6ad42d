/** The cure of a finding: what the run would be without its pairs, and the files without them. */

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
import { curedBy, type Curable } from './cure-words';

export class CureState {
  /** The pairs of a finding, of the run that was done at this time; null before they are known. */
  private found = $state.raw<{
    readonly at: number;
    readonly id: Curable;
    readonly pairs: readonly PairsOfSource[];
    readonly after: CleanedFigures | null;
  } | null>(null);

  private readonly comparison: Comparison;
  private readonly marks: MarksState;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.marks = session.state(MarksState);
  }

  /** The finding that is cured. */
  get id(): Curable {
    return this.found?.id ?? 'same_text';
  }

  /** A row for each source with such pairs; empty where there is none, or nothing is known yet. */
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

  /** Whether every one of them is marked to go. */
  get applied(): boolean {
    const { found } = this;
    return (
      found?.pairs.every(({ source, records, positions }) =>
        records.every((record, i) => this.marks.markOf(source, record, positions[i] as number) === 'drop'),
      ) ?? false
    );
  }

  /** Finds the pairs of a finding in the views, and computes the figures without them. */
  async find(audit: AuditState, id: Curable): Promise<void> {
    const { run } = audit;
    if (!run || !audit.loaded || (this.found?.at === run.at && this.found.id === id)) return;
    const pairs = await audit.pairsFound(id);
    if (pairs === null) return;
    const found = { at: run.at, id, pairs, after: null };
    this.found = found;
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
    if (after && this.found === found) this.found = { ...found, after };
  }

  /** Marks the pairs to go and saves the cleaned files. */
  async save(basket: BasketState): Promise<void> {
    const { found } = this;
    if (!found) return;
    await this.marks.mark(found.pairs, 'drop', curedBy(found.id));
    const cured = basket.files.subjects.filter(({ sources }) =>
      sources.some(({ id }) => found.pairs.some(({ source }) => source === id)),
    );
    await basket.write(cured.map(({ key }) => key));
  }
}
