/** Every fixture in other clothes: packed by gzip, with CR LF, behind a byte order mark. */

import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, it } from 'vitest';

import { Bench, expectRecords, fixtureBytes, fixtures, loadedOf, optionsFor } from './fixtures';
import { fileOf } from './support';

let bench: Bench;

beforeAll(async () => {
  bench = await Bench.start();
});

afterAll(() => bench.store.close());

describe.each(fixtures)('$name', (fixture) => {
  it('reads the same of gzip, of CR LF and behind a byte order mark', async () => {
    const companions = await bench.loadCompanions(fixture);
    for (const expected of fixture.files) {
      const bytes = fixtureBytes(fixture, expected.file);
      const text = new TextDecoder().decode(bytes);
      const name = expected.file.split('/').at(-1) as string;
      for (const [form, content] of [
        [`${name}.gz`, gzipSync(bytes)],
        [name, text.replaceAll('\n', '\r\n')],
        [name, `\ufeff${text}`],
      ] as const) {
        const outcome = await bench.load(fileOf(form, content), optionsFor(expected));
        await expectRecords(bench, loadedOf(outcome), expected);
        await bench.clear([outcome]);
      }
    }
    await bench.clear(companions);
  });
});
