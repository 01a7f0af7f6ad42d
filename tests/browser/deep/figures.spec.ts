import { expect, sharedData, test } from '../helpers';
import {
  ENCODED,
  GOLDEN_REFERENCE,
  expectFigures,
  expected,
  figuresOf,
  goldenFiles,
  rank,
} from '../rank-report';

test('golden sources with the experiments of the lab: all the same, byte for byte, in a second run', async () => {
  const { experiments, ...run } = await golden('lab.json', 'all');
  expect(experiments?.controls?.safe.full).toBe(false);
  const { experiments: same, ...again } = await golden('again.json', 'controls,permutation');
  expect(Object.keys(same?.runs ?? {})).toEqual(['controls', 'permutation']);
  expect(same?.controls).toEqual(experiments?.controls);
  expect(same?.permutation).toEqual(experiments?.permutation);
  expect(JSON.stringify(figuresOf(again)), 'the run itself').toBe(JSON.stringify(figuresOf(run)));
});

const golden = (report: string, experiments: string) =>
  rank(report, goldenFiles(), ...GOLDEN_REFERENCE, '--experiments', experiments);

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
