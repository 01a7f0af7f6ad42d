/** Where keys go on the page: those that work wherever nothing is typed, and the list that the focus comes back to. */

/** Id of the list of pairs. */
export const PAIR_LIST_ID = 'pair-list';

/** True where a key belongs to a field, or to the browser. */
export function typesText(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}
