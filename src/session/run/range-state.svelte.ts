/** The reference range entered by hand: four figures instead of ticked sources. */

import { AUDIT_STATISTICS, profileOf, type AuditProfile } from '../../scoring/audit';

export type RangeKey = keyof AuditProfile;

/** The figures in the order of a report, each with its words. */
export const RANGE_FIELDS: readonly {
  readonly key: RangeKey;
  readonly sign: string;
  readonly words: string;
}[] = AUDIT_STATISTICS.map(({ edge, sign, name, outside, kind }) => ({
  key: edge,
  sign: kind === 'mean' ? sign : '',
  words: `${outside === 'above' ? 'Largest' : 'Smallest'} ${name}`,
}));

type RangeFigures = Record<RangeKey, number | null>;

const EMPTY = Object.fromEntries(RANGE_FIELDS.map(({ key }) => [key, null])) as RangeFigures;

export interface KeptRange {
  readonly byHand: boolean;
  readonly figures: Readonly<RangeFigures>;
}

export class RangeState {
  /** True where the figures count instead of the ticks. */
  byHand = $state(false);
  figures = $state<RangeFigures>({ ...EMPTY });

  kept(): KeptRange {
    return { byHand: this.byHand, figures: { ...this.figures } };
  }

  restore({ byHand, figures }: KeptRange): void {
    this.byHand = byHand;
    this.figures = { ...figures };
  }

  /** Fields whose figure is missing or not a share. */
  get wrong(): readonly RangeKey[] {
    if (!this.byHand) return [];
    return RANGE_FIELDS.map(({ key }) => key).filter((key) => !isShare(this.figures[key]));
  }

  /** One sentence, or none. */
  get problems(): readonly string[] {
    if (this.wrong.length === 0) return [];
    return ['References: enter all four figures of their range, each from 0 to 1.'];
  }

  /** Null where the ticks count. */
  get entered(): AuditProfile | null {
    const { byHand, figures } = this;
    if (!byHand || this.wrong.length > 0) return null;
    return profileOf(({ edge }) => figures[edge] as number);
  }
}

function isShare(value: number | null | undefined): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
