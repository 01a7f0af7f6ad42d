/** Which build of the page this is, and how its files are asked for. */

import { BUILD_QUERY } from '../../service/build';

/** The version that the build wrote into the page; null under the development server. */
export function buildVersion(): string | null {
  const [mark] = document.getElementsByName('negscope-version');
  return mark?.getAttribute('content') ?? null;
}

/**
 * The address of a file that has no hash in its name, or of a folder of such files, with the version of this build for the
 * service worker. A server is asked for the plain address.
 */
export function ofThisBuild(address: URL): URL {
  // Read outside of a browser, as in the tests, the files of no build are asked for.
  const controlled = typeof document !== 'undefined' && navigator.serviceWorker?.controller;
  const version = controlled ? buildVersion() : null;
  if (version === null) return address;
  const named = new URL(address);
  named.searchParams.set(BUILD_QUERY, version);
  return named;
}
