/** Texts and ids of drafts as single strings, which wait outside the JavaScript heap. */

import { Ref, Titled, type Text } from '../formats/format';

const MARK = '\u0001';

/** Only ids, texts with a title, and texts that begin with the mark change. */
export function packed(text: Text): string {
  if (text instanceof Ref) return `${MARK}${text.kind === 'corpus' ? 'c' : 'q'}${text.id}`;
  if (text instanceof Titled) return `${MARK}${text.title} ${text.text}`;
  return text.startsWith(MARK) ? `${MARK}t${text}` : text;
}

export function unpacked(text: string): Text {
  if (!text.startsWith(MARK)) return text;
  const rest = text.slice(2);
  if (text[1] === 't') return rest;
  if (text[1] === 'c' || text[1] === 'q') return new Ref(text[1] === 'c' ? 'corpus' : 'queries', rest);
  const space = text.indexOf(' ');
  return new Titled(text.slice(space + 1), Number(text.slice(1, space)));
}
