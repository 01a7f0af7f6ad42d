import { readdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { realmName } from '../../src/app/seal-words';

it('names every worker of the page', () => {
  const workers = readdirSync(new URL('../../workers/', import.meta.url)).filter(
    (name) => !/service/.test(name),
  );
  for (const worker of workers) {
    const script = `http://localhost/assets/${worker.replace('.ts', '-AbCd1234.js')}`;
    expect(realmName({ path: '0', script, openings: null } as never)).not.toContain('.js');
  }
});
