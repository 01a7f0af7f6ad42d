import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, it, vi } from 'vitest';

import { buildHash, isCurrent } from '../../scripts/lib/build-inputs.mjs';
import { temporaryFolder } from '../support/temporary';

const folder = temporaryFolder({ 'src/a.ts': 'one', 'src/deep/b.ts': 'two', 'dist/index.html': '' });
const dist = join(folder, 'dist');
const at = (name: string) => join(folder, name);

afterEach(() => void vi.useRealTimers());

it('says of a build whether its inputs are those of now, also where size and date of a changed one are as before', () => {
  const built = () => writeFileSync(at('dist/.build-hash'), `${buildHash(folder, './')}\n`);
  const date = new Date('2026-01-01');
  expect(isCurrent(folder, dist)).toBe(false);
  utimesSync(at('src/a.ts'), date, date);
  built();
  expect(isCurrent(folder, dist)).toBe(true);
  expect(existsSync(at('dist/.build-seen')), 'what was written just now is read again').toBe(false);
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
  for (let i = 0; i < 2; i++) expect(isCurrent(folder, dist)).toBe(true);
  expect(existsSync(at('dist/.build-seen'))).toBe(true);
  writeFileSync(at('src/a.ts'), 'ONE');
  utimesSync(at('src/a.ts'), date, date);
  expect(isCurrent(folder, dist)).toBe(false);
  built();
  expect(isCurrent(folder, dist)).toBe(true);
  writeFileSync(at('src/deep/c.ts'), '');
  expect(isCurrent(folder, dist)).toBe(false);
});
