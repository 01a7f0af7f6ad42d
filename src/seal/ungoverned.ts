/** Ways out that no policy holds: removed for good, before any other script runs. docs/PRIVACY.md says against what that helps. */

/** Packets to any address; voices, pictures and screens that the browser asks others for. */
const UNGOVERNED = /^(webkit|moz)?(RTC|WebTransport|[sS]peech|Notification$|MediaMetadata$|Presentation)/;

/** Removes the globals; what was removed cannot be defined again. */
export function removeUngoverned(scope: object): void {
  for (const [holder, name] of ungovernedIn(scope)) {
    try {
      Object.defineProperty(holder, name, { value: undefined, writable: false, configurable: false });
    } catch {
      // It stays, and `remainingIn` names it.
    }
  }
}

/** Names of what should have been removed and is there; empty after a removal that worked. */
export function remainingIn(scope: object): string[] {
  return ungovernedIn(scope).flatMap(([holder, name]) => {
    const property = Object.getOwnPropertyDescriptor(holder, name);
    return property?.configurable === false && property.value === undefined && !property.get ? [] : [name];
  });
}

/** Every such global, on the object that holds it: the global object or one of its prototypes. */
function ungovernedIn(scope: object): [holder: object, name: string][] {
  const found: [object, string][] = [];
  for (let holder = scope; holder !== Object.prototype; holder = Object.getPrototypeOf(holder) as object) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (UNGOVERNED.test(name)) found.push([holder, name]);
    }
  }
  return found;
}
