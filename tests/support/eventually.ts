/** Waiting in tests for what comes by itself. */

import { vi } from 'vitest';

/** Waits until nothing is thrown: long enough for a machine that has more to do. */
export const eventually = <T>(holds: () => T): Promise<T> => vi.waitFor(holds, { timeout: 20_000 });
