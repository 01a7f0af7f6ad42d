/** Keys that work outside text fields, what of it the user has turned off, and the places that get the focus. */

import { remember, remembered } from '../../app/remembered';

export const PAIR_LIST_ID = 'pair-list';

/** Id of the pair beside it. */
export const PAIR_ID = 'the-pair';

/** Under which it is kept in this browser that they are off. */
const SETTING = 'negscope single keys';

/** Whether keys without Ctrl or ⌘ do something: software that takes speech for keys would press them. */
class SingleKeys {
  private chosen = $state(remembered(SETTING) !== 'off');

  get on(): boolean {
    return this.chosen;
  }

  set on(on: boolean) {
    this.chosen = on;
    remember(SETTING, on ? null : 'off');
  }

  /** The key in capitals; null where it is meant for a field or the browser, or single keys are off. */
  of(event: KeyboardEvent): string | null {
    const withOthers = event.altKey || event.ctrlKey || event.metaKey;
    return !this.on || withOthers || fieldHasFocus(event) ? null : event.key.toUpperCase();
  }

  /** As `of`, once for a key that is held. */
  onceOf(event: KeyboardEvent): string | null {
    return event.repeat ? null : this.of(event);
  }
}

export const singleKeys = new SingleKeys();

/** True if a key goes to a field that takes text. */
export function fieldHasFocus({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null
  );
}
