/**
 * The first import of the service worker: removes what no policy holds. On a host without headers no policy binds it, since
 * its own script comes past it; what it lets through is told in src/service/service.ts.
 */

import { removeUngoverned } from './ungoverned';

removeUngoverned(globalThis);
