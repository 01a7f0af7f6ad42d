/** The first script of the page, before any other: seals it, and leaves a `Seal` for the shell. */

import { keepOnPage } from './navigation';
import { sealRealm } from './realm';
import { SEAL_KEY, type Seal } from './types';

keepOnPage(window);
// A script that the host puts before this one may have kept what is removed here.
const isFirst = document.currentScript === document.scripts[0];
const found = isFirst ? [] : ['the host has put a script before those of the page.'];
const realms = sealRealm(window, __NEGSCOPE_POLICY__, found);
const seal: Seal = (listener) => realms.watch(() => listener(structuredClone(realms.all())));
Object.defineProperty(window, SEAL_KEY, { value: Object.freeze(seal) });

// Modules, and with them the page, do not load from a file.
if (location.protocol === 'file:') {
  const words =
    'Negscope cannot run from a file: browsers load no modules and start no workers there. Serve this folder, for ' +
    'instance with "npx negscope serve", and open its address.';
  addEventListener('DOMContentLoaded', () => document.getElementById('app')?.replaceChildren(words));
}
