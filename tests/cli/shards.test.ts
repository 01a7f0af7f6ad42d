import { join } from 'node:path';

import { expect, it } from 'vitest';

import { run } from '../../src/cli/shards';
import { CommandError } from '../../src/cli/terminal';
import { temporaryFolder } from '../support/temporary';

const at = (name: string) => join(folder, name);
const folder = temporaryFolder({ 'a.jsonl': '', 'idf.table': '' });

const IDF = ['--idf', at('idf.table')];
const OUT = ['--out', at('out')];
const REPORT = ['--report', at('report.json')];

it.each([
  ['partial', ['score', ...IDF, ...OUT, '--tau', '0.2'], '--tau: there is no such option of partial score.'],
  [
    'partial',
    ['score', ...IDF, ...OUT, '--weightings', 'full'],
    '--weightings: there is no such option of partial score.',
  ],
  [
    'partial',
    ['score', ...IDF, ...OUT, '--normalise'],
    '--normalise: there is no such option of partial score.',
  ],
  ['partial', ['idf', ...OUT, '--tau', '0.2', ...REPORT], '--report: there is no such option of partial.'],
  ['merge', [...OUT, ...REPORT], '--report: there is no such option of merge without --idf.'],
  ['merge', [...IDF, ...REPORT, ...OUT], '--out: there is no such option of merge with --idf.'],
] as const)('%s refuses an option that it does not read: %j', async (command, argv, words) => {
  const refused = run([...argv, at('a.jsonl')], command);
  await expect(refused).rejects.toThrow(CommandError);
  await expect(refused).rejects.toThrow(words);
});

it.each(['idf', 'score'])('takes options before the word %s', async (pass) => {
  const started = run([...OUT, ...(pass === 'score' ? IDF : []), pass, at('none.jsonl')], 'partial');
  await expect(started).rejects.toThrow(/^FILE .*none\.jsonl: there is no such file/);
});
