/** Who keeps a rank: mixes with random passages, and clean miners, under every choice of references. */

import { clean, Draw, Setting, subsets, type CrossedFiles, type Mix } from './mixes';

const SHARES = [0.02, 0.05, 0.1, 0.2, 0.3, 1];

/** Queries of the draws for clean miners; null: as many as the files have. Of many queries a fifth of the draws does. */
const LARGE = 20_000;
const SIZES = [null, 200, LARGE];

/** What is tried on some files. */
export interface Trial {
  readonly crossed: CrossedFiles;
  /** At least two that are known to be clean. */
  readonly miners: readonly string[];
  /** Miners that dig deeper, each beside all others. */
  readonly deep: readonly string[];
}

/** A choice of references, with the sources that are watched under it. */
interface Situation {
  readonly mixes: readonly Mix[];
  readonly ticked: readonly number[];
  readonly watched: readonly number[];
}

/** By name: the situations of it at one share. The worst of them is told. */
const SITUATIONS: Readonly<Record<string, (miners: readonly string[], share: number) => Situation[]>> = {
  none: (miners, share) =>
    mixed(miners, share).flatMap(({ mixes, mix, others }) => [
      { mixes, ticked: [], watched: [mix] },
      { mixes: others, ticked: [], watched: [others.length - 1] },
    ]),
  'a clean one, or the mix': (miners, share) =>
    mixed(miners, share).flatMap(({ mixes, mix }) =>
      mixes.map((_, place) => ({ mixes, ticked: [place], watched: [mix] })),
    ),
  'two clean ones': (miners, share) =>
    mixed(miners, share).flatMap(({ mixes, mix }) =>
      subsets(miners.length)
        .filter(({ length }) => length === 2)
        .map((ticked) => ({ mixes, ticked, watched: [mix] })),
    ),
  'a clean one and two mixes': (miners, share) =>
    twoMixed(miners, share).map((mixes) => ({ mixes, ticked: [0, 1, 2], watched: [1, 2] })),
};

/** Each miner with a share of random passages, beside all clean ones (`mixes`) and beside all but itself (`others`). */
function mixed(miners: readonly string[], share: number) {
  return miners.map((source) => {
    const mix: Mix = { source, share };
    const others = [...clean(miners.filter((miner) => miner !== source)), mix];
    return { mixes: [...clean(miners), mix], mix: miners.length, others };
  });
}

/** Each miner beside mixes of the next one and of itself. */
function twoMixed(miners: readonly string[], share: number): Mix[][] {
  return miners.map((source, i) => [
    { source, share: 0 },
    { source: miners[(i + 1) % miners.length] as string, share },
    { source, share },
  ]);
}

/** Counts how often something happened, by what it happened to. */
class Rates {
  private readonly counts = new Map<string, { yes: number; all: number }>();

  add(key: string, happened: boolean): void {
    const { yes, all } = this.counts.get(key) ?? { yes: 0, all: 0 };
    this.counts.set(key, { yes: yes + Number(happened), all: all + 1 });
  }

  /** The largest, or the least, rate of what begins so. */
  extreme(of: 'most' | 'least', start: string): number {
    const rates = [...this.counts].flatMap(([key, { yes, all }]) =>
      key.startsWith(start) ? [yes / all] : [],
    );
    return of === 'most' ? Math.max(0, ...rates) : Math.min(1, ...rates);
  }
}

export interface MixRow {
  readonly references: string;
  /** By share of random passages: how often the source keeps its rank, and how often something is said of it. */
  readonly kept: readonly number[];
  readonly told: readonly number[];
}

/** In each cell the worst choice of the mixed miner and of references. */
export function tryMixes({ crossed, miners }: Trial, seeds: number): MixRow[] {
  const kept = new Rates();
  const told = new Rates();
  for (let seed = 0; seed < seeds; seed++) {
    const draw = new Draw(crossed, seed, null);
    for (const [name, situations] of Object.entries(SITUATIONS)) {
      for (const share of SHARES) {
        for (const [place, { mixes, ticked, watched }] of situations(miners, share).entries()) {
          const setting = new Setting(draw, mixes);
          for (const source of watched) {
            const called = setting.called(source, ticked);
            const key = `${name}/${share}/${place}/${source}`;
            kept.add(key, called === null || called === 'look');
            told.add(key, called !== null);
          }
        }
      }
    }
  }
  return Object.keys(SITUATIONS).map((references) => ({
    references,
    kept: SHARES.map((share) => kept.extreme('most', `${references}/${share}/`)),
    told: SHARES.map((share) => told.extreme('least', `${references}/${share}/`)),
  }));
}

/** How often one of two files of random passages alone has a rank, whatever is ticked. */
export function tryRandomAlone({ crossed, miners }: Trial, seeds: number): number {
  const ranked = new Rates();
  const mixes = miners.slice(0, 2).map((source): Mix => ({ source, share: 1 }));
  for (let seed = 0; seed < seeds; seed++) {
    const setting = new Setting(new Draw(crossed, seed, null), mixes);
    for (const ticked of subsets(2)) {
      for (const place of [0, 1]) {
        const called = setting.called(place, ticked);
        ranked.add(`${ticked.join()}/${place}`, called === null || called === 'look');
      }
    }
  }
  return ranked.extreme('most', '');
}

export interface CleanRow {
  readonly miners: string;
  /** By number of queries: how often a source has no rank, of the sources and references of which it is most often. */
  readonly barred: readonly number[];
}

/** Clean miners together, each deep one beside them, and all deep ones at once, under every set of references. */
export function tryClean({ crossed, miners, deep }: Trial, seeds: number): CleanRow[] {
  const loaded: readonly (readonly [string, readonly string[]])[] = [
    ['clean miners', miners],
    ...deep.map((name) => ['each deeper one', [...miners, name]] as const),
    ...(deep.length > 1 ? [['each deeper one', [...miners, ...deep]] as const] : []),
  ];
  const barred = new Rates();
  for (const queries of SIZES) {
    const draws = queries === LARGE ? Math.ceil(seeds / 5) : seeds;
    for (let seed = 0; seed < draws; seed++) {
      const draw = new Draw(crossed, seed, queries);
      for (const [name, sources] of loaded) {
        const setting = new Setting(draw, clean(sources));
        if (setting.isSmall) continue;
        for (const ticked of subsets(sources.length)) {
          const found = setting.find(ticked);
          for (const place of sources.keys()) {
            const isBarred = found === null || found.get(String(place))?.severity === 'stop';
            barred.add(`${name}/${queries}/${sources.length}/${ticked.join()}/${place}`, isBarred);
          }
        }
      }
    }
  }
  return [...new Set(loaded.map(([name]) => name))].map((name) => ({
    miners: name,
    barred: SIZES.map((queries) => barred.extreme('most', `${name}/${queries}/`)),
  }));
}
