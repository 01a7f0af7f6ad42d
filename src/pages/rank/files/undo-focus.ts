/** Where the focus goes when a source is removed, and when it is brought back. */

import { tick } from 'svelte';

import { focusIfLost } from '../../../app/focus';

/** Id of the button that brings back what was removed last. */
export const UNDO = 'undo-remove';

/** The card with the pressed button is gone: on to the button that undoes it. */
export async function focusUndo(removed: Promise<void>): Promise<void> {
  await removed;
  await tick();
  focusIfLost(UNDO);
}
