import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { asReport } from '../../../src/session/files/report-files';

const REPORT = JSON.stringify({ schema_version: 3, negscope: { version: '0' } }, null, 2);

describe('a report among the files that are given', () => {
  it('is told plain and packed', async () => {
    const json = JSON.parse(REPORT) as object;
    expect(await asReport(new File([REPORT], 'r.json'))).toEqual({ name: 'r.json', json });
    const packed = Uint8Array.from(gzipSync(REPORT));
    expect(await asReport(new File([packed], 'r.json.gz'))).toEqual({ name: 'r.json.gz', json });
    expect(await asReport(new File([packed], 'r.json'))).toEqual({ name: 'r.json', json });
  });

  it('that is too large is refused by its unpacked size', async () => {
    const long = REPORT.replace('"version"', `"filler": "${'x'.repeat(5_000_000)}", "version"`);
    for (const file of [
      new File([long], 'long.json'),
      new File([Uint8Array.from(gzipSync(long))], 'long.json.gz'),
    ])
      await expect(asReport(file)).rejects.toThrow(
        /long\.json(\.gz)? is too large: the page opens reports of at most 4/,
      );
  });

  it('is not seen in other files', async () => {
    for (const [name, content] of [
      ['a.json', '{"query": "q"}'],
      ['a.json.gz', Uint8Array.from(gzipSync('[{"query": "q"}]'))],
      ['a.jsonl', REPORT],
    ] as const)
      expect(await asReport(new File([content], name)), name).toBeNull();
  });
});
