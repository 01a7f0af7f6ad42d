/** For a heading that comes late: it takes the focus that what it replaces has lost. */
export function takesLostFocus(heading: HTMLElement): void {
  if (document.activeElement === document.body) heading.focus({ preventScroll: true });
}
