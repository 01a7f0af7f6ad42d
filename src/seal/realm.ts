/** What page and workers do first: remove, count workers and requests, probe. */

import { findOpenings } from './probe';
import { countWorkers, Realms } from './realms';
import { countRequests } from './requests';
import type { RealmState } from './types';
import { removeUngoverned } from './ungoverned';

/**
 * Seals this realm. The removals are made when it returns; the probe answers later.
 * @param policy ours
 * @param found what was found open already, in sentences
 * @returns the realm and those below it
 */
export function sealRealm(scope: typeof globalThis, policy: string, found: readonly string[] = []): Realms {
  removeUngoverned(scope);
  trustOwnScripts(scope);
  const realms = new Realms();
  let state: RealmState = { path: '', script: scope.location.href, openings: null, sent: 0, refused: 0 };
  const change = (changed: Partial<RealmState>) => realms.set('', (state = { ...state, ...changed }));
  change({});
  countWorkers(scope, realms);
  countRequests(scope, change);
  void findOpenings(scope, policy).then((more) => change({ openings: [...found, ...more] }));
  return realms;
}

/** The policy demands trusted types for scripts: only those of our origin get one. */
function trustOwnScripts(scope: typeof globalThis): void {
  const factory: unknown = Reflect.get(scope, 'trustedTypes');
  if (typeof factory !== 'object' || factory === null || !('createPolicy' in factory)) return;
  const { href, origin } = scope.location;
  const createScriptURL = (address: string) => (new URL(address, href).origin === origin ? address : null);
  const create = factory.createPolicy as (name: string, rules: object) => void;
  Reflect.apply(create, factory, ['default', { createScriptURL }]);
}
