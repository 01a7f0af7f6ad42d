/** What is measured of the verdict on ../shared and the demo. Loaded into Node through Vite. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { coverageOf, earlyRuns, madePopulations, realPopulation, tiedPopulation } from './coverage';
import { CrossedFiles } from './mixes';
import { nameOf, RealFiles, type Miner } from './real-files';
import { tryClean, tryMixes, tryRandomAlone, type Trial } from './shares';

/** How often things are drawn. */
export interface Sizes {
  readonly seeds: number;
  readonly draws: number;
  readonly runs: number;
}

/** Ranks of the miners that dig deeper. */
const FROM = [11, 21, 41];
const DEEPER = (['bm25', 'dense'] as const).flatMap((by) => FROM.map((from): Miner => ({ by, from })));
/** On xquad, which has 240 passages, what is deeper than rank 20 is as good as random. */
const NEAR = DEEPER.filter(({ from }) => from === 11);

const UNITS = [30, 50, 97, 300, 1185];
const RUNS_OF = [97, 300, 1185];
/** Made populations on which runs may stop early. */
const EARLY = ['geometric size', 'heavy tails', 'nearly alike, 1 in 50 at 1'];

/** @param project @param shared the folders */
export function placesOf(project: string, shared: string) {
  const of = (folder: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, join(folder, `${name}.jsonl`)]));
  const potion = join(shared, 'models/potion-base-2M');
  const data = join(shared, 'data');
  return {
    isHere: existsSync(join(data, 'xquad/bm25.jsonl')) && existsSync(potion),
    dl1920: () =>
      RealFiles.open(
        'dl1920',
        of(join(data, 'dl1920'), ['bm25', 'tasb', 'repllama', 'random']),
        potion,
        DEEPER,
      ),
    xquad: () => RealFiles.open('xquad', of(join(data, 'xquad'), ['bm25', 'dense', 'random']), potion, NEAR),
    perpos: () =>
      RealFiles.open('perpos', of(join(data, 'dl1920/perpos'), ['bm25', 'tasb', 'repllama']), potion),
    demo: () =>
      RealFiles.open(
        'demo',
        of(join(project, 'public/demo'), ['bm25', 'embedding', 'written', 'random']),
        join(project, 'public/models/negscope-mini'),
      ),
  };
}

/** The trial of each file. */
export async function trialsOf(
  files: Readonly<Record<'dl1920' | 'xquad' | 'demo', RealFiles>>,
): Promise<Trial[]> {
  return [
    {
      crossed: await CrossedFiles.of(files.dl1920),
      miners: ['bm25', 'tasb', 'repllama'],
      deep: DEEPER.map(nameOf),
    },
    {
      crossed: await CrossedFiles.of(files.xquad),
      miners: ['bm25', 'dense'],
      deep: NEAR.map(nameOf),
    },
    {
      crossed: await CrossedFiles.of(files.demo),
      miners: ['bm25', 'embedding', 'written'],
      deep: [],
    },
  ];
}

export type Figures = Awaited<ReturnType<typeof measureCertainty>>;

export async function measureCertainty(
  { seeds, draws, runs }: Sizes,
  places: ReturnType<typeof placesOf>,
  say: (text: string) => void,
) {
  say('encoding');
  const [dl1920, xquad, demo] = [await places.dl1920(), await places.xquad(), await places.demo()];
  const perpos = await places.perpos();
  const shares = (await trialsOf({ dl1920, xquad, demo })).map((trial) => {
    say(`mixes of ${trial.crossed.files.name}`);
    return {
      file: trial.crossed.files.name,
      mixes: tryMixes(trial, seeds),
      alone: tryRandomAlone(trial, seeds),
      clean: tryClean(trial, seeds),
    };
  });
  say('intervals');
  const real = [
    realPopulation(dl1920, ['bm25', 'tasb', 'repllama']),
    realPopulation(xquad, ['bm25', 'dense', 'random']),
    realPopulation(perpos, ['bm25', 'tasb', 'repllama']),
  ];
  const made = madePopulations();
  const coverage = [...made, ...real].map((population) => ({
    name: population.name,
    at: UNITS.map((units) => coverageOf(population, units, draws)),
  }));
  say('runs that stop early');
  const early = [...real, ...made.filter(({ name }) => EARLY.includes(name)), tiedPopulation()].map(
    (population) => ({
      name: population.name,
      at: RUNS_OF.map((units) => earlyRuns(population, units, runs)),
    }),
  );
  return { shares, coverage, early };
}

export { demandsOf } from './demands';
