/** Pairs found in the sources of one file, which of them are to go, and what that means for their records. */

import type { PairNumbers } from '../../app/learn-link';
import type { RemovedPairs } from '../../candidates/clean/types';
import type { PairFindings } from '../../engine/types';

/** One found pair. */
export interface FoundPair {
  /** 0-based place among all pairs found. */
  readonly index: number;
  /** The same from 1 up, as a reader counts. */
  readonly number: number;
  /** Key of the source in the store. */
  readonly source: number;
  readonly record: number;
  readonly position: number;
  /** Index into the list of reasons. */
  readonly reason: number;
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  readonly numbers: PairNumbers;
  /** True where it is to go. */
  readonly chosen: boolean;
}

/** The pairs of one source with the choice made of them. */
interface Part {
  readonly findings: PairFindings;
  /** 1 for each row of the findings that is to go. */
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
   * @param findings what was found, one for each source, ascending by record and position
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
      for (let row = 0; row < part.chosen.length; row++) this.set(part, row, chosen);
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
      .map(({ findings, chosen }) => {
        const { source, records, positions, reasons, rho, eta, psi } = findings;
        const rows = chosenRows(chosen);
        const { length } = rows;
        return {
          source,
          records: take(records, rows, new Int32Array(length)),
          positions: take(positions, rows, new Int32Array(length)),
          reasons: take(reasons, rows, new Uint8Array(length)),
          rho: take(rho, rows, new Float64Array(length)),
          eta: take(eta, rows, new Float64Array(length)),
          psi: take(psi, rows, new Float64Array(length)),
        };
      });
  }

  private set({ findings, chosen, kept }: Part, row: number, value: boolean): void {
    if (chosen[row] === Number(value)) return;
    chosen[row] = Number(value);
    const record = findings.records[row] as number;
    const before = kept[record] as number;
    const after = before + (value ? -1 : 1);
    kept[record] = after;
    this.chosenCount += value ? 1 : -1;
    if (after === 0) this.emptiedCount++;
    if (before === 0) this.emptiedCount--;
  }

  private partOf(index: number): Part | undefined {
    return this.parts.find(({ start, chosen }) => index >= start && index < start + chosen.length);
  }
}

function pairAt({ findings, chosen, start }: Part, index: number): FoundPair {
  const row = index - start;
  return {
    index,
    number: index + 1,
    source: findings.source,
    record: findings.records[row] as number,
    position: findings.positions[row] as number,
    reason: findings.reasons[row] as number,
    rho: findings.rho[row] as number,
    eta: findings.eta[row] as number,
    psi: findings.psi[row] as number,
    numbers: {
      margin: findings.margin[row] as number,
      locality: findings.locality[row] as number,
      distance: findings.distance[row] as number,
      coverage: findings.coverage[row] as number,
    },
    chosen: chosen[row] === 1,
  };
}

/** How many pairs each record has. */
function negativesOfRecords(records: Int32Array): Int32Array {
  const counts = new Int32Array(records.reduce((most, record) => Math.max(most, record), -1) + 1);
  for (const record of records) counts[record] = (counts[record] as number) + 1;
  return counts;
}

function chosenRows(chosen: Uint8Array): Int32Array {
  const rows = new Int32Array(chosen.length);
  let count = 0;
  for (let row = 0; row < chosen.length; row++) if (chosen[row] === 1) rows[count++] = row;
  return rows.subarray(0, count);
}

/** The given rows of a column, in `out`. Plain loops: hundreds of thousands of rows must not hold the page up. */
function take<T extends Int32Array | Uint8Array | Float64Array>(column: T, rows: Int32Array, out: T): T {
  for (let i = 0; i < rows.length; i++) out[i] = column[rows[i] as number] as number;
  return out;
}
