/** Contaminated files, made on the pair columns of real ones: one draw of queries and of passages after the other. */

import { effectiveUnits, FEWEST_UNITS } from '../../../../src/scoring/certainty/intervals';
import { meanOf, type UnitSums } from '../../../../src/scoring/certainty/units';
import { seededRandom } from '../../../../src/scoring/random';
import {
  cornerOf,
  DRAWN_A_QUERY,
  DRAWN_PASSAGES,
  foreignShare,
  isUnrelated,
  randomLooking,
  type Corner,
  type RandomLooking,
  type ShareInterval,
} from '../../../../src/scoring/random-looking';
import type { PairColumns } from '../../../../src/scoring/pairs';
import type { RealFiles, RealSource } from './real-files';

/** As src/engine/drawn-passages.ts draws. */
const MOST_QUERIES = 2000;

/** A source of a trial: a real one, of whose pairs a share is replaced by passages drawn from all files. */
export interface Mix {
  readonly source: string;
  readonly share: number;
}

export function clean(names: readonly string[]): Mix[] {
  return names.map((source) => ({ source, share: 0 }));
}

/** Every record of the first source with every passage: what a drawn passage would be to it. */
export class CrossedFiles {
  private readonly rowOfQuery: ReadonlyMap<number, number>;
  private readonly records: ReadonlyMap<string, readonly (readonly number[])[]>;

  private constructor(
    readonly files: RealFiles,
    private readonly first: RealSource,
    private readonly all: PairColumns,
  ) {
    this.rowOfQuery = new Map(Array.from(first.queries, (query, row) => [query, row]));
    this.records = new Map(files.sources.map((source) => [source.name, recordsByUnit(source, files.units)]));
  }

  static async of(files: RealFiles): Promise<CrossedFiles> {
    const { passages } = files;
    const [first] = files.sources as [RealSource];
    const offsets = Int32Array.from({ length: first.queries.length + 1 }, (_, row) => row * passages);
    const negatives = Int32Array.from({ length: first.queries.length * passages }, (_, i) => i % passages);
    return new CrossedFiles(files, first, await files.columnsOf({ ...first, offsets, negatives }));
  }

  get queries(): number {
    return this.first.queries.length;
  }

  rowsOf(unit: number): readonly number[] {
    return this.recordsOf(this.first.name, unit);
  }

  recordsOf(source: string, unit: number): readonly number[] {
    return this.records.get(source)?.[unit] ?? [];
  }

  rowOf(query: number): number {
    return this.rowOfQuery.get(query) ?? 0;
  }

  /** The place of a row's pair with a passage. */
  place(row: number, passage: number): number {
    return row * this.files.passages + passage;
  }

  /** The place of a row's pair with any passage but its positive. */
  draw(row: number, random: () => number): number {
    for (;;) {
      const place = this.place(row, Math.floor(random() * this.files.passages));
      if (!this.isPositive(place)) return place;
    }
  }

  isPositive(place: number): boolean {
    const { passages } = this.files;
    return this.first.positives[Math.floor(place / passages)] === place % passages;
  }

  isIn(place: number, corner: Corner): number {
    return inCorner(this.all, place, corner);
  }

  cornerOf(places: readonly number[]): Corner {
    const only = (column: Float64Array) => Float64Array.from(places, (place) => column[place] as number);
    const { locality, distance, coverage } = this.all;
    return cornerOf({ locality: only(locality), distance: only(distance), coverage: only(coverage) });
  }
}

function recordsByUnit(source: RealSource, units: number): number[][] {
  const byUnit = Array.from({ length: units }, (): number[] => []);
  source.units.forEach((unit, record) => byUnit[unit]?.push(record));
  return byUnit;
}

function inCorner({ locality, distance, coverage }: PairColumns, pair: number, corner: Corner): number {
  return Number(
    isUnrelated(locality[pair] as number, distance[pair] as number, coverage[pair] as number, corner),
  );
}

/** Units drawn with replacement, a sample of passages, and the corner that follows. */
export class Draw {
  private readonly random: () => number;
  private readonly units: Int32Array;
  private readonly corner: Corner;
  private readonly known = new Map<string, UnitSums>();
  readonly drawn: UnitSums;

  /** @param queries about so many; null: as many as the files have */
  constructor(
    readonly crossed: CrossedFiles,
    seed: number,
    queries: number | null,
  ) {
    const random = seededRandom(seed);
    this.random = random;
    const { units } = crossed.files;
    const count = queries === null ? units : Math.round((queries * units) / crossed.queries);
    this.units = Int32Array.from({ length: count }, () => Math.floor(random() * units));
    const places = this.drawPassages();
    this.corner = crossed.cornerOf(places.flat());
    this.drawn = {
      sums: Float64Array.from(this.units, (_, at) =>
        (places[at] ?? []).reduce((sum, place) => sum + crossed.isIn(place, this.corner), 0),
      ),
      pairs: Float64Array.from(this.units, (_, at) => places[at]?.length ?? 0),
    };
  }

