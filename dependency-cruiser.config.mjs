/**
 * The arrows of docs/ARCHITECTURE.md, held: pages → app → report → engine → gpu, encoder, candidates → scoring, lexical.
 * `npm run check` fails on an arrow that runs backwards and on a circle.
 */

/** What each folder may import, itself aside. Whatever is not named here is forbidden. */
const ALLOWED = {
  scoring: [],
  lexical: [],
  gpu: ['scoring'],
  encoder: ['scoring', 'gpu'],
  candidates: ['scoring'],
  engine: ['scoring', 'lexical', 'gpu', 'encoder', 'candidates'],
  report: ['scoring', 'engine', 'encoder', 'candidates'],
  app: ['scoring', 'engine', 'report', 'encoder', 'candidates', 'pages'],
  pages: ['scoring', 'lexical', 'engine', 'report', 'encoder', 'candidates', 'app'],
};

/** The rooms of `candidates/`: bytes know no formats, formats no records, the store nothing that is written out. */
const CANDIDATES = {
  files: ['parquet'],
  parquet: ['files'],
  formats: ['files'],
  store: [],
  records: ['files', 'formats', 'store', 'parquet'],
  clean: ['files', 'formats', 'records', 'store', 'parquet'],
};

/** @param {string} name @param {string} from @param {string} notTo @param {readonly string[]} allowed */
function only(name, from, notTo, allowed) {
  const folders = [name, ...allowed].join('|');
  return {
    name: `${name}-imports-only-${allowed.join('-') || 'itself'}`,
    severity: 'error',
    from: { path: `${from}${name}/` },
    to: { path: notTo, pathNot: `${notTo}(${folders})/` },
  };
}

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(ALLOWED).map(([name, allowed]) => ({
      ...only(name, '^src/', '^src/', allowed),
      to: { path: '^src/', pathNot: `^src/(${[name, ...allowed].join('|')})/` },
    })),
    ...Object.entries(CANDIDATES).map(([name, allowed]) => ({
      ...only(`candidates/${name}`, '^src/', '^src/candidates/', []),
      name: `candidates-${name}-imports-only-${allowed.join('-') || 'itself'}`,
      to: {
        path: '^src/candidates/[^/]+/',
        pathNot: `^src/candidates/(${[name, ...allowed].join('|')})/`,
      },
    })),
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
