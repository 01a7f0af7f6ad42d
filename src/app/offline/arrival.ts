/**
 * What happens before the page is shown: it takes its service worker into use, and loads itself once more where only that
 * seals it. No file can be chosen before.
 */

import { sealOfPage } from '../seal-of-page';
import { ServiceLink } from './service-link';
import { buildVersion } from './this-build';

/** What the page finds when it is opened. */
export interface Facts {
  /** True where this load has the headers that seal the page, from the server or from a service worker. */
  readonly sealed: boolean;
  /** True where a service worker answers for this page. */
  readonly controlled: boolean;
  /** When the page last loaded itself once more without being sealed since, in milliseconds; null where it has not. */
  readonly reloadedAt: number | null;
  readonly now: number;
}

/** A load that follows its own reload so soon was not helped by it. */
const SAME_ARRIVAL_MS = 60_000;

/** Whether the page has to load itself once more; never twice in a row. */
export function needsReload({ sealed, controlled, reloadedAt, now }: Facts): boolean {
  if (sealed || controlled) return false;
  return reloadedAt === null || now - reloadedAt > SAME_ARRIVAL_MS;
}

/** A page with its service worker, or why it has none. */
export type Opened =
  | { readonly kind: 'served'; readonly link: ServiceLink }
  /** `reason`: without a full stop; null where none is wanted, as under the development server. */
  | { readonly kind: 'alone'; readonly reason: string | null };

export type Arrival = Opened | { readonly kind: 'reloading' };

const INSECURE = 'the browser allows no service worker at an address that is neither https nor localhost';
const NOT_ALLOWED = 'this browser, or this private window, allows no service worker';
const PASSED_BY = 'the browser loads this page past its service worker';
const FRAMED = 'the page is shown inside another one';

/**
 * Takes the service worker into use. Where the server already seals the page, nothing waits for it.
 *
 * @param wait told once that something has to be waited for
 */
export async function arrive(wait: () => void): Promise<Arrival> {
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  if (buildVersion() === null) {
    await container?.getRegistration().then((stale) => stale?.unregister());
    return { kind: 'alone', reason: null };
  }
  if (!container) return { kind: 'alone', reason: isSecureContext ? NOT_ALLOWED : INSECURE };
  // A page that the service worker seals may not be shown inside another one.
  if (window.top !== window) return { kind: 'alone', reason: FRAMED };

  const scope = new URL('./', document.baseURI).href;
  const controlled = container.controller !== null;
  const sealed = await isSealedByHeaders();
  if (sealed && controlled) forgetReload();
  const link = new ServiceLink(container, scope);
  const facts = { sealed, controlled, reloadedAt: lastReload(), now: Date.now() };
  if (!needsReload(facts)) {
    if (!sealed && !controlled) return { kind: 'alone', reason: PASSED_BY };
    // Where it fails, what is kept cannot be told either: OfflineState says so.
    link.start().catch(() => undefined);
    return { kind: 'served', link };
  }
  wait();
  try {
    await link.start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'alone', reason: `the service worker could not be started: ${reason}` };
  }
  if (!rememberReload()) return { kind: 'alone', reason: NOT_ALLOWED };
  location.reload();
  return { kind: 'reloading' };
}

/** True where isolation and policy came with the page: what its first script has found out. */
async function isSealedByHeaders(): Promise<boolean> {
  const seal = sealOfPage();
  if (!crossOriginIsolated || seal === null) return false;
  const openings = () => seal.realms()[0]?.openings ?? null;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (openings() !== null) resolve();
    };
    seal.watch(look);
    look();
  });
  return openings()?.length === 0;
}

/**
 * In the storage of all tabs: that of one tab is not to be relied on where a page and its sealed successor are kept apart in
 * processes of their own (Chromium showed the one what the other had removed).
 */
const RELOADED = `negscope reloaded ${typeof location === 'undefined' ? '' : location.pathname}`;

function lastReload(): number | null {
  try {
    const at = localStorage.getItem(RELOADED);
    return at === null ? null : Number(at);
  } catch {
    return null;
  }
}

/** @returns false where the browser remembers nothing: then a reload could follow a reload for ever */
function rememberReload(): boolean {
  try {
    localStorage.setItem(RELOADED, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

function forgetReload(): void {
  try {
    localStorage.removeItem(RELOADED);
  } catch {
    // Where nothing is remembered, nothing need be forgotten.
  }
}
