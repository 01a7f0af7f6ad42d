/** The first import of every worker, and what the build puts before the scripts of others: seals the worker. */

import { sealRealm } from './realm';
import { tellParent } from './realms';
import { SEAL_KEY } from './types';

// A script that begins with this may be loaded into a worker that is sealed already.
if (!Reflect.has(globalThis, SEAL_KEY)) {
  Object.defineProperty(globalThis, SEAL_KEY, { value: true });
  const realms = sealRealm(globalThis, __NEGSCOPE_POLICY__);
  tellParent(realms, (message) => globalThis.postMessage(message));
}
