import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { scoreFormula } from '../../src/scoring/weightings';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

it('CITATION.cff has the version of the package and the formula of the report', () => {
  const citation = read('CITATION.cff').replace(/\n {2}(?! )/g, ' ');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(citation).toContain(`\nversion: ${version}\n`);
  expect(citation).toContain(scoreFormula('full'));
});
