import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { DEMO } from '../../../../src/pages/rank/opening/demo-result';

it('each source of the stored demo has the colour that it gets when the demo is run: that of its place in the index', () => {
  const { files } = JSON.parse(readFileSync('public/demo/index.json', 'utf8')) as {
    files: { path: string }[];
  };
  expect(DEMO.rows).toHaveLength(4);
  for (const { name, colour } of DEMO.rows) expect(files[colour]?.path).toBe(`${name}.jsonl`);
});
