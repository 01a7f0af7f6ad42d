/** Which files of ../shared are called as mined by the encoder that judges them: XQuAD's dense.jsonl by potion, no other. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { readTevatron } from '../support/tevatron';
import { stubBrowserGlobals } from '../support/browser-globals';
import { folderOnDisk, MINI, POTION, potionIsHere } from '../support/folders';
import { encoderOf, engineOn, runRequest, silent } from '../support/runs';

const FILES = {
  xquad: ['dense', 'bm25', 'random', 'leaky'],
  dl1920: ['bm25', 'tasb', 'repllama', 'random'],
} as const;
const path = (set: string, name: string) =>
  fileURLToPath(new URL(`../../../shared/data/${set}/${name}.jsonl`, import.meta.url));
const isHere = potionIsHere && existsSync(path('xquad', 'dense'));

beforeAll(() => stubBrowserGlobals());
afterAll(() => vi.unstubAllGlobals());

describe.skipIf(!isHere)('sources mined by their judge (../shared)', () => {
  for (const [set, names] of Object.entries(FILES)) {
    it.each([
      ['potion-base-2M', POTION],
      ['negscope-mini', MINI],
    ])(`${set} under %s`, async (name, folder) => {
      const sources = names.map((source) => readTevatron(path(set, source)));
      const encoder = encoderOf(folderOnDisk(name, folder));
      const called = async (places: readonly number[]) => {
        const chosen = places.map((place) => sources[place] ?? []);
        const { own_mining: mining } = await engineOn(chosen).run(
          runRequest(chosen.length, { encoder }),
          silent,
        );
        expect(mining.map(({ found }) => found?.records)).not.toContain(undefined);
        return mining.flatMap(({ found }, i) => (found?.flagged ? [names[places[i] as number]] : []));
      };
      const expected = set === 'xquad' && folder === POTION ? ['dense'] : [];
      expect(await called([0, 1, 2, 3])).toEqual(expected);
      // Alone, where no other source's passages lie between.
      for (const place of [0, 1, 2, 3]) {
        expect(await called([place])).toEqual(expected.filter((own) => own === names[place]));
      }
    });
  }
});