  /** Of each unit, the places of its queries' pairs with drawn passages. */
  private drawPassages(): number[][] {
    const { random, crossed } = this;
    const all = crossed.files.passages;
    const sample = Int32Array.from({ length: all }, (_, passage) => passage);
    const size = Math.min(DRAWN_PASSAGES, all);
    const next = (k: number, of: number) => {
      const j = k + Math.floor(random() * (of - k));
      const passage = sample[j] as number;
      sample[j] = sample[k] as number;
      sample[k] = passage;
      return passage;
    };
    for (let k = 0; k < size; k++) next(k, all);
    let asked = 0;
    return Array.from(this.units, (unit) => {
      if (asked >= MOST_QUERIES) return [];
      return crossed.rowsOf(unit).flatMap((row) => {
        asked++;
        return Array.from({ length: Math.min(DRAWN_A_QUERY, size) }, (_, k) =>
          crossed.place(row, next(k, size)),
        ).filter((place) => !crossed.isPositive(place));
      });
    });
  }

  /** Pairs in the corner by unit. @param tag sources of other tags are drawn anew */
  sumsOf({ source, share }: Mix, tag: number): UnitSums {
    const key = [source, share, share > 0 && tag].join('/');
    const sums = this.known.get(key) ?? this.count(this.crossed.files.source(source), share);
    this.known.set(key, sums);
    return sums;
  }

  private count(source: RealSource, share: number): UnitSums {
    const { corner, crossed, random } = this;
    const flags = Uint8Array.from(source.negatives, (_, pair) => inCorner(source.columns, pair, corner));
    const countOf = (record: number) => {
      const own = flags.slice(source.offsets[record], source.offsets[record + 1]);
      const K = own.length;
      const replaced = Math.floor(share * K + random());
      const row = crossed.rowOf(source.queries[record] as number);
      for (let k = 0; k < Math.min(K, replaced); k++) {
        const j = k + Math.floor(random() * (K - k));
        own[j] = own[k] as number;
        own[k] = crossed.isIn(crossed.draw(row, random), corner);
      }
      return { sum: own.reduce((sum, flag) => sum + flag, 0), pairs: K };
    };
    const unitSums = (unit: number) => {
      let [sum, pairs] = [0, 0];
      for (const record of crossed.recordsOf(source.name, unit)) {
        const counted = countOf(record);
        sum += counted.sum;
        pairs += counted.pairs;
      }
      return { sum, pairs };
    };
    // Without anything drawn, a unit is the same each time.
    const once = share > 0 ? null : Array.from({ length: crossed.files.units }, (_, unit) => unitSums(unit));
    const all = Array.from(this.units, (unit) => once?.[unit] ?? unitSums(unit));
    return {
      sums: Float64Array.from(all, ({ sum }) => sum),
      pairs: Float64Array.from(all, ({ pairs }) => pairs),
    };
  }
}

/** Sources that are ranked together. */
export class Setting {
  private readonly sums: readonly UnitSums[];
  private readonly shares: readonly number[];
  private readonly random: number;
  private readonly known = new Map<number, ShareInterval | null>();

  constructor(
    private readonly draw: Draw,
    mixes: readonly Mix[],
  ) {
    this.sums = mixes.map((mix, place) => draw.sumsOf(mix, place));
    this.shares = this.sums.map(meanOf);
    this.random = meanOf(draw.drawn);
  }

  /** Whether a source has too few units for a rank, whatever else is found. */
  get isSmall(): boolean {
    return this.sums.some((sums) => effectiveUnits(sums) < FEWEST_UNITS);
  }

  /** By place; null: not looked for. @param ticked places of the references */
  find(ticked: readonly number[]): ReadonlyMap<string, RandomLooking> | null {
    const suspects = this.shares.map((share, place) => ({
      id: String(place),
      reference: ticked.includes(place),
      share,
      same: String(place),
      sound: true,
    }));
    return randomLooking(suspects, this.random, (a, b) => this.shareOf(Number(a), Number(b)));
  }

  /** What is called of a source: `null` is nothing, `unknown` not looked for. */
  called(place: number, ticked: readonly number[]): 'stop' | 'look' | 'unknown' | null {
    const found = this.find(ticked);
    return found === null ? 'unknown' : (found.get(String(place))?.severity ?? null);
  }

  private shareOf(source: number, beside: number): ShareInterval | null {
    const key = source * 64 + beside;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const [own, other] = [this.sums[source], this.sums[beside]];
    const share = own && other ? foreignShare(own, other, this.draw.drawn, 0.05) : null;
    this.known.set(key, share);
    return share;
  }
}

/** All sets of places. */
export function subsets(count: number): number[][] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (__, place) => place).filter((place) => ((bits >> place) & 1) === 1),
  );
}
