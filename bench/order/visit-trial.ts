/**
 * A run until the order is certain, simulated on resampled real files: the engine's own blocks, order sequence and
 * elimination (src/engine/blocks.ts, order-watch.ts, pipeline.ts), with the figures of all records computed beforehand.
 */

import { blocksInOrder, type RecordPlace } from '../../src/engine/blocks';
import { pairsWithin } from '../../src/scoring/certainty/order';
import { differenceSoFar, OrderSequence, type SourceSoFar } from '../../src/scoring/certainty/order-sequence';
import { ratio } from '../../src/scoring/certainty/units';
import { logDetPlusIdentity } from '../../src/scoring/logdet';
import type { RealFile, RealRecord } from './real-file';
import { shuffled } from './trials';

/** A population drawn from a file: its units in the order of the visit. */
export interface Population {
  /** Unit of the file behind each unit. */
  readonly units: Int32Array;
  /** How many earlier units of the population came from the same one. */
  readonly copies: Int32Array;
}

export interface Texts {
  /** Asked for when the run stopped: blocks encoded and tokenised ahead count. */
  readonly used: number;
  readonly total: number;
}

export interface VisitTrial {
  readonly certain: boolean;
  /** Pairs called in the wrong order, against the ECI of the whole population. */
  readonly wrong: number;
  /** Units drawn when the run stopped. */
  readonly units: number;
  readonly total: number;
  readonly records: Texts;
  /** Distinct texts where the copies of a record have texts of their own, and records share them as in the file. */
  readonly shared: Texts;
  /** Distinct texts where no two records of a source share one: only sources do. */
  readonly apart: Texts;
}

/** So many units drawn from the file with replacement, in seeded random order. */
export function resampled(file: RealFile, size: number, random: () => number): Population {
  const drawn = Int32Array.from({ length: size }, () => Math.floor(random() * file.units));
  const seen = new Int32Array(file.units);
  const copies = drawn.map((unit) => {
    const copy = seen[unit] ?? 0;
    seen[unit] = copy + 1;
    return copy;
  });
  const order = shuffled(size, random);
  return {
    units: order.map((i) => drawn[i] ?? 0),
    copies: order.map((i) => copies[i] ?? 0),
  };
}

/** One source over a population, as the sequence sees it, with its matrix so far. */
class SourceTrial {
  readonly sums: Float64Array;
  readonly pairs: Float64Array;
  /** Units that have a record of this source, in the order of the visit. */
  readonly unitOf: Int32Array;
  drawn = 0;
  private readonly triangle: Float64Array;
  private pairsAdded = 0;

  constructor(
    private readonly records: readonly (RealRecord | undefined)[],
    private readonly population: Population,
    private readonly dimension: number,
  ) {
    const total = population.units.length;
    this.sums = new Float64Array(total);
    this.pairs = new Float64Array(total);
    this.triangle = new Float64Array((dimension * (dimension + 1)) / 2);
    this.unitOf = Int32Array.from(population.units.keys()).filter((unit) => this.recordOf(unit));
  }

  recordOf(unit: number): RealRecord | undefined {
    return this.records[this.population.units[unit] ?? -1];
  }

  /** Scores the record of a unit. */
  add(unit: number): void {
    const record = this.recordOf(unit);
    if (!record) return;
    this.sums[unit] = record.sum;
    this.pairs[unit] = record.pairs;
    addTo(this.triangle, record.matrix, 1);
    this.pairsAdded += record.pairs;
  }

  /** ECI of what was added. */
  get eci(): number {
    return eciOf(this.triangle, this.pairsAdded, this.dimension);
  }

  /** ECI of the whole population. */
  get wholeEci(): number {
    const { records, population } = this;
    const times = new Int32Array(records.length);
    for (const unit of population.units) times[unit] = (times[unit] ?? 0) + 1;
    const triangle = new Float64Array(this.triangle.length);
    let pairs = 0;
    for (const [unit, record] of records.entries()) {
      const count = times[unit] ?? 0;
      if (!record || count === 0) continue;
      addTo(triangle, record.matrix, count);
      pairs += count * record.pairs;
    }
    return eciOf(triangle, pairs, this.dimension);
  }

  soFar(eci: number): SourceSoFar {
    return { sums: this.sums, pairs: this.pairs, eci, drawn: this.drawn };
  }
}

/**
 * @param settings the setting of each source: only sources of one setting are compared
 * @param level probability with which all orders called are right
 */
