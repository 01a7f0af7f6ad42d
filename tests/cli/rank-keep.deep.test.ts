import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Report } from '../../src/report/result';
import { demoFile } from '../browser/files';
import { MINI } from '../support/folders';
import { temporaryFolder } from '../support/temporary';
import { rankIn } from './rank-process';

const folder = temporaryFolder();

async function ranked(): Promise<Report> {
  const options = `--model ${MINI} --keep kept --report r.json`.split(' ');
  const { code, stderr } = await rankIn(folder, [...['bm25', 'random'].map(demoFile), ...options]);
  expect(code, stderr).toBe(0);
  return JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')) as Report;
}

it(
  'a second run embeds nothing, and gives the same figures; damaged rows are embedded again',
  { timeout: 180_000 },
  async () => {
    const first = await ranked();
    expect(first.cost).toMatchObject({ encodes: first.cost.texts, cache: { kind: 'disk' } });
    const second = await ranked();
    expect(second.cost).toMatchObject({ encodes: 0, cached_texts: first.cost.texts });
    expect(second.sources).toEqual(first.sources);
    const segments = readdirSync(join(folder, 'kept'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.segment'))
      .map((path) => join(folder, 'kept', path))
      // The second run wrote nothing into its own.
      .filter((path) => statSync(path).size > 0);
    expect(segments).toHaveLength(1);
    for (const path of segments) {
      const bytes = readFileSync(path);
      bytes.fill(0, bytes.length / 2, bytes.length / 2 + 64);
      writeFileSync(path, bytes);
    }
    const third = await ranked();
    expect(third.cost.encodes).toBeGreaterThan(0);
    expect(third.sources).toEqual(first.sources);
  },
);
