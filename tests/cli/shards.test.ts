import { join } from 'node:path';

import { expect, it } from 'vitest';

import { CommandError } from '../../src/cli/arguments';
import { merge, partial } from '../../src/cli/shards';
import { temporaryFolder } from '../support/temporary';

const at = (name: string) => join(folder, name);
const folder = temporaryFolder({ 'a.jsonl': '', 'idf.table': '' });

const IDF = ['--idf', at('idf.table')];
const OUT = ['--out', at('out')];
const REPORT = ['--report', at('report.json')];

it.each([
  [partial, ['score', ...IDF, ...OUT, '--tau', '0.2'], '--tau: there is no such option.'],
  [partial, ['score', ...IDF, ...OUT, '--weightings', 'full'], '--weightings: there is no such option.'],
  [partial, ['score', ...IDF, ...OUT, '--normalise'], '--normalise: there is no such option.'],
  [partial, ['idf', ...OUT, '--tau', '0.2', ...REPORT], '--report: there is no such option.'],
  [merge, [...OUT, ...REPORT], '--report: there is no such option.'],
  [merge, [...IDF, ...REPORT, ...OUT], '--out: there is no such option.'],
] as const)('%o refuses an option that it does not read: %j', async (run, argv, words) => {
  const refused = run([...argv, at('a.jsonl')]);
  await expect(refused).rejects.toThrow(CommandError);
  await expect(refused).rejects.toThrow(words);
});
