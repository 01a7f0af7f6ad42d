/**
 * `npm run package`: makes the npm package `negscope`, a tarball beside this project's package.json. It holds what runs: the
 * built page (of a compressed file its smaller twin alone), the commands, and no browser. Publishing it is a person's act.
 */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

import { npmCommand, run } from './lib/commands.mjs';
import { DIST, PROJECT } from './lib/paths.mjs';
import { SetupError, ensureBuild, ensureDependencies, runMain } from './setup.mjs';

const FOLDER = join(PROJECT, '.cache', 'package');

/** What a user starts; the rest follows from their imports. */
const ENTRIES = ['negscope', 'open', 'rank', 'models', 'serve', 'read'].map((name) => `scripts/${name}.mjs`);

const IMPORT = /(?:^import |^export |\bfrom |[^.\w]import\()\s*'([^']+)'/gm;

/**
 * The scripts that the entries import, and the packages that these name.
 *
 * @returns {{ files: string[], packages: string[] }} files: from the project's folder
 */
function needed() {
  const files = new Set(ENTRIES);
  /** @type {Set<string>} */
  const packages = new Set();
  for (const file of files) {
    const code = readFileSync(join(PROJECT, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
    for (const [, name = ''] of code.matchAll(IMPORT)) {
      if (name.startsWith('.')) files.add(relative(PROJECT, join(PROJECT, dirname(file), name)));
      else if (!name.startsWith('node:')) packages.add(name);
    }
  }
  return { files: [...files], packages: [...packages] };
}

/** The built page without what a twin stands for, and without encoders that were put beside it. */
function copyPage() {
  for (const path of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    const file = join(DIST, path);
    if (!statSync(file).isFile() || path.endsWith('.gz') || existsSync(`${file}.br`)) continue;
    cpSync(file, join(FOLDER, 'dist', path));
  }
}

/** The code of `negscope read`, and DuckDB's worker for Node; their WebAssembly is that of the page. */
async function buildReader() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: PROJECT,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: join(PROJECT, 'scripts', 'read', 'read-files.ts'),
      outDir: join(FOLDER, 'lib'),
      target: 'node20',
    },
    ssr: { noExternal: true },
  });
  const worker = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-node-eh.worker.cjs');
  cpSync(worker, join(FOLDER, 'lib', 'duckdb-node-eh.worker.cjs'));
}

await runMain(async () => {
  await ensureDependencies();
  await ensureBuild();
  rmSync(FOLDER, { recursive: true, force: true });
  const own = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const { files, packages } = needed();
  for (const file of [...files, 'README.md', 'LICENSE']) cpSync(join(PROJECT, file), join(FOLDER, file));
  copyPage();
  await buildReader();
  const versions = { ...own.dependencies, ...own.devDependencies };
  const { name, version, description, license, type, engines } = own;
  const described = {
    ...{ name, version, description, license, type, engines },
    bin: { negscope: 'scripts/negscope.mjs' },
    dependencies: Object.fromEntries(packages.map((each) => [each, versions[each]])),
  };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  const { command, args, shell } = npmCommand(['pack', FOLDER, '--pack-destination', PROJECT]);
  const { code } = await run(command, args, { shell, cwd: PROJECT });
  if (code !== 0)
    throw new SetupError(`"npm pack" failed with exit status ${code}; its own message stands above.`);
});
