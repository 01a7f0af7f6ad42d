/** What the browser of the tabs keeps; a test gives it another one. */

import { MemoryStore } from '../memory-store';

export const browser = { store: new MemoryStore() };
