/** Keys that work outside text fields, and the list that gets the focus back. */

/** Id of the list of pairs. */
export const PAIR_LIST_ID = 'pair-list';

/** True if a key is meant for a text field or the browser. */
export function typesText(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}
