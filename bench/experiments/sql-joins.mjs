/**
 * Joins by hand beside joins in SQL, for files whose records must be put together (docs/ARCHITECTURE.md, "Joins in
 * SQL: an experiment"). Made data: a BEIR run whose hits name passages of a corpus, and a table of triplets.
 *
 *   node bench/experiments/sql-joins.mjs [--hits 1000000] [--passages 500000] [--rows 500000]
 *
 * Each way runs in a process of its own. `hand` is the loader as it stands. `sql` reads the same files with the same
 * readers, stages all rows in DuckDB and joins there: the least that such a loader needs.
 * Seconds, of the clock and of the processor, are those of the file with the records, its companions read for it;
 * memory is the process's highest.
 */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createServer } from 'vite';

/** @typedef {{ hits: number, passages: number, rows: number }} Sizes */
/** @typedef {{ seconds: number, cpu: number, records: number, pairs: number, rejected: number, mebibytes: number }} Figures */
/** @typedef {import('../../src/candidates/store/database').Connection} Connection */
/** @typedef {import('../../src/candidates/formats/format').Draft} Draft */
/** @typedef {import('../../src/candidates/formats/format').Judgement} Judgement */
/** @typedef {import('../../src/candidates/formats/format').Text} Text */
/** @typedef {import('../../src/candidates/formats/format').TextEntry} TextEntry */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HITS_PER_QUERY = 100;
const TOP_K = 10;
/** Rows in one insert. */
const BATCH = 20_000;
/** One hit of so many names a document that the corpus has not. */
const UNKNOWN_EVERY = 10_007;

/**
 * Numbers 0 … count − 1 in an order that looks random and is always the same.
 * @param {number} i
 * @param {number} count
 */
const scattered = (i, count) => (i * 7919 + 104_729) % count;

/** @param {number} i */
const passageText = (i) =>
  `passage ${i} ${'about things that are neither here nor there, '.repeat(3)}number ${(i * 31) % 977}`;

/**
 * @param {number} count
 * @param {(i: number) => string} line
 */
function* made(count, line) {
  for (let i = 0; i < count; i += 1) yield line(i);
}

/**
 * @param {string} path
 * @param {Iterable<string>} lines
 */
async function writeLines(path, lines) {
  const out = createWriteStream(path);
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < 1e6) continue;
    if (!out.write(chunk)) await once(out, 'drain');
    chunk = '';
  }
  out.end(chunk);
  await once(out, 'finish');
}

/**
 * Writes the files where they are not there yet; gives their folder.
 * @param {Sizes} sizes
 */
async function madeFiles({ hits, passages, rows }) {
  const folder = join(tmpdir(), `negscope-sql-joins-${hits}-${passages}-${rows}`);
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  const queries = Math.ceil(hits / HITS_PER_QUERY);
  await writeLines(
    join(folder, 'corpus.jsonl'),
    made(passages, (i) => JSON.stringify({ _id: `d${i}`, title: '', text: passageText(i) })),
  );
  await writeLines(
    join(folder, 'queries.jsonl'),
    made(queries, (i) => JSON.stringify({ _id: `q${i}`, text: `query number ${i}` })),
  );
  const judged = made(queries, (i) => `q${i}\td${scattered(i * HITS_PER_QUERY, passages)}\t1`);
  await writeLines(join(folder, 'qrels.tsv'), ['query-id\tcorpus-id\tscore', ...judged]);
  await writeLines(
    join(folder, 'run.trec'),
    made(hits, (i) => {
      const query = Math.floor(i / HITS_PER_QUERY);
      const document = i % UNKNOWN_EVERY === 1 ? `lost${i}` : `d${scattered(i, passages)}`;
      return `q${query} Q0 ${document} ${(i % HITS_PER_QUERY) + 1} ${HITS_PER_QUERY - (i % HITS_PER_QUERY)} made`;
    }),
  );
  // Five rows with one query and positive each; the rows of a record stand apart.
  const records = Math.ceil(rows / 5);
  const triplets = made(rows, (i) => {
    const record = i % records;
    return `query number ${record}\t${passageText(record)}\t${passageText(records + scattered(i, rows))}`;
  });
  await writeLines(join(folder, 'triplets.tsv'), ['query\tpositive\tnegative', ...triplets]);
  return folder;
}

