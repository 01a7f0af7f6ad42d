/** The seal in words: names of realms, what is open in them, and what to do about it. */

import type { RealmState } from '../seal/types';

/** Names of workers, by the beginnings of their scripts' file names. */
const NAMES: readonly (readonly [beginning: string, name: string])[] = [
  ['duckdb', 'table store (DuckDB)'],
  ['ort-', 'thread of the encoder'],
  ['candidates', 'files'],
  ['engine', 'engine'],
  ['encoder', 'encoder'],
  ['mine', 'mining'],
  ['cross-encoder', 'cross-encoder'],
  ['pair-views', 'linked views'],
];

/** A realm's name for the user. */
export function realmName({ path, script }: RealmState): string {
  if (path === '') return 'This page';
  const file = new URL(script).pathname.split('/').at(-1) ?? script;
  const name = NAMES.find(([beginning]) => file.startsWith(beginning))?.[1];
  return `Worker: ${name ?? file}`;
}

/** What a realm answered, as one sentence. */
export function realmAnswer({ openings }: RealmState): string {
  if (openings === null) return 'Has not answered yet.';
  if (openings.length === 0) return "Closed: the page's own policy refused its request.";
  return openings.map((sentence) => `Open: ${sentence}`).join(' ');
}

/** What is open and what to do about it; null if nothing is open. */
export function sealAdvice(realms: readonly RealmState[]): string | null {
  const openings = realms.flatMap(({ openings }) => openings ?? []);
  if (realms.length === 0) {
    return 'The script that closes the ways out did not run. Check that the server sends every file of the build, and reload.';
  }
  if (openings.length === 0) return null;
  if (realms[0]?.openings?.length === 0) {
    return (
      'The page itself is closed, but not every worker: a policy binds only the file with which it is sent. ' +
      'Let the server send its headers with every file.'
    );
  }
  return (
    'Nothing on this page sends your texts anywhere, but the browser would not stop it. Let the server send the headers ' +
    'in the file _headers of the build with every file, or run the page with npm start.'
  );
}
