import { expect, it } from 'vitest';

import { runScript } from '../support/run-script';

it('says in a sentence that memory ran out in it, and what helps', { timeout: 60_000 }, async () => {
  const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=16' };
  expect(await runScript('negscope.mjs', ['rank'], { env })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(
      'Memory ran out. Rank fewer records with --sample N, or give Node more than now: NODE_OPTIONS=--max-old-space-size=MEGABYTES.\n',
    ),
  });
});
