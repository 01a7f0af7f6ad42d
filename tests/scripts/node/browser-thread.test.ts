/** Threads that stand for the page's workers. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-thread-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('says in a sentence that memory ran out in one, and what helps', async () => {
  const worker = join(folder, 'worker.js');
  writeFileSync(worker, 'const held = []; for (;;) held.push(new Array(1e5).fill(1.5));');
  const host = new URL('../../../scripts/node/browser-thread.mjs', import.meta.url).href;
  const code =
    `import { becomeBrowser, NOTHING_LENT } from '${host}';` +
    `becomeBrowser('${pathToFileURL(folder).href}/index.html', NOTHING_LENT);` +
    `new Worker('${pathToFileURL(worker).href}').onerror = (event) => {` +
    `  event.preventDefault(); console.log(event.message); process.exit(0); };`;
  const main = join(folder, 'main.mjs');
  writeFileSync(main, code);
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=60', main]);
  expect(stdout).toBe(
    'Memory ran out. Rank fewer records with --sample N, or give Node more than now: NODE_OPTIONS=--max-old-space-size=MEGABYTES.\n',
  );
});
