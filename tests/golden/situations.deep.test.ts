/**
 * Verdicts on the data of ../shared, by `negscope rank` in this process: each stands in situations.json, read by a person.
 * Skipped where ../shared is not here.
 */

import { beforeAll, describe } from 'vitest';

import { POTION_FOLDER, stubPage } from './command';
import { sharedIsHere } from './made-files';
import { testSituations } from './table';

describe.skipIf(!sharedIsHere)('on the data of ../shared', { timeout: 120_000 }, () => {
  beforeAll(stubPage);
  testSituations('situations.json', POTION_FOLDER);
});
