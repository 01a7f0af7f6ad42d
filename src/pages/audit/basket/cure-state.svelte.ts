/** The cure of a finding: what the run would be without its pairs. */

import { untrack } from 'svelte';

import { Asked } from '../../../app/asked.svelte';
import type { Session } from '../../../app/session.svelte';
import type { Mark } from '../../../candidates/marks/marks';
import type { PairPlaces } from '../../../scoring/pairs';
import { AuditState } from '../../../session/audit/audit-state.svelte';
import { MarksState } from '../../../session/audit/marks.svelte';
import { Comparison } from '../../../session/comparison.svelte';
import type { LosingSource } from '../../../session/removal/before-and-after';
import { Removal } from '../../../session/removal/removal.svelte';
import { curableOf, curedBy, type Curable } from './cure-words';

/** A finding of a run, which may have looked for it only later. */
interface Found {
  readonly run: number;
  readonly leftOut: readonly string[];
  readonly id: Curable;
}

export class CureState {
  private readonly comparison: Comparison;
  private readonly audit: AuditState;
  private readonly marks: MarksState;
  private readonly found: Asked<Found, readonly PairPlaces[]>;
  private readonly removal: Removal<Curable>;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.audit = session.state(AuditState);
    this.marks = session.state(MarksState);
    this.found = new Asked(this.comparison.workers, {
      question: () => this.asked,
      answer: ({ engine }, { id }) => engine.pairsFound(id),
    });
    this.removal = new Removal<Curable>(this.comparison, {
      asker: 'cure',
      which: () => (this.pairs.length > 0 ? this.id : null),
      pairs: (id, engine) => engine.pairsFound(id),
    });
  }

  /** The finding that is cured. */
  get id(): Curable {
    return curableOf(this.audit.place.filter.found);
  }

  /** Each source with such pairs; empty where there is none, or nothing is known yet. */
  get rows(): readonly LosingSource[] {
    return this.removal.beforeAndAfter(this.pairs).rows;
  }

  /** Whether every one of them is marked to go. */
  get applied(): boolean {
    const isLeaving = (mark: Mark | null) => mark === 'drop' || mark === 'false-negative';
    return this.pairs.every(({ source, records, positions }) =>
      records.every((record, i) => isLeaving(this.marks.markOf(source, record, positions[i] as number))),
    );
  }

  /** Looks for the pairs, then asks for the figures without them; in an effect, again whenever they would be others. */
  follow(): void {
    if (this.asked !== null) untrack(() => void this.found.ask());
    this.removal.follow();
  }

  /** Marks the pairs to go. */
  drop(): Promise<void> {
    return this.marks.mark(this.pairs, 'drop', curedBy(this.id));
  }

  private get asked(): Found | null {
    const { finished } = this.comparison.run;
    if (!finished?.inEngine) return null;
    return { run: finished.at, leftOut: Object.keys(finished.result.findings.left_out), id: this.id };
  }

  private get pairs(): readonly PairPlaces[] {
    return this.found.value ?? [];
  }
}
