import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { PROJECT } from '../../../scripts/lib/paths.mjs';
import { MINI } from '../../support/folders';
import { MADE_FILES } from '../../support/made-encoder';
import { demoFile } from '../files';
import { expect, base as test } from '../helpers';
import { writeModel } from '../model-folders';

const execute = promisify(execFile);

/** Unpacked, without what npm installs beside it. */
const MOST_BYTES = 25e6;

test.setTimeout(400_000);

let folder: string;
let installed: string;

/** Node alone can be found, and no browser. */
const env = () => ({
  PATH: [dirname(process.execPath), join(folder, 'empty/node_modules/.bin')].join(delimiter),
});

/** The command that npm puts beside the packages, in a folder where nothing of this project is. */
function negscope(...args: string[]) {
  return execute(join(folder, 'empty/node_modules/.bin/negscope'), args, { cwd: folder, env: env() });
}

test.beforeAll(async () => {
  // The hook has a time limit of its own.
  test.setTimeout(400_000);
  folder = mkdtempSync(join(tmpdir(), 'negscope-package-'));
  await execute(process.execPath, [join(PROJECT, 'scripts/package.mjs'), '--to', folder], { cwd: PROJECT });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  mkdirSync(join(folder, 'empty'));
  const install = `install --no-audit --no-fund --prefix ${join(folder, 'empty')}`.split(' ');
  await execute('npm', [...install, join(folder, tarball)]);
  installed = join(folder, 'empty/node_modules/negscope');
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it is small, and holds no source and no browser', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
  console.log(`npm package: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB unpacked`);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(files.filter((file) => /\.(svelte|ts|map)$/.test(file))).toEqual([]);
});

test('it mines, ranks what was mined, and draws pairs to judge', async () => {
  const mined = join(folder, 'mined');
  const options = `--method bm25,dense --model ${MINI} --out ${mined}`.split(' ');
  await negscope('mine', '--queries', demoFile('bm25'), ...options);
  expect(readdirSync(mined).sort()).toEqual(
    ['bm25', 'dense'].flatMap((name) => [`${name}.card.json`, `${name}.jsonl`]),
  );
  const report = join(folder, 'report.json');
  const sources = ['bm25', 'dense'].map((name) => join(mined, `${name}.jsonl`));
  // A graph, which onnxruntime runs by the compressed twin of its wasm.
  const model = writeModel(join(folder, 'made'), MADE_FILES);
  await negscope('rank', ...sources, '--reference', 'bm25', '--model', model, '--report', report);
  const read = JSON.parse(readFileSync(report, 'utf8'));
  expect(Object.keys(read.sources)).toEqual(['bm25', 'dense']);
  expect(read.encoder.name).toBe('made');
  await negscope('rank', ...sources, '--judge-out', 'negscope-pairs.jsonl', '--judge-sample', '20');
  const pairs = readFileSync(join(folder, 'negscope-pairs.jsonl'), 'utf8').trim().split('\n');
  expect(pairs).toHaveLength(20);
  expect(Object.keys(JSON.parse(pairs[0] ?? ''))).toEqual(
    expect.arrayContaining(['key', 'query', 'positive', 'negative', 'prompt']),
  );
});

test('the steps of the example for pull requests run as they stand', async () => {
  const work = join(folder, 'repository');
  mkdirSync(join(work, 'data'), { recursive: true });
  for (const name of ['bm25', 'embedding']) cpSync(demoFile(name), join(work, 'data', `${name}.jsonl`));
  cpSync(MINI, join(work, 'encoder'), { recursive: true });
  const workflow = readFileSync(join(PROJECT, 'examples/pull-request/negatives.yml'), 'utf8');
  const steps = [...workflow.matchAll(/- run: npx (.*)/g)].map(([, step]) => step ?? '');
  expect(steps).toHaveLength(2);
  const summary = join(work, 'summary.md');
  for (const step of steps)
    await execute('/bin/sh', ['-c', step], { cwd: work, env: { ...env(), GITHUB_STEP_SUMMARY: summary } });
  expect(readFileSync(summary, 'utf8')).toMatch(/\| embedding \|/);
  expect(JSON.parse(readFileSync(join(work, 'report.json'), 'utf8')).ranking).toHaveLength(2);
});

test('the notices hold the licence of every package that the page is made of', () => {
  const notices = readFileSync(join(installed, 'dist/THIRD_PARTY_NOTICES.txt'), 'utf8');
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const alias of Object.keys(dependencies)) {
    const own = join(PROJECT, 'node_modules', alias);
    const { name, version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    expect(notices).toContain(`\n${name} ${version} (`);
    const texts = readdirSync(own).filter((file) => /^licen[cs]e/i.test(file));
    for (const file of texts) expect(notices).toContain(readFileSync(join(own, file), 'utf8').trim());
  }
});

test('two files, named to it, are read in the page, which asks for the encoder', async ({ page }) => {
  const args = [demoFile('bm25'), demoFile('random'), '--reference', 'bm25', '--no-open'];
  const server = spawn(join(folder, 'empty/node_modules/.bin/negscope'), args, { cwd: folder });
  try {
    const address = await addressOf(server);
    await page.goto(address);
    await expect(page.locator('main')).toHaveAttribute('data-phase', 'files', { timeout: 90_000 });
    await expect(page.getByRole('checkbox', { name: 'bm25 reference' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'random reference' })).not.toBeChecked();
    const choices = page.getByRole('radiogroup', { name: 'Encoder' });
    await expect(choices.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(choices).toContainText('small and static, for a first look');
    await choices.getByRole('radio', { name: 'The demo’s encoder' }).check();
    await page
      .getByRole('button', { name: /^Rank sources/ })
      .first()
      .click();
    await expect(page.locator('main')).toHaveAttribute('data-phase', 'done', { timeout: 90_000 });
    await expect(page.getByRole('banner')).toContainText('Sealed');
    await expect(page.locator('#ranking')).toContainText('bm25');
    await expect(page.locator('#ranking')).toContainText('random');
  } finally {
    server.kill('SIGINT');
  }
});

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = '';
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [address] = /http:\S+/.exec(said) ?? [];
      if (address !== undefined) done(address);
    });
    server.on('exit', (code) => fail(new Error(`It ended with ${code}: ${said}`)));
  });
}
