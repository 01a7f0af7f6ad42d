/**
 * The arrows of docs/ARCHITECTURE.md, held: pages → session → app → report → engine → gpu, encoder, candidates → scoring, lexical.
 * `npm run check` fails on an arrow that is not named here and on a circle.
 */

/** The files of `src/ui/` that draw nothing. */
const PLAIN_UI = 'ui/(?:charts/(?:axis|lines|text)|[\\w-]+)[.]ts$';

/** Counts and sizes in messages. */
const WORDS = 'ui/words[.]ts$';

/** What shell, session and pages may all import. */
const SHOWN = [
  'scoring',
  'ui',
  'engine',
  'experiments',
  'report',
  'encoder',
  'candidates',
  'crossfilter',
  'judge',
  'shortcuts',
  'mining',
];

/** What each folder of `src/` may import, itself aside. Whatever is not named is forbidden. */
const FOLDERS = {
  scoring: [],
  ui: ['scoring'],
  lexical: [],
  seal: [],
  service: [],
  crossfilter: ['scoring'],
  judge: ['scoring'],
  shortcuts: ['scoring'],
  gpu: ['scoring'],
  simd: ['scoring'],
  encoder: ['scoring', 'gpu'],
  candidates: ['scoring', 'lexical', 'judge', WORDS],
  engine: ['scoring', 'judge', 'shortcuts', 'lexical', 'gpu', 'simd', 'encoder', 'candidates', WORDS],
  mining: ['judge', 'scoring', 'lexical', 'simd', 'engine', 'encoder', 'candidates', WORDS],
  // Of the kit only its plain files: words, tables, palette.
  report: ['scoring', 'judge', 'shortcuts', 'engine', 'encoder', 'candidates', PLAIN_UI],
  experiments: ['scoring', 'lexical', 'shortcuts', 'engine', 'report', 'candidates', PLAIN_UI],
  // The map step of a cluster and its merge, in Node.
  shards: ['scoring', 'lexical', 'engine', 'report', 'candidates'],
  app: [...SHOWN, 'seal', 'service'],
  session: [...SHOWN, 'lexical', 'app'],
  pages: [...SHOWN, 'lexical', 'app', 'session'],
};

/** The files of `src/` that every folder may import. */
const SHARED = [
  'hash',
  'identity',
  'lent-worker',
  'named-error',
  'node-host',
  'or-broken',
  'serial-queue',
  'worker',
];

/**
 * The rooms of `src/candidates/`, which all stand on its ground. `read` opens every container, Parquet among them, and
 * knows no formats, formats no records, and the store nothing of how a file is read or written.
 */
const ROOMS = {
  read: [],
  formats: ['read'],
  marks: ['read'],
  store: ['marks'],
  records: ['read', 'formats', 'store'],
  clean: ['read', 'formats', 'records', 'store'],
};

/** The files of `src/candidates/` that its rooms share. The others there join the rooms and are imported by none. */
const GROUND = ['candidate-record', 'reading', 'outcomes', 'errors', 'fault', 'joined', 'limits', 'names'];

/**
 * A rule for each folder: it imports itself and what it may.
 *
 * @param {string} within
 * @param {Readonly<Record<string, readonly string[]>>} folders
 * @param {readonly string[]} files of `within` that every folder may import
 */
function arrows(within, folders, files = []) {
  return Object.entries(folders).map(([name, allowed]) => {
    const known = [
      ...[name, ...allowed].map((folder) =>
        folder === PLAIN_UI || folder === WORDS ? folder : `${folder}/`,
      ),
      ...files.map((file) => `${file}[.]ts$`),
    ];
    return {
      name: `${within}/${name} imports only ${[...allowed, 'itself'].join(', ')}`.replaceAll(/[/ ,]+/g, '-'),
      severity: 'error',
      from: { path: `^${within}/${name}/` },
      to: { path: `^${within}/`, pathNot: `^${within}/(${known.join('|')})` },
    };
  });
}

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...arrows('src', { ...FOLDERS, app: [...FOLDERS.app, 'pages'] }, SHARED),
    {
      name: 'the-shell-loads-a-page-when-it-is-opened',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: '^src/pages/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    ...arrows('src/candidates', ROOMS, GROUND),
    {
      name: 'pages-know-only-the-types-of-workers',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^workers/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workers-know-no-page',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^src/(app|pages)/' },
    },
    {
      name: 'pure-folders-use-no-library',
      severity: 'error',
      from: { path: '^src/(scoring|lexical)/' },
      to: { path: 'node_modules' },
    },
  ],
  options: {
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    extraExtensionsToScan: ['.wgsl'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.svelte.ts', '.svelte', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'browser', 'default'],
    },
  },
};
