/**
 * `npm run package [-- --to FOLDER]`: makes the npm package `negscope`, a tarball in this project's folder. It holds what runs: the
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
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { npmCommand, run } from './lib/commands.mjs';
import { DIST, PROJECT } from './lib/paths.mjs';
import { SetupError, ensureBuild, ensureDependencies, runMain } from './setup.mjs';

const FOLDER = join(PROJECT, '.cache', 'package');

/** What a user starts; the rest follows from their imports. */
const ENTRIES = ['negscope', 'open', 'serve'].map((name) => `scripts/${name}.mjs`);

/** What `rank` uses where the user has installed it. */
const PEERS = { 'onnxruntime-node': '^1.20.0' };

/** What only a clone asks for: the package holds built what a clone builds. */
const OF_A_CLONE = ['vite'];

/** What Node imports by itself. */
const OF_NODE = /^node[/\\]/;

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
      else if (!name.startsWith('node:') && !OF_A_CLONE.includes(name)) packages.add(name);
    }
  }
  return { files: [...files], packages: [...packages] };
}

/** The built page without what a twin stands for. What Node imports stays as it is: the commands' scripts, and onnxruntime's. */
function copyPage() {
  for (const path of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    const file = join(DIST, path);
    if (!statSync(file).isFile()) continue;
    if (existsSync(`${file}.br`) && !OF_NODE.test(path)) continue;
    if (path.endsWith('.br') && OF_NODE.test(path.slice(0, -3))) continue;
    cpSync(file, join(FOLDER, 'dist', path));
  }
}

await runMain(async () => {
  const { to } = parseArgs({ options: { to: { type: 'string', default: PROJECT } } }).values;
  await ensureDependencies();
  await ensureBuild();
  rmSync(FOLDER, { recursive: true, force: true });
  const own = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const { files, packages } = needed();
  for (const file of [...files, 'README.md', 'LICENSE']) cpSync(join(PROJECT, file), join(FOLDER, file));
  copyPage();
  const versions = { ...own.dependencies, ...own.devDependencies };
  const { name, version, description, license, type, engines } = own;
  const described = {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { negscope: 'scripts/negscope.mjs' },
    dependencies: Object.fromEntries(packages.map((each) => [each, versions[each]])),
    peerDependencies: PEERS,
    peerDependenciesMeta: Object.fromEntries(Object.keys(PEERS).map((each) => [each, { optional: true }])),
  };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  const { command, args, shell } = npmCommand(['pack', FOLDER, '--pack-destination', to]);
  const { code } = await run(command, args, { shell, cwd: PROJECT });
  if (code !== 0)
    throw new SetupError(`"npm pack" failed with exit status ${code}; its own message stands above.`);
});
