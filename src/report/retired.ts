/** What reports of form 3 held in earlier versions and hold no more. It is passed over when one is opened. */

/** Where it stood, keys from the top down: `*` is any key or item; the last one is a key, or the `id` of items of a list. */
const RETIRED: readonly (readonly string[])[] = [
  ['experiments', 'encoders', 'variants', 'eci-v1'],
  ['own_mining'],
  ['audit', 'pairs', '*', 'margin_filters'],
  ['findings', '*', 'near_embedding'],
  ['findings_left_out', 'near_embedding'],
];

/** Takes what is retired out of a report's JSON, in place. */
export function dropRetired(json: object): void {
  for (const path of RETIRED) dropAt(json, path);
}

function dropAt(json: unknown, [key, ...rest]: readonly string[]): void {
  if (typeof json !== 'object' || json === null || key === undefined) return;
  const values = json as Record<string, unknown>;
  if (rest.length > 0) {
    for (const each of key === '*' ? Object.keys(json) : [key]) dropAt(values[each], rest);
  } else if (Array.isArray(json)) {
    const kept = json.filter((item) => (item as { id?: unknown } | null)?.id !== key);
    json.splice(0, json.length, ...(kept as unknown[]));
  } else {
    Reflect.deleteProperty(json, key);
  }
}
