import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { DEMO, EXAMPLE, EXAMPLE_ROWS } from '../../../../src/pages/rank/opening/demo-result';

it('each source of the stored demo has the colour that it gets when the demo is run: that of its place in the index', () => {
  const { files } = JSON.parse(readFileSync('public/demo/index.json', 'utf8')) as {
    files: { path: string }[];
  };
  expect(DEMO.rows).toHaveLength(4);
  for (const { name, colour } of DEMO.rows) expect(files[colour]?.path).toBe(`${name}.jsonl`);
});

it('the worked example is of passages of the demo, and its weight is the product of its gates', () => {
  for (const { negative, weight } of EXAMPLE_ROWS) {
    const [first] = readFileSync(`public/demo/${negative.source}.jsonl`, 'utf8').split('\n');
    expect(first).toContain(JSON.stringify(EXAMPLE.query));
    expect(first).toContain(JSON.stringify(negative.text));
    expect(weight).toBeCloseTo(negative.rho * negative.eta * negative.psi, 12);
    expect(negative.psi).toBeCloseTo(1 - negative.coverage, 12);
  }
});
