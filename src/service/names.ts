/**
 * Names that page and service worker share. Several pages may share an origin, as under user.github.io: every name tells
 * the folder of the page that it belongs to.
 */

/** The layout of what is kept. A service worker drops what one with another layout has kept. */
const LAYOUT = 1;

/** Path of the page's folder. @param scope its address */
function folderOf(scope: string): string {
  return new URL(scope).pathname;
}

/** What the names of all caches of this page begin with. */
export function cachePrefix(scope: string): string {
  return `negscope ${folderOf(scope)} layout `;
}

export function cacheName(scope: string): string {
  return `${cachePrefix(scope)}${LAYOUT}`;
}

const OPEN = 'open';

/** The lock that a tab holds for as long as it is open; its name tells the version of the tab. */
export function openLock(scope: string, version: string): string {
  return `negscope ${folderOf(scope)} ${OPEN} ${version}`;
}

/** The version that a lock's name tells; null for any other lock. */
export function versionOfLock(scope: string, name: string): string | null {
  const start = openLock(scope, '');
  return name.startsWith(start) ? name.slice(start.length) : null;
}

/** The lock that tabs hold together while a run is under way in them. */
export function runLock(scope: string): string {
  return `negscope ${folderOf(scope)} run`;
}
