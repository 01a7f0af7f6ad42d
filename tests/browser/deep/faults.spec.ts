/** Faults by seed, at random points of load, run, rescore and export: said on the page, and gone with the next run. */

import { expect, test } from '@playwright/test';

import { Harness, inWords, type SeedResult } from '../../faults/harness';

/** `npm run fuzz -- --faults` sets both. */
const COUNT = Number(process.env.NEGSCOPE_FAULTS ?? 12);
const FIRST = Number(process.env.NEGSCOPE_SEED ?? 1);

/** Pages at once. */
const LANES = 2;

test.describe.configure({ timeout: 300_000 + COUNT * 30_000 });

let harness: Harness | null = null;

test.beforeAll(async ({ browser }) => {
  // Twenty passes without a fault: a minute on an idle machine.
  test.setTimeout(1_800_000);
  harness = await Harness.open(browser);
});

test.afterAll(() => harness?.close());

function opened(): Harness {
  if (!harness) throw new Error('The harness was not opened.');
  return harness;
}

test('after every seeded fault the page says what happened, counts add up and a new run gives the same figures', async () => {
  const faults = opened();
  const seeds = Array.from({ length: COUNT }, (_, i) => FIRST + i);
  const share = Math.ceil(COUNT / LANES);
  const started = Date.now();
  const tell = (result: SeedResult) => {
    if (result.wrong.length > 0) console.log(inWords(result));
    if (process.env.NEGSCOPE_FAULTS_TOLD) {
      console.log(JSON.stringify({ ...result, faulted: { ...result.faulted, report: undefined } }));
    }
  };
  const lanes = Array.from({ length: LANES }, (_, lane) => seeds.slice(lane * share, (lane + 1) * share));
  const results = (await Promise.all(lanes.map((lane) => faults.play(lane, tell)))).flat();
  const fired = results.filter((result) => result.fired).length;
  console.log(
    `${results.length} seeds from ${FIRST} on: ${fired} faults happened, ${Math.round((Date.now() - started) / 1000)} s`,
  );
  expect(results.filter(({ wrong }) => wrong.length > 0).map(inWords)).toEqual([]);
  if (COUNT >= 100) expect(fired / COUNT).toBeGreaterThan(0.8);
});

test('a page that kept a failure to itself would be noticed', async () => {
  const { wrong } = await opened().playPlan({
    seed: 0,
    kind: 'embedded',
    step: 'run',
    deed: { deed: 'mute', realm: 'engine', at: 1 },
  });
  expect(wrong.join('\n')).toMatch(/"run" ended without a word|neither went on nor said why at "run"/);
});
