/** The browser's own question before a page is left. It is asked only while there is something to lose. */

/** Has the browser ask; returns what takes that back. */
export function warnBeforeLeaving(atRisk: boolean): (() => void) | undefined {
  if (!atRisk) return undefined;
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
