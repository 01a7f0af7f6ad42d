import { EXACT, GOLDEN_REFERENCE, expectFigures, expected, goldenFiles } from './rank-report';
import { expect, sharedData, test } from './helpers';

for (const [device, tag] of [
  ['wasm', ''],
  ['webgpu', ' @deep'],
] as const) {
  test.describe(device, () => {
    test.use({ inputs: { device, stop: 'all' } });

    test(`golden sources: the expected figures on ${device}${tag}`, async ({ rankPage }) => {
      await rankPage.loadFiles(goldenFiles());
      await rankPage.chooseReference(GOLDEN_REFERENCE[1]?.split(',') ?? []);
      await rankPage.rank();
      const { report } = await rankPage.exportReport();
      expect(report.device.kind).toBe(device);
      expectFigures(report, expected(sharedData('golden/expected.json')), EXACT);
    });
  });
}
