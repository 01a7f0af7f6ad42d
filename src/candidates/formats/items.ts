/** Readers of single passages, by what a format's lists hold: texts, titled passages, ids. */

import { isObject, type Fault } from '../fault';
import { at, idOf, missing, wrongId, wrongType } from './fields';
import { Ref, type Text } from './format';

/**
 * Reads one item of a list, or a field's own value where the index is below 0. Null stands for a negative that is not
 * there.
 */
export type ItemReader = (item: unknown, field: string, index: number) => Text | null | Fault;

/** A text. A number is no text but an id of the corpus. */
export function textItem(item: unknown, field: string, index: number): Text | null | Fault {
  if (typeof item === 'string' || item === null) return item;
  if (typeof item === 'number' || typeof item === 'bigint') {
    const id = idOf(item);
    return id === null ? wrongId(at(field, index), item) : new Ref('corpus', id);
  }
  return wrongType(at(field, index), index < 0 ? 'a string' : 'a string or null', item);
}

/** An object with a text and perhaps a title: `title + " " + text`, trimmed (SPEC.md, "Records"). */
export function titledItem(item: unknown, field: string, index: number): string | null | Fault {
  if (item === null) return null;
  if (!isObject(item)) return wrongType(at(field, index), 'an object {"title": "…", "text": "…"}', item);
  return titledText(item['title'], item['text'], at(field, index));
}

/** The text of an object, its title before it. @param path of the object */
export function titledText(title: unknown, text: unknown, path: string): string | null | Fault {
  if (text === null) return null;
  if (text === undefined) return missing(`${path}.text`, 'a string');
  if (typeof text !== 'string') return wrongType(`${path}.text`, 'a string', text);
  return titled(title, text) ?? wrongType(`${path}.title`, 'a string or null', title);
}

/** Title and text as one text; null where the title is no text. A missing or null title is none. */
export function titled(title: unknown, text: string): string | null {
  if (title === undefined || title === null || title === '') return text.trim();
  return typeof title === 'string' ? `${title} ${text}`.trim() : null;
}

/** The id of a passage in the corpus. */
export function idItem(item: unknown, field: string, index: number): Ref | null | Fault {
  if (item === null) return null;
  const id = idOf(item);
  if (id !== null && id !== '') return new Ref('corpus', id);
  return wrongId(at(field, index), item);
}

/** An object that holds the id of a passage, or the id itself. */
export function idObjectItem(item: unknown, field: string, index: number): Ref | null | Fault {
  if (!isObject(item)) return idItem(item, field, index);
  const id = item['id'];
  const path = `${at(field, index)}.id`;
  return id === undefined ? missing(path, 'an id: a string or a number') : idItem(id, path, -1);
}
