/** Verdicts on the demo, by `negscope rank` in this process: each stands in demo.json, read by a person. */

import { beforeAll, expect, it } from 'vitest';

import { MINI_FOLDER, rankHere, stubPage, type Ended } from './command';
import { madeFile } from './made-files';
import { DEMO_SITUATIONS } from './situations';
import { faultsOf, goldenRow } from './table';

beforeAll(stubPage);

const ended = new Map<string, Ended>();

it.each(DEMO_SITUATIONS.map((situation) => [situation.name, situation] as const))(
  '%s',
  async (name, situation) => {
    const { files, options } = situation;
    const result = await rankHere({ files: files.map(madeFile), options, model: MINI_FOLDER });
    ended.set(name, result);
    expect(faultsOf(result)).toEqual([]);
  },
);

it('gives the verdicts of demo.json', async () => {
  const rows = DEMO_SITUATIONS.flatMap((situation) => {
    const result = ended.get(situation.name);
    return result ? [goldenRow(situation, result)] : [];
  });
  await expect(`${JSON.stringify(rows, null, 2)}\n`).toMatchFileSnapshot('demo.json');
});
