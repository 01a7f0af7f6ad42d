import './runes';

import { describe, expect, it } from 'vitest';

import { Inputs } from '../../src/session/inputs/inputs.svelte';
import { askedOptions } from '../../src/session/files/file-entries.svelte';

const MAPPING =
  'expected query=COLUMN,positive=COLUMN and one or more negative=COLUMN (or one label=COLUMN), perhaps id=COLUMN.';

const valuesOf = (search: string) => new Inputs(search).values;

describe('the inputs', () => {
  it('are what the address asks for; the rest starts as the table says', () => {
    const { values, unread } = new Inputs('?tau=0.2&sample=100&queries=all&label=keys&by-order&given=yes');
    expect(values).toMatchObject({ tau: 0.2, sample: 100, queries: 'all', label: 'keys', 'by-order': true });
    expect([values.seed, values.device, unread]).toEqual([42, 'auto', []]);
  });

  it.each([
    ['label=columns', 'expected file, keys, fields or column:NAME.'],
    ['label=column:', 'expected file, keys, fields or column:NAME.'],
    ['top-k=', 'expected a whole number from 1 on.'],
    ['top-k=0', 'expected a whole number from 1 on.'],
    ['top-k=2.5', 'expected a whole number from 1 on.'],
    ['relevant=', 'expected a number.'],
    ['relevant= ', 'expected a number.'],
    ['judge-sample=100000', 'expected a whole number from 1 on to 5000.'],
    ['level=1', 'expected a probability between 0.5 and 1, such as 0.95.'],
    ['device=gpu', 'expected one of auto, wasm, webgpu.'],
    ['tau=0', 'expected a number above 0.'],
    ['group= ', 'expected query, positive or the name of a column.'],
    ['map=query=a,positive=b', MAPPING],
    ['map=query=a,positive=b,negative=c,label=d', MAPPING],
    ['seeds=3', 'there is no such input.'],
  ])('leave out “%s”, and say so', (search, words) => {
    const { values, unread } = new Inputs(`?${search}`);
    expect(unread).toEqual([`“${search}” was left out: ${words}`]);
    expect(values).toEqual(valuesOf(''));
  });

  it('come back over a reload, but for what the address says', () => {
    const before = new Inputs('');
    before.values.tau = 0.3;
    Object.assign(before.values, { seed: 7, device: 'wasm', sample: 30 });
    const after = new Inputs('?device=webgpu');
    after.restore(structuredClone(before.kept()));
    expect(after.values).toEqual({ ...before.values, device: 'webgpu' });
  });

  it('ask for no run while one of them is wrong, and say which', () => {
    const inputs = new Inputs('');
    Object.assign(inputs.values, { seed: -1, negatives: 2.5, tau: 0 });
    expect([inputs.runSettings, inputs.gating]).toEqual([null, null]);
    expect(inputs.problems).toEqual([
      'Temperature: a number above 0.',
      'Seed: a whole number from 0 on to 4294967295.',
      'Negatives: a whole number from 1 on.',
    ]);
    Object.assign(inputs.values, { seed: 7, negatives: null, tau: 0.05 });
    expect(inputs.runSettings).toMatchObject({ seed: 7, negatives: null, sample: null, tau: 0.05 });
  });

  it('trim the names of columns, however many blanks there are', () => {
    const blanks = '+'.repeat(200_000);
    const mapped = (map: string) => askedOptions(valuesOf(`?map=${map}`)).mapping;
    const mapping = mapped(`${blanks}query=a${blanks}b${blanks},positive=p,negative=n`);
    expect([mapping?.query.length, mapping?.query.at(-1)]).toEqual([200_002, 'b']);
    expect(mapped(`query=${blanks},positive=p,negative=n`)).toBeNull();
    expect(mapped(`query=a${blanks}%0a${blanks}x,positive=p,negative=n`)).toBeNull();
  });
});
