/** What `npm run rank` must show: the figures of an independent float64 implementation, through the built page. */

import { EXACT, GOLDEN_REFERENCE, expectFigures, expected, goldenFiles, rank } from './rank-report';
import { expect, sharedData, test } from './helpers';

for (const [device, tag] of [
  ['wasm', ''],
  ['webgpu', ' @deep'],
] as const) {
  test(`golden sources: the expected figures on ${device}${tag}`, async () => {
    const report = await rank('golden.json', goldenFiles(), ...GOLDEN_REFERENCE, '--device', device);
    expect(report.device.kind).toBe(device);
    expectFigures(report, expected(sharedData('golden/expected.json')), EXACT);
  });
}
