/** Where the focus goes among the cards of files. */

import { tick } from 'svelte';

import { fileItemId, focusIfLost } from '../../../app/focus';

/** The card with the pressed button is gone: on to the button that takes files. */
export async function focusAfter(removed: Promise<void>): Promise<void> {
  await removed;
  await tick();
  focusIfLost('source-files');
}

/** Opens the form on a file's card that reads it another way, and moves the focus there. */
export function showHowRead(fileKey: number): void {
  const form = document.querySelector<HTMLDetailsElement>(`#${fileItemId(fileKey)} [data-part="how-read"]`);
  if (form === null) return;
  form.open = true;
  form.querySelector('summary')?.focus({ preventScroll: true });
  form.scrollIntoView({ block: 'nearest' });
}