/** Modules of the project, by way of Vite: they are TypeScript without file endings. */
async function projectModules() {
  const vite = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  /** @param {string} path */
  const load = (path) => vite.ssrLoadModule(path);
  return {
    candidates: /** @type {typeof import('../../src/candidates/candidates')} */ (
      await load('/src/candidates/candidates.ts')
    ),
    reading: /** @type {typeof import('../../src/candidates/reading')} */ (
      await load('/src/candidates/reading.ts')
    ),
    database: /** @type {typeof import('../../src/candidates/store/database')} */ (
      await load('/src/candidates/store/database.ts')
    ),
    tables: /** @type {typeof import('../../src/candidates/store/tables')} */ (
      await load('/src/candidates/store/tables.ts')
    ),
    arrow: /** @type {typeof import('../../src/candidates/store/arrow')} */ (
      await load('/src/candidates/store/arrow.ts')
    ),
    plans: /** @type {typeof import('../../src/candidates/formats/plan')} */ (
      await load('/src/candidates/formats/plan.ts')
    ),
    faults: /** @type {typeof import('../../src/candidates/fault')} */ (
      await load('/src/candidates/fault.ts')
    ),
    engine: /** @type {typeof import('../../tests/candidates/support')} */ (
      await load('/tests/candidates/support.ts')
    ).nodeEngine,
  };
}

/** @typedef {Awaited<ReturnType<typeof projectModules>>} Modules */

/** Seconds since it was called: of the clock, and of the processor in all threads. */
function startTimer() {
  const start = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
  };
}

/**
 * The loader as it stands.
 * @param {Modules} modules
 * @param {string} folder
 * @param {string} name of the file with the records
 * @param {readonly string[]} companions
 */
async function byHand({ candidates, reading, engine }, folder, name, companions) {
  const worker = new candidates.Candidates(engine);
  await worker.start();
  /** @param {string} file */
  const load = async (file) => {
    const blob = new File([await openAsBlob(join(folder, file))], file);
    return worker.load(blob, reading.defaultLoadOptions(file), () => undefined);
  };
  for (const companion of companions) await load(companion);
  const timer = startTimer();
  const outcome = await load(name);
  const times = timer();
  if (outcome.status !== 'loaded') throw new Error(JSON.stringify(outcome));
  const { records, pairs, rejected } = outcome.loaded.sources.map(({ counts }) => counts)[0] ?? {
    records: 0,
    pairs: 0,
    rejected: 0,
  };
  return { ...times, records, pairs, rejected };
}

/**
 * Rows of a file into a staging table, batch by batch, by the readers of the project. Rows at fault are left out.
 * @param {Modules} modules
 * @param {Connection} connection
 * @param {string} path
 * @param {string} table
 * @param {readonly string[]} names of the columns; the first one is the row's place, the others are texts
 * @param {(read: Draft | TextEntry | Judgement) => readonly string[]} cut
 */
async function stage({ arrow, reading, plans, faults }, connection, path, table, names, cut) {
  const { signal } = new AbortController();
  const file = new File([await openAsBlob(path)], basename(path));
  const plan = await plans.planFile(file, reading.defaultLoadOptions(file.name), signal);
  if ('fields' in plan) throw new Error(`${path} is of no known format`);
  const reader = 'companion' in plan ? plan.companion : plan.format;
  /** @type {{ place: number, cells: readonly string[] }[]} */
  let rows = [];
  const flush = async () => {
    const columns = names.map((name, i) =>
      i === 0
        ? arrow.integers(name, rows, ({ place }) => place)
        : arrow.texts(name, rows, ({ cells }) => cells[i - 1] ?? null),
    );
    await connection.insert(table, columns);
    rows = [];
  };
  for await (const entries of plan.open.entries().chunks(signal, { onBytes: () => undefined })) {
    for (const { place, value } of entries) {
      const read = value instanceof faults.Fault ? value : reader.read(value);
      if (!(read instanceof faults.Fault)) rows.push({ place, cells: cut(read) });
    }
    if (rows.length >= BATCH) await flush();
  }
  if (rows.length > 0) await flush();
}

