/** More of what `npm run rank` must show: experiments, the same again, and real files under a real encoder. */

import { readFileSync } from 'node:fs';

import { differences } from '../../support/compare';
import { expect, sharedData, test } from '../helpers';
import {
  ENCODED,
  EXACT,
  GOLDEN_REFERENCE,
  expectFigures,
  expected,
  figuresOf,
  goldenFiles,
  rank,
} from '../rank-report';

test.describe('golden sources', () => {
  test('the experiments of the lab: the expected settings and sweeps; all the same, byte for byte, in a second run', async () => {
    const want = JSON.parse(readFileSync(sharedData('golden/expected.json'), 'utf8')) as {
      readonly settings: Readonly<Record<string, unknown>>;
      readonly sources: Readonly<Record<string, { readonly c_sweep: unknown }>>;
    };
    const first = await rank('lab.json', goldenFiles(), ...GOLDEN_REFERENCE, '--experiments', 'all');
    const { experiments, ...run } = first;
    const { sweeps, controls } = experiments ?? {};
    for (const [name, { c_sweep }] of Object.entries(want.sources)) {
      const points = sweeps?.['c-sweep']?.map(({ at, sources }) => ({ c: at, eci: sources[name]?.['eci'] }));
      expect(differences(points, c_sweep, EXACT)).toEqual([]);
    }
    for (const { id, sources } of sweeps?.lexical ?? []) {
      const [tokenizer, corpus] = id.split('/');
      if (corpus === 'pooled-documents')
        expect(differences(sources, want.settings[`tokenizer=${tokenizer}`], EXACT)).toEqual([]);
    }
    expect(controls?.safe.full).toBe(false);
    const { experiments: same, ...again } = await rank(
      'again.json',
      goldenFiles(),
      ...GOLDEN_REFERENCE,
      '--experiments',
      'controls,permutation',
    );
    expect(Object.keys(same?.runs ?? {})).toEqual(['controls', 'permutation']);
    expect(same?.controls).toEqual(experiments?.controls);
    expect(same?.permutation).toEqual(experiments?.permutation);
    expect(JSON.stringify(figuresOf(again)), 'the run itself').toBe(JSON.stringify(figuresOf(run)));
  });
});

for (const { folder, names, reference } of [
  { folder: 'dl1920', names: ['bm25', 'tasb', 'repllama', 'random'], reference: 'bm25,tasb,repllama' },
  { folder: 'xquad', names: ['bm25', 'dense', 'random', 'leaky'], reference: 'bm25,dense' },
]) {
  test(`${folder} with potion-base-2M: the expected figures`, async () => {
    const files = names.map((name) => sharedData(`data/${folder}/${name}.jsonl`));
    const model = ['--model', sharedData('models/potion-base-2M'), '--reference', reference];
    const report = await rank(`${folder}.json`, files, ...model);
    expectFigures(report, expected(sharedData(`data/${folder}/expected_potion-base-2M.json`)), ENCODED);
  });
}
