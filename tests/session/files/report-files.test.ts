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
    const turned = JSON.stringify(Object.fromEntries(Object.entries(json).reverse()));
    expect(await asReport(new File([turned], 'r.json'))).toEqual({ name: 'r.json', json });
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
