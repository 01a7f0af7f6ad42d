/** `npm run make:schema`: writes public/report.schema.json from the report's types and the words of docs/REPORT.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from './lib/paths.mjs';
import { reportSchema, wordsOfPaths } from './lib/report-schema.mjs';
import { SetupError, runMain } from './setup.mjs';

await runMain(async () => {
  const words = wordsOfPaths(readFileSync(join(PROJECT, 'docs/REPORT.md'), 'utf8'));
  const { schema, paths } = reportSchema(words);
  const missing = [...paths].filter((path) => !words.has(path));
  if (missing.length > 0) throw new SetupError(`docs/REPORT.md does not describe ${missing.join(', ')}.`);
  const { format } = await import('prettier');
  const text = await format(JSON.stringify(schema), { parser: 'json', printWidth: 110 });
  writeFileSync(join(PROJECT, 'public/report.schema.json'), text);
  return 0;
});