/** What makes records and pairs of `made(record, place, query_text, positive_text, position, negative_text)`. */
const FROM_TEXTS = [
  `INSERT INTO queries SELECT row_number() OVER () - 1, t FROM (SELECT DISTINCT query_text AS t FROM made)`,
  `INSERT INTO passages SELECT row_number() OVER () - 1, t FROM
     (SELECT positive_text AS t FROM made UNION SELECT negative_text FROM made)`,
  `INSERT INTO records SELECT 1, record, min(place), NULL, any_value(q.query), any_value(p.passage), NULL, NULL
     FROM made JOIN queries q ON q.text = query_text JOIN passages p ON p.text = positive_text
     GROUP BY record ORDER BY record`,
  `INSERT INTO negatives SELECT 1, record, position, passage, place, 0, negative_text = positive_text, NULL
     FROM made JOIN passages p ON p.text = negative_text ORDER BY record, position`,
];

const RUN_SQL = [
  // One hit of a document a query; those that are relevant are no negatives; the best stay.
  `CREATE TABLE best AS SELECT * FROM (
     SELECT query_id, document, place, row_number() OVER (PARTITION BY query_id ORDER BY score DESC, place) AS rank
     FROM (SELECT query_id, document, max(score::DOUBLE) AS score, min(place) AS place FROM hits
           ANTI JOIN qrels USING (query_id, document) GROUP BY query_id, document))
   WHERE rank <= ${TOP_K}`,
  // A record is rejected for its first unknown id; the place of the hit is known, its text is not.
  `CREATE TABLE faults AS SELECT query_id, min(place) AS place, arg_min(document, place) AS document
     FROM best ANTI JOIN corpus ON corpus.id = best.document GROUP BY query_id`,
  `CREATE TABLE made AS
     SELECT dense_rank() OVER (ORDER BY f.first) - 1 AS record, b.place, t.text AS query_text, p.text AS positive_text,
       b.rank - 1 AS position, n.text AS negative_text
     FROM best b JOIN (SELECT query_id, min(place) AS first FROM hits GROUP BY query_id) f USING (query_id)
     JOIN topics t ON t.id = b.query_id JOIN qrels r ON r.query_id = b.query_id
     JOIN corpus p ON p.id = r.document JOIN corpus n ON n.id = b.document
     WHERE b.query_id NOT IN (SELECT query_id FROM faults)`,
];

const TRIPLET_SQL = [
  `CREATE TABLE made AS
     SELECT dense_rank() OVER (ORDER BY first) - 1 AS record, place, query AS query_text, positive AS positive_text,
       row_number() OVER (PARTITION BY query, positive ORDER BY place) - 1 AS position, negative AS negative_text
     FROM (SELECT query, positive, negative, min(place) AS place,
             min(min(place)) OVER (PARTITION BY query, positive) AS first FROM triplets
           GROUP BY query, positive, negative)`,
];

/**
 * A text, or the id that stands for one.
 * @param {Text | null | undefined} text
 */
const idOf = (text) => (typeof text === 'string' ? text.trim() : (text?.id ?? ''));

/**
 * Staging tables and joins in DuckDB.
 * @param {Modules} modules
 * @param {string} folder
 * @param {'run' | 'triplets'} data
 */
