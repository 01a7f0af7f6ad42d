/** `npm run bench -- --make opening`: ranks the demo and writes what the opening shows of it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openingOf } from './opening.mjs';
import { PROJECT } from '../lib/paths.mjs';
import { NOTHING_ASKED, openTerminal } from '../node/terminal.mjs';

/** Needs the built page. */
export async function makeOpening() {
  const { format } = await import('prettier');
  const { terminal, base } = await openTerminal();
  const command = new terminal.RankCommand('?stop=all', base);
  const { report } = await command.rank(NOTHING_ASKED, () => undefined);
  await command.close();
  const shown = openingOf(report, join(PROJECT, 'public/demo'));
  const path = join(PROJECT, 'src/pages/rank/opening/demo.json');
  writeFileSync(path, await format(JSON.stringify(shown), { parser: 'json', printWidth: 110 }));
  console.log(`${path}: ${report.verdict.headline}`);
}
