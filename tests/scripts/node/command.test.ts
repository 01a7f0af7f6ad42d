/** The thread in which a command runs. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-thread-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('says in a sentence that memory ran out in it, and what helps', async () => {
  const command = new URL('../../../scripts/node/command.mjs', import.meta.url).href;
  const main = join(folder, 'main.mjs');
  const fill = 'const held = []; for (;;) held.push(new Array(1e5).fill(1.5));';
  writeFileSync(
    main,
    `import { runCommand } from '${command}'; await runCommand(import.meta.url, async () => { ${fill} });`,
  );
  await expect(
    promisify(execFile)(process.execPath, ['--max-old-space-size=60', main]),
  ).rejects.toMatchObject({
    code: 1,
    stderr:
      'Memory ran out. Rank fewer records with --sample N, or give Node more than now: NODE_OPTIONS=--max-old-space-size=MEGABYTES.\n',
  });
});