async function bySql(modules, folder, data) {
  const database = await modules.database.Database.start(modules.engine);
  const connection = await database.connect();
  await modules.tables.createTables(connection);
  for (const table of [
    'hits(place INTEGER, query_id VARCHAR, document VARCHAR, score VARCHAR)',
    'qrels(place INTEGER, query_id VARCHAR, document VARCHAR)',
    'corpus(place INTEGER, id VARCHAR, text VARCHAR)',
    'topics(place INTEGER, id VARCHAR, text VARCHAR)',
    'triplets(place INTEGER, query VARCHAR, positive VARCHAR, negative VARCHAR)',
  ]) {
    await connection.query(`CREATE TABLE ${table}`);
  }
  /** @type {(file: string, table: string, names: string[], cut: Parameters<typeof stage>[5]) => Promise<void>} */
  const read = (file, table, names, cut) =>
    stage(modules, connection, join(folder, file), table, ['place', ...names], cut);
  const timer = startTimer();
  if (data === 'run') {
    await read('qrels.tsv', 'qrels', ['query_id', 'document'], (entry) =>
      'documentId' in entry ? [entry.queryId, entry.documentId] : [],
    );
    for (const [file, table] of /** @type {const} */ ([
      ['queries.jsonl', 'topics'],
      ['corpus.jsonl', 'corpus'],
    ])) {
      await read(file, table, ['id', 'text'], (entry) => ('text' in entry ? [entry.id, entry.text] : []));
    }
    await read('run.trec', 'hits', ['query_id', 'document', 'score'], (draft) => {
      if (!('lists' in draft)) return [];
      const [list] = draft.lists;
      return [idOf(draft.query), idOf(list?.texts[0]), String(list?.ranks?.[0])];
    });
  } else {
    await read('triplets.tsv', 'triplets', ['query', 'positive', 'negative'], (draft) =>
      'lists' in draft ? [idOf(draft.query), idOf(draft.positives[0]), idOf(draft.lists[0]?.texts[0])] : [],
    );
  }
  const statements = data === 'run' ? RUN_SQL : TRIPLET_SQL;
  for (const statement of [...statements, ...FROM_TEXTS]) await connection.query(statement);
  const times = timer();
  const [records, pairs] = [await connection.count('records'), await connection.count('negatives')];
  return { ...times, records, pairs, rejected: data === 'run' ? await connection.count('faults') : 0 };
}

const { values } = parseArgs({
  options: {
    hits: { type: 'string', default: '1000000' },
    passages: { type: 'string', default: '500000' },
    rows: { type: 'string', default: '500000' },
    only: { type: 'string' },
  },
});
/** @type {Sizes} */
const sizes = { hits: Number(values.hits), passages: Number(values.passages), rows: Number(values.rows) };
const folder = await madeFiles(sizes);

if (values.only === undefined) {
  for (const only of ['run hand', 'run sql', 'triplets hand', 'triplets sql']) {
    const sized = Object.entries(sizes).flatMap(([name, size]) => [`--${name}`, String(size)]);
    const options = { encoding: /** @type {const} */ ('utf8') };
    const child = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), ...sized, '--only', only],
      options,
    );
    process.stdout.write(`${only.padEnd(14)} ${child.status === 0 ? child.stdout : child.stderr}`);
  }
} else {
  const modules = await projectModules();
  /** @type {Record<string, () => Promise<Omit<Figures, 'mebibytes'>>>} */
  const ways = {
    'run hand': () => byHand(modules, folder, 'run.trec', ['corpus.jsonl', 'queries.jsonl', 'qrels.tsv']),
    'run sql': () => bySql(modules, folder, 'run'),
    'triplets hand': () => byHand(modules, folder, 'triplets.tsv', []),
    'triplets sql': () => bySql(modules, folder, 'triplets'),
  };
  const way = ways[values.only];
  if (way === undefined) throw new Error(`--only is one of ${Object.keys(ways).join(', ')}`);
  const figures = await way();
  const mebibytes = Math.round(process.resourceUsage().maxRSS / 1024);
  const [seconds, cpu] = [figures.seconds, figures.cpu].map((time) => Number(time.toFixed(1)));
  const told = { ...figures, seconds, cpu, mebibytes };
  process.stdout.write(`${JSON.stringify(told)}\n`);
  process.exit(0);
}
