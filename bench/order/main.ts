/** Measures how often the claims of docs/CERTAINTY.md hold and writes its tables. Loaded into Node through Vite. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { cornerOfRun } from '../../src/engine/pair-audit';
import { foreignShareOf, unrelated } from '../../src/scoring/unrelated';
import { ALL_FOREIGN, type ForeignShare } from '../../src/scoring/share-audit';
import { isNearPositive } from '../../src/scoring/near-embedding';
import { gatesOfPair, emptyGates } from '../../src/scoring/pair-gates';
import { traceTerm } from '../../src/scoring/means';
import { pairRange } from '../../src/scoring/pairs';
import { WEIGHTINGS } from '../../src/scoring/weightings';
import { folderOnDisk } from '../../tests/support/folders';
import { RUN_SETTINGS } from '../../tests/support/results';
import { runInNode } from '../runs/in-node';
import { openAuditFile, type AuditFile } from '../audit/real-files';
import { markdownTable, percentOf } from '../lib/table.mjs';
import { MIXES, mixRow, type Mix, type MixRow } from './verdicts';
import { coverage, falseAlarms, halved, type Population, type PopulationRecord } from './coverage';
import { readTevatron } from './real-file';
import { unitTables } from './units';

const FILES = [
  { name: 'dl1920', folder: 'dl1920', sources: ['bm25', 'tasb', 'repllama'], records: [1] },
  { name: 'xquad', folder: 'xquad', sources: ['bm25', 'dense', 'random'], records: [1] },
  { name: 'perpos', folder: 'dl1920/perpos', sources: ['bm25', 'tasb', 'repllama'], records: [1, 5, 30] },
] as const;

interface OpenFile {
  readonly population: Population;
  /** Of pairs of random passages, those that the audit by pairs counts as unrelated. */
  readonly randomShare: ForeignShare;
}

const QUERIES = [20, 30, 50, 97, 300];
const RESAMPLES = 400;
const SEED = 1;

/** Draws of each kind. */
export const RUNS = 400;

/** The tables of docs/CERTAINTY.md, by the names of their places. @param shared path of ../shared */
export async function measuredTables(
  shared: string,
  runs: number,
  tell: (line: string) => void,
  short: boolean,
): Promise<ReadonlyMap<string, string>> {
  const units = await unitTables(shared);
  if (short) return new Map(units);
  const files = await openPopulations(shared);
  tell('The files are embedded.');
  return new Map([
    ...units,
    ['alarms', alarmTable(files, runs)],
    ['coverage', coverageTable(files, runs)],
    ...(await verdictTables(shared, Math.ceil(runs / 4), tell)),
  ]);
}

/** Who gets a rank, by file and mix; and after how many queries of a long file audit and order are settled. */
export async function verdictTables(
  shared: string,
  runs: number,
  tell: (line: string) => void,
): Promise<[string, string][]> {
  const { dl1920, xquad, demo } = await openFiles(shared);
  const ranked: string[][] = [];
  for (const file of [dl1920, xquad, demo]) {
    for (const mix of MIXES) {
      const rows: MixRow[] = [];
      for (const base of file.references) {
        rows.push(await mixRow(file, base, mix, null, runs));
      }
      const mean = (of: (row: MixRow) => number) =>
        percentOf(rows.reduce((sum, row) => sum + of(row), 0) / rows.length);
      const held = mix.foreign === 'random' ? mean((row) => row.held ?? 0) : '';
      ranked.push([
        file.name,
        mixInWords(mix),
        mean(({ whole }) => whole),
        mean(({ stopped }) => stopped),
        held,
      ]);
      tell(ranked.at(-1)?.join(' ') ?? '');
    }
  }
  const settled: string[][] = [];
  for (const mix of LONG_MIXES) {
    const { audited, ordered, early } = await mixRow(xquad, xquad.references[0] ?? 0, mix, LONG, LONG_RUNS);
    settled.push([mixInWords(mix), inQueries(audited), inQueries(ordered), percentOf(early)]);
    tell(settled.at(-1)?.join(' ') ?? '');
  }
  return [
    [
      'ranked',
      markdownTable(
        ['file', 'put in', 'has a rank, read whole', 'has a rank, stopped', 'interval holds the share'],
        ranked,
      ),
    ],
    [
      'settled',
      markdownTable(['put in', 'audit settled after', 'order settled after', 'stopped early'], settled),
    ],
  ];
}

/** A long file: XQuAD's queries drawn so often, for so many seeds. */
const LONG = 4000;
const LONG_RUNS = 10;
const LONG_MIXES = MIXES.filter(({ share }) => share !== 0.02 && share !== 1);