export function visitTrial(
  file: RealFile,
  population: Population,
  settings: readonly string[],
  level: number,
): VisitTrial {
  const total = population.units.length;
  const sources = file.records.map((records) => new SourceTrial(records, population, file.dimension));
  const blocks = blocksInOrder(
    sources.map((source) => ({
      priorities: Float64Array.from(source.unitOf, (unit) => unit / total),
      pairs: (record) => source.pairs[source.unitOf[record] ?? -1] ?? 0,
    })),
    true,
  );
  const pairs = pairsWithin(settings);
  const alpha = (1 - level) / pairs.length;
  const sequence = new OrderSequence(pairs, total, level);
  const asked = new AskedTexts(sources, population, file.passages);
  const truth = sources.map(({ wholeEci }) => wholeEci);
  const unitOf = ({ source, record }: RecordPlace) => sources[source]?.unitOf[record] ?? total;
  let wrong = 0;
  /** Asks for the texts of a block, without the sources that are placed by now. */
  const prepare = (index: number) => {
    const skipped = new Set([...sources.keys()].filter((s) => sequence.isPlaced(s)));
    const visits = (blocks[index] ?? []).filter(({ source }) => !skipped.has(source));
    for (const visit of visits) asked.add(visit.source, unitOf(visit));
    return { skipped, visits };
  };
  const ahead = [prepare(0), prepare(1)];
  let units = 0;
  for (const index of blocks.keys()) {
    ahead.push(prepare(index + 2));
    const { skipped, visits } = ahead[index] ?? prepare(index);
    for (const visit of visits) sources[visit.source]?.add(unitOf(visit));
    const next = blocks[index + 1]?.[0];
    units = next ? unitOf(next) : total;
    for (const [s, source] of sources.entries()) if (!skipped.has(s)) source.drawn = units;
    if (!next) break;
    const traces = sources.map((source) => source.soFar(ratio(source, source.drawn)));
    if (traces.some(({ eci }) => Number.isNaN(eci)) || !sequence.mightSettle(traces)) continue;
    const before = [...sequence.settled];
    const soFar = sources.map((source) => source.soFar(source.eci));
    sequence.update(soFar);
    for (const [i, pair] of pairs.entries()) {
      if (sequence.settled[i] === null || before[i] !== null) continue;
      const { a, b } = differenceSoFar(pair, soFar, Infinity, alpha);
      if ((truth[a] ?? NaN) <= (truth[b] ?? NaN)) wrong++;
    }
    if (sequence.allSettled) break;
  }
  return { certain: sequence.allSettled, wrong, units, total, ...asked.counts() };
}

/** Distinct texts and records that a run asked for. */
class AskedTexts {
  private records = 0;
  private readonly queries = new Set<number>();
  /** Passages by copy and id, and by unit and id. */
  private readonly shared = new Set<number>();
  private readonly apart = new Set<number>();

  /** @param passages ids are below it */
  constructor(
    private readonly sources: readonly SourceTrial[],
    private readonly population: Population,
    private readonly passages: number,
  ) {}

  add(source: number, unit: number): void {
    this.records++;
    this.queries.add(unit);
    const copy = this.population.copies[unit] ?? 0;
    for (const passage of this.sources[source]?.recordOf(unit)?.passages ?? []) {
      this.shared.add(copy * this.passages + passage);
      this.apart.add(unit * this.passages + passage);
    }
  }

  counts(): Pick<VisitTrial, 'records' | 'shared' | 'apart'> {
    const { queries, population, passages } = this;
    const units = population.units.length;
    const copies = 1 + population.copies.reduce((most, copy) => Math.max(most, copy), 0);
    const seen = new Uint8Array(copies * passages);
    const lastUnit = new Int32Array(passages).fill(-1);
    const total = { records: 0, shared: 0, apart: 0 };
    for (let unit = 0; unit < units; unit++) {
      const copy = population.copies[unit] ?? 0;
      for (const source of this.sources) {
        const record = source.recordOf(unit);
        if (!record) continue;
        total.records++;
        for (const passage of record.passages) {
          const at = copy * passages + passage;
          if (seen[at] === 0) total.shared++;
          seen[at] = 1;
          if (lastUnit[passage] !== unit) total.apart++;
          lastUnit[passage] = unit;
        }
      }
    }
    return {
      records: { used: this.records, total: total.records },
      shared: { used: queries.size + this.shared.size, total: units + total.shared },
      apart: { used: queries.size + this.apart.size, total: units + total.apart },
    };
  }
}

/** sum += count · matrix. */
function addTo(sum: Float64Array, matrix: Float64Array, count: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + count * (matrix[i] ?? 0);
}

/** log det(I + Î) of a sum of matrices. @param triangle upper triangle, row by row, without gaps */
function eciOf(triangle: Float64Array, pairs: number, dimension: number): number {
  const information = new Float64Array(dimension * dimension);
  let at = 0;
  for (let i = 0; i < dimension; i++) {
    for (let j = i; j < dimension; j++, at++) information[i * dimension + j] = (triangle[at] ?? 0) / pairs;
  }
  return logDetPlusIdentity(information, dimension);
}
