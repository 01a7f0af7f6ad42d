/** The form in which a file is read another way. */

import { fileItemId } from '../../../app/focus';

/** Opens the form on a file's card and moves the focus there. */
export function showHowRead(fileKey: number): void {
  const form = document.querySelector<HTMLDetailsElement>(`#${fileItemId(fileKey)} [data-part="how-read"]`);
  if (form === null) return;
  form.open = true;
  form.querySelector('summary')?.focus({ preventScroll: true });
  form.scrollIntoView({ block: 'nearest' });
}
