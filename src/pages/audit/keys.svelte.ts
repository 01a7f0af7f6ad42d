/** Keys that work outside text fields, whether single ones do, and the places that get the focus. */

/** Id of the list of pairs. */
export const PAIR_LIST_ID = 'pair-list';

/** Id of the pair beside it. */
export const PAIR_ID = 'the-pair';

/** In localStorage where single keys are off. */
const SETTING = 'negscope single keys';

/** Whether keys without Ctrl or ⌘ do something: software that takes speech for keys would press them. */
class SingleKeys {
  private chosen = $state(remembered());

  get on(): boolean {
    return this.chosen;
  }

  set on(on: boolean) {
    this.chosen = on;
    try {
      if (on) localStorage.removeItem(SETTING);
      else localStorage.setItem(SETTING, 'off');
    } catch {
      // It holds until the page is left.
    }
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

function remembered(): boolean {
  try {
    return localStorage.getItem(SETTING) !== 'off';
  } catch {
    return true;
  }
}

/** True if a key goes to a field that takes text. */
export function fieldHasFocus({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null
  );
}
