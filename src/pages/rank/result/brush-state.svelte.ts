/** Pairs of a source left out by a range of a gate: what its score and rank become without them. */

import { Asked } from '../../../app/asked.svelte';
import type { LeftOut, LeftOutRequest } from '../../../engine/types';
import { auditLink } from '../../../session/audit/audit-link';
import type { Comparison } from '../../../session/comparison.svelte';
import { GATES, type GateId } from '../../../scoring/pair-gates';
import { isOutside, type RankedSource } from '../../../report/ranking';
import { countOf, formatScore } from '../../../ui/words';

/** A range of a gate in one source. */
interface Drawn {
  readonly name: string;
  readonly gate: GateId;
  /** Of [0, 1]. */
  readonly from: number;
  readonly to: number;
}

export interface Brush extends Drawn {
  /** The source's score without the pairs in the last range asked for, as in a preview; null where none is left or known. */
  readonly score: number | null;
}

interface BrushAsked extends LeftOutRequest {
  /** When the run was done. */
  readonly at: number;
}

/** What is needed of the session. */
type BrushedPage = Pick<Comparison, 'workers'> & {
  readonly run: Pick<Comparison['run'], 'finished' | 'scores'>;
  readonly view: Pick<Comparison['view'], 'rows' | 'groups'>;
};

export class BrushState {
  /** The source without the pairs in the range. While a hand draws, the figures of the last range stay. */
  readonly without: Asked<BrushAsked, LeftOut & { readonly asked: BrushAsked }>;
  private drawn = $state.raw<Drawn | null>(null);

  constructor(private readonly page: BrushedPage) {
    this.without = new Asked(page.workers, {
      question: () => this.asked,
      answer: async ({ engine }, asked) => ({ ...(await engine.leftOut(asked)), asked }),
    });
  }

  draw(name: string, gate: GateId, from: number, to: number): void {
    this.drawn = { name, gate, from, to };
  }

  clear(): void {
    this.drawn = null;
  }

  get shown(): Brush | null {
    return this.drawn && { ...this.drawn, score: this.found?.eci ?? null };
  }

  /** `2,859 pairs of dense with η from 0 to 0.10. Without them 0.3708 → ≈ 0.4803, rank 1.` */
  get words(): string {
    const { found } = this;
    const group = this.page.view.groups.find(({ rows }) => rows.some(({ id }) => id === found?.asked.source));
    const row = group?.rows.find(({ id }) => id === found?.asked.source);
    if (!found || !group || !row) return '';
    const { gate, from, to } = found.asked;
    const sign = GATES.find(({ id }) => id === gate)?.sign ?? '';
    const which = `${countOf(found.pairs, 'pair')} of ${row.name} with ${sign} from ${from.toFixed(2)} to ${to.toFixed(2)}`;
    if (found.eci === null) return `${which}: all it has.`;
    const rank = isOutside(row) || row.rank === null ? '' : `, ${placeInWords(row, group.rows, found.eci)}`;
    return `${which}. Without them ${formatScore(row.eci ?? 0)} → ≈ ${formatScore(found.eci)}${rank}.`;
  }

  /** The pairs in the range. */
  get link(): string {
    if (!this.drawn) return '#audit';
    const { name, gate, from, to } = this.drawn;
    return auditLink({ sources: [name], ranges: { [gate]: { from, to } } });
  }

  /** Null without a range, and while the figures of the page are not settled. */
  private get asked(): BrushAsked | null {
    const { finished, scores } = this.page.run;
    const row = this.page.view.rows.find(({ name }) => name === this.drawn?.name);
    if (!this.drawn || !row || !finished?.inEngine || scores !== 'current') return null;
    const { tau, weighting } = finished.result.settings;
    const { gate, from, to } = this.drawn;
    return { at: finished.at, source: row.id, gate, from, to, tau, weighting };
  }

  /** The last answer, if only its range may be another than the one drawn. */
  private get found() {
    const { asked } = this;
    const { last } = this.without;
    return asked !== null && last !== null && isOfSame(last.asked, asked) ? last : null;
  }
}

function isOfSame(one: BrushAsked, other: BrushAsked): boolean {
  return JSON.stringify({ ...one, from: 0, to: 0 }) === JSON.stringify({ ...other, from: 0, to: 0 });
}

/** The place by score among the ranked sources of its setting. */
function placeInWords(row: RankedSource, rows: readonly RankedSource[], score: number): string {
  const others = rows.filter((other) => other.rank !== null && other.key !== row.key);
  return `${1 + others.filter(({ eci }) => (eci ?? 0) > score).length} by score of ${others.length + 1}`;
}
