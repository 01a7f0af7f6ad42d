/** Passages in all the ways in which files write one: a text, an object, an instruction with a text, messages. */

import { isObject, type Fault, type JsonObject } from '../fault';
import { at } from './fields';
import { Ref, type Text } from './format';
import { idItem, textItem, titledText, type ItemReader } from './items';

/** Fields of an object that may hold its text, the usual ones first. */
const TEXTS = ['text', 'content', 'contents', 'passage', 'document', 'doc', 'segment', 'body'];

/** The text of an object under one of its usual names; undefined where it has none. */
function textOf(value: JsonObject): unknown {
  return value[TEXTS.find((name) => value[name] !== undefined) ?? ''];
}

/** Whether an object holds a text, as passages do. */
export function hasText(value: JsonObject): boolean {
  return typeof textOf(value) === 'string';
}

/** Whether a value is a conversation: a list of messages with a role and a content. */
export function isConversation(value: unknown): value is readonly JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isObject(item) && typeof item['content'] === 'string' && 'role' in item)
  );
}

/** How one value of a field becomes a passage. */
export interface PassageOptions {
  /** Strings are ids of this kind of companion; null where they are texts. */
  readonly ids: Ref['kind'] | null;
  /** A list of two strings is an instruction and a text. */
  readonly instructed: boolean;
}

/** Reads one passage, however it is written. Of a conversation the last message counts: the others lead up to it. */
export function passageItem({ ids, instructed }: PassageOptions): ItemReader {
  return (item, field, index) => {
    if (ids !== null) return idOfKind(item, field, index, ids);
    if (isConversation(item)) return item.at(-1)?.['content'] as string;
    if (instructed && Array.isArray(item) && item.length === 2) return textItem(item[1], field, index);
    if (isObject(item)) return objectItem(item, field, index);
    return textItem(item, field, index);
  };
}

/** A query, however it is written: of a conversation all messages count. */
export function queryItem(options: PassageOptions): ItemReader {
  const passage = passageItem(options);
  return (item, field, index) =>
    isConversation(item)
      ? item.map(({ content }) => String(content)).join('\n')
      : passage(item, field, index);
}

function idOfKind(item: unknown, field: string, index: number, kind: Ref['kind']): Text | null | Fault {
  const found = idItem(item, field, index);
  return found instanceof Ref && kind !== found.kind ? new Ref(kind, found.id) : found;
}

/** An object with a text and perhaps a title: `title + " " + text`, trimmed. */
function objectItem(item: JsonObject, field: string, index: number): string | null | Fault {
  return titledText(item['title'], textOf(item), at(field, index));
}
