/** Five faults in load and run: said on the page, and gone with the next run. */

import { expect, test } from '@playwright/test';

import { Harness } from '../../faults/harness';
import { FAULTS } from '../../faults/plan';

test.describe.configure({ timeout: 600_000 });

let harness: Harness | null = null;

test.beforeAll(async ({ browser }) => {
  // Passes without a fault take as long as the machine needs.
  test.setTimeout(1_800_000);
  harness = await Harness.open(browser);
});

test.afterAll(() => harness?.close());

function opened(): Harness {
  if (!harness) throw new Error('The harness was not opened.');
  return harness;
}

for (const plan of FAULTS) {
  test(`${plan.name}: the page says what happened, counts add up and a new run gives the same figures`, async () => {
    expect(await opened().play(plan)).toEqual({ fired: true, wrong: [] });
  });
}

test('a page that kept a failure to itself would be noticed', async () => {
  const { wrong } = await opened().play({
    name: 'a failure that is kept',
    kind: 'embedded',
    step: 'run',
    deed: { deed: 'mute', realm: 'engine', at: 1 },
  });
  expect(wrong.join('\n')).toMatch(/"run" ended without a word|neither went on nor said why at "run"/);
});
