/** Test files may share their globals and modules: what a file replaced is put back behind it, also where it failed. */

import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
