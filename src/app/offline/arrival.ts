/**
 * Before the page is shown it starts its service worker, and reloads itself if only the service worker seals it. No file
 * can be chosen before.
 */

import { sealOfPage } from '../seal.svelte';

/** The version that the build wrote into the page; null under the development server. */
export function buildVersion(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=negscope-version]')?.content ?? null;
}

/** The state of the history while the page loads itself again: a second time would not help either. */
const AGAIN = 'again';

/** A page with its service worker, which `started` waits for, or why it has none. */
export type Opened =
  | { readonly kind: 'served'; readonly started: Promise<void> }
  /** `reason`: without a full stop; null if none is wanted, as under the development server. */
  | { readonly kind: 'alone'; readonly reason: string | null };

const INSECURE = 'the browser allows no service worker at an address that is neither https nor localhost';
const NOT_ALLOWED = 'this browser, or this private window, allows no service worker';

/** Names of this machine. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether the page goes without a service worker, and one that another page has left at its address goes: under the
 * development server, and where `negscope FILES` seals it by headers, for as long as it runs. The command chooses a new folder
 * each time, so a page with a service worker of its own is not the command's, whatever a link says.
 * @param place the version of the build, the page's address, its folder, and the scope of the service worker registered for it
 */
export function standsAlone(
  place: Readonly<{ version: string | null; address: string; scope: string; known: string | null }>,
): boolean {
  const { version, address, scope, known } = place;
  const { hostname, searchParams } = new URL(address);
  return version === null || (searchParams.has('given') && LOCAL.has(hostname) && known !== scope);
}

/**
 * Starts the service worker. Nothing waits for it if the server already seals the page. @param wait called if there is a wait
 * @returns null where the page is being loaded again
 */
export async function arrive(wait: () => void): Promise<Opened | null> {
  const isAgain = history.state === AGAIN;
  history.replaceState(null, '');
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  const scope = new URL('./', document.baseURI).href;
  // Some browsers reject this where their settings forbid service workers.
  const found = await container?.getRegistration().catch(() => 'forbidden' as const);
  const registration = found === 'forbidden' ? undefined : found;
  const known = registration?.scope ?? null;
  if (standsAlone({ version: buildVersion(), address: location.href, scope, known })) {
    await registration?.unregister();
    return { kind: 'alone', reason: null };
  }
  if (!container || found === 'forbidden') {
    return { kind: 'alone', reason: isSecureContext ? NOT_ALLOWED : INSECURE };
  }
  // A sealed page may not be shown inside another one.
  if (window.top !== window) return { kind: 'alone', reason: 'the page is shown inside another one' };

  const controlled = container.controller !== null;
  // OfflineState reports a failure.
  if (controlled || (await isSealedByHeaders()))
    return { kind: 'served', started: startService(container, scope) };
  if (isAgain) return { kind: 'alone', reason: 'the browser loads this page past its service worker' };
  wait();
  try {
    await startService(container, scope);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'alone', reason: `the service worker could not be started: ${reason}` };
  }
  history.replaceState(AGAIN, '');
  location.reload();
  return null;
}

/** Whether isolation and policy came with the page, as its first script found. */
async function isSealedByHeaders(): Promise<boolean> {
  const seal = sealOfPage();
  if (!crossOriginIsolated || seal === null) return false;
  return new Promise((resolve) => {
    seal(([page]) => page?.openings && resolve(page.openings.length === 0));
  });
}

/** Time limit for the start of a service worker: on a host without headers the page waits for it. */
const START_MS = 10_000;

/**
 * Registers the service worker and waits until it is active.
 * @throws Error whose message follows a colon; DOMException or TypeError if the browser or the server refuses it
 */
function startService(container: ServiceWorkerContainer, scope: string): Promise<void> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`it did not answer within ${START_MS / 1000} s`)), START_MS);
  });
  return Promise.race([register(container, scope), late]);
}

async function register(container: ServiceWorkerContainer, scope: string): Promise<void> {
  // A cached copy of the script would hide a new version.
  const options = { scope, updateViaCache: 'none' } as const;
  const registration = await container.register(`${scope}service-worker.js`, options);
  // Playwright's `serviceWorkers: 'block'` replaces `register` by a stub without a result.
  if (!(registration instanceof ServiceWorkerRegistration)) throw new Error('the browser blocks it');
  const failed = new Promise<never>((_resolve, reject) => {
    registration.installing?.addEventListener('statechange', function () {
      if (this.state === 'redundant') reject(new Error('it could not be installed'));
    });
  });
  await Promise.race([container.ready, failed]);
}
