/** The first script of the page, before any other: seals it, and leaves a `Seal` for the shell to read. */

import { guardElements } from './elements';
import { guardNavigation } from './navigation';
import { sealRealm } from './realm';
import { SEAL_KEY, type Seal } from './types';

guardElements(window);
guardNavigation(window);
const { realms, scriptOf } = sealRealm(window, __NEGSCOPE_POLICY__);
const seal: Seal = {
  realms: () => realms.all(),
  watch: (listener) => realms.watch(listener),
  scriptOf,
};
Object.defineProperty(window, SEAL_KEY, { value: Object.freeze(seal) });
