/** Texts and ids of drafts as single strings, which wait outside the JavaScript heap. */

import { Ref, type Text } from '../formats/format';

const MARK = '\u0001';

/** Only ids, and texts that begin with the mark change. */
export function packed(text: Text): string {
  if (text instanceof Ref) return `${MARK}${text.kind === 'corpus' ? 'c' : 'q'}${text.id}`;
  return text.startsWith(MARK) ? `${MARK}t${text}` : text;
}

export function unpacked(text: string): Text {
  if (!text.startsWith(MARK)) return text;
  const rest = text.slice(2);
  if (text[1] === 't') return rest;
  return new Ref(text[1] === 'c' ? 'corpus' : 'queries', rest);
}
