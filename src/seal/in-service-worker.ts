/**
 * The first import of the service worker: removes what no policy holds. On a host without headers no policy binds it, since
 * its own script comes past it; what it lets through is told in src/service/service.ts.
 */

import { removeUngoverned } from './ungoverned';

removeUngoverned(globalThis);
// Against accident: it would lead the page away past src/seal/navigation.ts.
const { prototype } = Reflect.get(globalThis, 'WindowClient') as { readonly prototype: object };
Object.defineProperty(prototype, 'navigate', { value: undefined, writable: false, configurable: false });
