/** `npm run bench -- --make opening`: ranks the demo and writes what the opening shows of it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openingOf } from './opening.mjs';
import { PROJECT } from '../lib/paths.mjs';
import { openTerminal } from '../node/terminal.mjs';

/** The demo, with the page's own settings. @type {import('../../src/terminal/rank').Asked} */
const NOTHING_ASKED = {
  files: [],
  folders: [],
  model: null,
  encoder: {},
  reference: null,
  envelope: null,
  asMeant: [],
  looked: [],
  shortcuts: false,
  judge: false,
  verdicts: null,
  keep: false,
};

/** Needs the built page. */
export async function makeOpening() {
  const { format } = await import('prettier');
  const { RankCommand, PAGE, lend, startHere } = await openTerminal();
  lend(null);
  const command = new RankCommand('?stop=all', PAGE, () => startHere(null));
  const { report } = await command.rank(NOTHING_ASKED, () => undefined);
  await command.close();
  const shown = openingOf(report, join(PROJECT, 'public/demo'));
  const path = join(PROJECT, 'src/pages/rank/opening/demo.json');
  writeFileSync(path, await format(JSON.stringify(shown), { parser: 'json', printWidth: 110 }));
  console.log(`${path}: ${report.verdict.headline}`);
}
