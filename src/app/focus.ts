/** Where the focus goes after something on the page was replaced. */

/** Moves the focus to the element with an id and scrolls it into view. */
export function focusOn(id: string): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the page's heading, which is read out; does not scroll. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** As `focusOn`, but only if the focused element is gone. */
export function focusIfLost(id: string): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) focusOn(id);
}

export function fileItemId(key: number): string {
  return `file-${key}`;
}

/** For links within a page: scrolls there without changing the address, which names the page. */
export function jump(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'start' });
}
