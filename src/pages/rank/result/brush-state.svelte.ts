/** Pairs of a source left out by a range of a gate: what its score and rank become without them. */

import { ask } from '../../../app/ask';
import type { Notice } from '../../../app/errors';
import { auditLink } from '../../../session/audit/audit-link';
import type { Comparison } from '../../../session/comparison.svelte';
import { GATES, type Gate } from '../../../session/result/gate-words';
import { isOutside, type RankedSource } from '../../../report/ranking';
import { countOf, formatScore } from '../../../ui/words';

/** A range of a gate in one source. */
export interface Brush {
  readonly name: string;
  readonly gate: Gate;
  /** Of [0, 1]. */
  readonly from: number;
  readonly to: number;
  /** The source's score without the pairs in it, as in a preview; null before it is known, or where none is left. */
  readonly score: number | null;
  /** Pairs in it; null before they are counted. */
  readonly pairs: number | null;
}

export class BrushState {
  shown = $state.raw<Brush | null>(null);
  notice = $state.raw<Notice | null>(null);
  private asking = false;

  constructor(private readonly comparison: Comparison) {}

  /** Shows a range and asks what its source is without it; one question at a time, then the latest. */
  async draw(name: string, gate: Gate, from: number, to: number): Promise<void> {
    const known = this.shown?.name === name && this.shown.gate === gate ? this.shown : null;
    this.shown = { name, gate, from, to, score: known?.score ?? null, pairs: known?.pairs ?? null };
    if (this.asking) return;
    this.asking = true;
    let asked: Brush | null = null;
    while (this.shown && !isSameRange(asked, this.shown)) {
      asked = this.shown;
      await this.ask(asked);
    }
    this.asking = false;
  }

  /** Asks again: the figures are those of other settings now. */
  again(): void {
    if (this.shown) void this.draw(this.shown.name, this.shown.gate, this.shown.from, this.shown.to);
  }

  clear(): void {
    this.shown = null;
  }

  private async ask({ name, gate, from, to }: Brush): Promise<void> {
    const { run, view, workers } = this.comparison;
    const row = view.rows.find((each) => each.name === name);
    if (!row || !run.finished?.inEngine) return this.clear();
    const { tau, weighting } = run.finished.result.settings;
    const request = { source: row.id, gate, from, to, tau, weighting };
    const found = await ask(
      workers,
      ({ engine }) => engine.leftOut(request),
      (notice) => (this.notice = notice),
    );
    if (found && this.shown?.name === name && this.shown.gate === gate) {
      this.shown = { ...this.shown, score: found.eci, pairs: found.pairs };
    }
  }

  /** `2,859 pairs of dense with η from 0 to 0.10. Without them 0.3708 → ≈ 0.4803, rank 1.` */
  readonly words: string = $derived.by(() => {
    const { shown } = this;
    const group = this.comparison.view.groups.find(({ rows }) =>
      rows.some(({ name }) => name === shown?.name),
    );
    const row = group?.rows.find(({ name }) => name === shown?.name);
    if (!shown || !group || !row || shown.pairs === null) return '';
    const sign = GATES.find(({ id }) => id === shown.gate)?.sign ?? '';
    const which = `${countOf(shown.pairs, 'pair')} of ${shown.name} with ${sign} from ${shown.from.toFixed(2)} to ${shown.to.toFixed(2)}`;
    if (shown.score === null) return `${which}: all it has.`;
    const rank = isOutside(row) || row.rank === null ? '' : `, ${placeInWords(row, group.rows, shown.score)}`;
    return `${which}. Without them ${formatScore(row.eci ?? 0)} → ≈ ${formatScore(shown.score)}${rank}.`;
  });

  /** The pairs in the range. */
  readonly link: string = $derived.by(() => {
    if (!this.shown) return '#audit';
    const { name, gate, from, to } = this.shown;
    return auditLink({ sources: [name], ranges: { [gate]: { from, to } } });
  });
}

function isSameRange(one: Brush | null, other: Brush): boolean {
  return (
    one !== null &&
    one.name === other.name &&
    one.gate === other.gate &&
    one.from === other.from &&
    one.to === other.to
  );
}

/** The place by score among the ranked sources of its setting. */
function placeInWords(row: RankedSource, rows: readonly RankedSource[], score: number): string {
  const others = rows.filter((other) => other.rank !== null && other.key !== row.key);
  return `${1 + others.filter(({ eci }) => (eci ?? 0) > score).length} by score of ${others.length + 1}`;
}
