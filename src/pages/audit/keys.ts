/** Keys that work outside text fields, and the list that gets the focus back. */

/** Id of the list of pairs. */
export const PAIR_LIST_ID = 'pair-list';

/** True if a key is meant for a text field or the browser. */
export function typesText(event: KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || fieldHasFocus(event);
}

/** True if a key goes to a field that takes text. */
export function fieldHasFocus({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null
  );
}
