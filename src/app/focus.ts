/** Where the keyboard goes on after something on the page was replaced. */

/** Moves the focus, and the view where it is needed, to the element with an id. */
export function focusOn(id: string): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

/** As `focusOn`, but only where the focus went with an element that is gone. */
export function focusIfLost(id: string): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) focusOn(id);
}

/** Id of a file's item in the lists on the left. */
export function fileItemId(key: number): string {
  return `file-${key}`;
}

/** Id of the table of rejects. */
export const REJECTS_ID = 'rejects';
