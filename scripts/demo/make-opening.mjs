/** `npm run bench -- --make opening`: ranks the demo and writes what the opening shows of it. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openingOf } from './opening.mjs';
import { run } from '../lib/commands.mjs';
import { PROJECT } from '../lib/paths.mjs';
import { SetupError } from '../setup.mjs';

/** Needs the built page. @throws {SetupError} where the demo is not ranked */
export async function makeOpening() {
  const { format } = await import('prettier');
  const file = join(PROJECT, '.cache', 'opening.json');
  mkdirSync(join(PROJECT, '.cache'), { recursive: true });
  const { code } = await run(process.execPath, ['scripts/negscope.mjs', 'rank', '--report', file]);
  if (code !== 0) throw new SetupError('The demo was not ranked; the reason stands above.');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const shown = openingOf(report, join(PROJECT, 'public/demo'));
  const path = join(PROJECT, 'src/pages/rank/opening/demo.json');
  writeFileSync(path, await format(JSON.stringify(shown), { parser: 'json', printWidth: 110 }));
  console.log(`${path}: ${report.verdict.headline}`);
}
