/** Files loaded twice. */

/** Bytes compared at a time. */
const STEP = 4 * 1024 * 1024;

/** Whether two files hold the same bytes. Files of different length are not read. */
export async function sameBytes(a: File, b: File): Promise<boolean> {
  if (a.size !== b.size) return false;
  for (let start = 0; start < a.size; start += STEP) {
    const [left, right] = await Promise.all([
      a.slice(start, start + STEP).arrayBuffer(),
      b.slice(start, start + STEP).arrayBuffer(),
    ]);
    if (!equal(new Uint8Array(left), new Uint8Array(right))) return false;
  }
  return true;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
