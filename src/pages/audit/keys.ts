/** Keys that work on the whole page, wherever nothing is typed. */

/** True where a key belongs to a field, or to the browser. */
export function typesText(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}
