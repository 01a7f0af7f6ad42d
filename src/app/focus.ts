/** Where the keyboard goes on after something on the page was replaced. */

/** Moves the focus, and the view where it is needed, to the element with an id. */
export function focusOn(id: string): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the heading of the page shown, so that it is read out; the view stays. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
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

/** For links to a place on the page itself: goes there, and leaves the address, which names the page, as it is. */
export function jump(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'start' });
}