/** Real sources and the demo's, with the miners among them as references. */
async function openFiles(shared: string): Promise<Record<'dl1920' | 'xquad' | 'demo', AuditFile>> {
  const open = (
    folder: string,
    name: string,
    sources: readonly string[],
    references: number,
    model: string,
  ) =>
    openAuditFile(
      {
        name,
        paths: sources.map((source) => join(folder, `${source}.jsonl`)),
        references: sources.slice(0, references),
        grades: null,
      },
      model,
    );
  const [data, potion] = [join(shared, 'data'), join(shared, 'models/potion-base-2M')];
  const published = fileURLToPath(new URL('../../public', import.meta.url));
  return {
    dl1920: await open(join(data, 'dl1920'), 'dl1920', ['bm25', 'tasb', 'repllama', 'random'], 3, potion),
    xquad: await open(join(data, 'xquad'), 'xquad', ['bm25', 'dense', 'random', 'leaky'], 2, potion),
    demo: await open(
      join(published, 'demo'),
      'demo',
      ['bm25', 'embedding', 'random'],
      2,
      join(published, 'models/negscope-mini'),
    ),
  };
}

function mixInWords({ foreign, share }: Mix): string {
  if (share === 0) return 'nothing';
  return `${Math.round(100 * share)} % ${foreign === 'random' ? 'random passages' : 'copies'}`;
}

function inQueries(count: number | null): string {
  return count === null ? 'the end' : String(count);
}

/** @param shared path of ../shared */
async function openPopulations(shared: string): Promise<Map<string, OpenFile>> {
  const populations = new Map<string, OpenFile>();
  for (const { name, folder, sources } of FILES) {
    const paths = sources.map((source) => join(shared, 'data', folder, `${source}.jsonl`));
    populations.set(name, await openPopulation(paths, join(shared, 'models/potion-base-2M')));
  }
  return populations;
}

async function openPopulation(paths: readonly string[], model: string): Promise<OpenFile> {
  const read = paths.map(readTevatron);
  const { tau, weighting } = RUN_SETTINGS;
  const run = await runInNode(paths, read, folderOnDisk('potion-base-2M', model));
  const corner = cornerOfRun(run);
  if (corner === null) throw new Error('There are too few passages to draw random ones from.');
  const keys = [...new Set(read.flat().map(({ query }) => query))];
  const gates = emptyGates(tau);
  const population = run.sources.map(({ columns }, s) => {
    const inCorner = unrelated(columns, corner);
    const byQuery = new Map(keys.map((key) => [key, [] as PopulationRecord[]]));
    for (const [record, { query }] of (read[s] ?? []).entries()) {
      const { start, end } = pairRange(columns.offsets, record);
      const places = Array.from({ length: end - start }, (_, i) => start + i);
      const weights = places.map((pair) => {
        gatesOfPair(columns, pair, tau, gates);
        return traceTerm(WEIGHTINGS[weighting].weight(gates), gates.distance);
      });
      byQuery.get(query)?.push({
        weights,
        near: places.map((pair) => isNearPositive(columns.distance[pair] ?? NaN)),
        unrelated: places.map((pair) => inCorner[pair] === 1),
      });
    }
    return keys.map((key) => byQuery.get(key) ?? []);
  });
  return { population, randomShare: foreignShareOf(corner) };
}

/** Coverage of both methods, by file, sources, records a query and queries. */
function coverageTable(files: ReadonlyMap<string, OpenFile>, runs: number): string {
  const rows = FILES.flatMap(({ name, records }) =>
    records.flatMap((each) => {
      const three = files.get(name)?.population ?? [];
      return [three, halved(three)].flatMap((population) =>
        QUERIES.map((queries) => {
          const draws = { queries, records: each, runs, resamples: RESAMPLES };
          const held = coverage(population, draws, SEED);
          return [
            name,
            String(population.length),
            String(each),
            String(queries),
            percentOf(held.bootstrap),
            percentOf(held.bootstrapWrong),
            percentOf(held.sequence),
            percentOf(held.sequenceWrong),
            percentOf(held.settled),
          ];
        }),
      );
    }),
  );
  return markdownTable(
    [
      'file',
      'sources',
      'records a query',
      'queries',
      'bootstrap: held',
      'wrong order',
      'sequence: held',
      'wrong order',
      'all settled',
    ],
    rows,
  );
}

/** How often a clean source is called by the audit by pairs. */
function alarmTable(files: ReadonlyMap<string, OpenFile>, runs: number): string {
  const rows = FILES.flatMap(({ name, sources, records }) =>
    records.flatMap((each) =>
      sources.map((source, s) => {
        const { population = [], randomShare = ALL_FOREIGN } = files.get(name) ?? {};
        const others = [...sources.keys()].filter((place) => place !== s);
        const draws = { queries: 97, records: each, runs, resamples: 0 };
        const called = [[s], others, [s, ...others]].map((references) =>
          percentOf(falseAlarms(population, s, references, randomShare, draws, SEED)),
        );
        return [name, String(each), source, ...called];
      }),
    ),
  );
  return markdownTable(['file', 'records a query', 'source', 'itself', 'the two others', 'all three'], rows);
}
