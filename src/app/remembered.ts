/** Small settings that stay in this browser, where it keeps any. */

/** What was last kept under a name; null where nothing is. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param value null: nothing */
export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The next visit starts without it.
  }
}
