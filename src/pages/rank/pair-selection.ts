/** Pairs found in the sources of one file, which of them are to go, and what that means for their records. */

import type { RemovedPairs } from '../../candidates/export/types';
import type { PairFindings } from '../../engine/types';

/** One found pair. */
export interface FoundPair {
  /** 0-based place among all pairs found. */
  readonly index: number;
  /** Key of the source in the store. */
  readonly source: number;
  readonly record: number;
  readonly position: number;
  /** Index into the list of reasons. */
  readonly reason: number;
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  /** True where it is to go. */
  readonly chosen: boolean;
}

/** The pairs of one source with the choice made of them. */
interface Part {
  readonly findings: PairFindings;
  /** Rows of the findings, ascending by record and position. */
  readonly order: Int32Array;
  /** 1 for each row of `order` that is to go. */
  readonly chosen: Uint8Array;
  /** How many negatives each record keeps. */
  readonly kept: Int32Array;
  /** Place of the first row among the pairs of all parts. */
  readonly start: number;
}

/**
 * Changes in place. The pairs of a record that were not found stay, so a record is emptied where as many of its pairs
 * are chosen as it has.
 */
export class PairSelection {
  /** Pairs found. */
  readonly found: number;
  /** Pairs of the sources looked through. */
  readonly of: number;
  readonly sources: number;
  private readonly parts: readonly Part[];
  private chosenCount = 0;
  private emptiedCount = 0;

  /**
   * @param findings what was found, one for each source
   * @param whole all pairs of the same sources, to know how many negatives each record has
   * @param chosen whether all of them are to go at first, or none
   */
  constructor(findings: readonly PairFindings[], whole: readonly PairFindings[], chosen: boolean) {
    let start = 0;
    this.parts = findings.map((each) => {
      const size = each.records.length;
      const all = whole.find(({ source }) => source === each.source);
      const part: Part = {
        findings: each,
        order: ascending(each),
        chosen: new Uint8Array(size),
        kept: negativesOfRecords(all?.records ?? each.records),
        start,
      };
      start += size;
      return part;
    });
    this.found = start;
    this.of = findings.reduce((sum, each) => sum + each.of, 0);
    this.sources = findings.length;
    if (chosen) this.chooseAll(true);
  }

  /** Pairs that are to go. */
  get chosen(): number {
    return this.chosenCount;
  }

  /** Records that lose all their negatives. */
  get emptied(): number {
    return this.emptiedCount;
  }

  choose(index: number, chosen: boolean): void {
    const part = this.partOf(index);
    if (part) this.set(part, index - part.start, chosen);
  }

  chooseAll(chosen: boolean): void {
    for (const part of this.parts)
      for (let row = 0; row < part.order.length; row++) this.set(part, row, chosen);
  }

  /** Pairs from one place to before another, source by source, each in file order. */
  rows(from: number, to: number): FoundPair[] {
    const rows: FoundPair[] = [];
    for (let index = Math.max(0, from); index < Math.min(to, this.found); index++) {
      const part = this.partOf(index);
      if (part) rows.push(pairAt(part, index));
    }
    return rows;
  }

  /** The pairs that are to go, by source; sources of which none goes are left out. */
  removed(): RemovedPairs[] {
    return this.parts
      .filter(({ chosen }) => chosen.includes(1))
      .map(({ findings, order, chosen }) => {
        const rows = order.filter((_row, i) => chosen[i] === 1);
        const pick = <T extends Int32Array | Uint8Array | Float64Array>(column: T, into: T): T => {
          rows.forEach((row, i) => (into[i] = column[row] as number));
          return into;
        };
        const { length } = rows;
        return {
          source: findings.source,
          records: pick(findings.records, new Int32Array(length)),
          positions: pick(findings.positions, new Int32Array(length)),
          reasons: pick(findings.reasons, new Uint8Array(length)),
          rho: pick(findings.rho, new Float64Array(length)),
          eta: pick(findings.eta, new Float64Array(length)),
          psi: pick(findings.psi, new Float64Array(length)),
        };
      });
  }

  private set({ findings, order, chosen, kept }: Part, row: number, value: boolean): void {
    if (chosen[row] === Number(value)) return;
    chosen[row] = Number(value);
    const record = findings.records[order[row] as number] as number;
    const before = kept[record] as number;
    const after = before + (value ? -1 : 1);
    kept[record] = after;
    this.chosenCount += value ? 1 : -1;
    if (after === 0) this.emptiedCount++;
    if (before === 0) this.emptiedCount--;
  }

  private partOf(index: number): Part | undefined {
    return this.parts.find(({ start, order }) => index >= start && index < start + order.length);
  }
}

function pairAt({ findings, order, chosen, start }: Part, index: number): FoundPair {
  const row = order[index - start] as number;
  return {
    index,
    source: findings.source,
    record: findings.records[row] as number,
    position: findings.positions[row] as number,
    reason: findings.reasons[row] as number,
    rho: findings.rho[row] as number,
    eta: findings.eta[row] as number,
    psi: findings.psi[row] as number,
    chosen: chosen[index - start] === 1,
  };
}

/** How many pairs each record has. */
function negativesOfRecords(records: Int32Array): Int32Array {
  const counts = new Int32Array(records.reduce((most, record) => Math.max(most, record), -1) + 1);
  for (const record of records) counts[record] = (counts[record] as number) + 1;
  return counts;
}

function ascending({ records, positions }: PairFindings): Int32Array {
  const order = Int32Array.from(records, (_record, i) => i);
  return order.sort(
    (a, b) =>
      (records[a] as number) - (records[b] as number) || (positions[a] as number) - (positions[b] as number),
  );
}
