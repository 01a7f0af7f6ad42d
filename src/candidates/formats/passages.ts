/** Reads single passages, however files write them: a text, an object, an id, messages. */

import { isObject, type Fault, type JsonObject } from '../fault';
import { at, idOf, isNull, missing, wrongId, wrongType, type Part } from './fields';
import { Ref, type Text } from './format';
import { mayBePassage, roleOf } from './names';

/**
 * Reads one item of a list, or a field's own value where the index is below 0. Null stands for null in the file.
 */
export type ItemReader = (item: unknown, field: string, index: number) => Text | null | Fault;

/** A text. A number is an id of the corpus. */
export function textItem(item: unknown, field: string, index: number): Text | null | Fault {
  if (typeof item === 'string' || item === null) return item;
  if (typeof item === 'number' || typeof item === 'bigint') {
    const id = idOf(item);
    return id === null ? wrongId(at(field, index), item) : new Ref('corpus', id);
  }
  return wrongType(at(field, index), index < 0 ? 'a string' : 'a string or null', item);
}

/** Title and text as one text; null where the title is no text. The title may be missing or null. */
export function titled(title: unknown, text: string): string | null {
  if (title === undefined || title === null || title === '') return text.trim();
  if (typeof title !== 'string') return null;
  return `${title} ${text}`.trim();
}

/** The id of a passage in the corpus. */
export function idItem(item: unknown, field: string, index: number): Ref | null | Fault {
  if (item === null) return null;
  const id = idOf(item);
  if (id !== null && id !== '') return new Ref('corpus', id);
  return wrongId(at(field, index), item);
}

/** An object that holds the id of a passage, or the id itself. */
function idObjectItem(item: unknown, field: string, index: number): Ref | null | Fault {
  if (!isObject(item)) return idItem(item, field, index);
  const name = idNameOf(item) ?? 'id';
  const id = item[name];
  const path = `${at(field, index)}.${name}`;
  return id === undefined ? missing(path, 'an id: a string or a number') : idItem(id, path, -1);
}

/** The field of an object that holds its id: `id`, or the only one named as an id, such as `chunk_id`. */
function idNameOf(item: JsonObject): string | null {
  if (item['id'] !== undefined) return 'id';
  const [name, ...more] = Object.keys(item).filter((key) => roleOf(key).ids);
  return name === undefined || more.length > 0 ? null : name;
}

/** Whether an object names a passage by its id, and has no text. */
export function isIdObject(item: JsonObject): boolean {
  const name = idNameOf(item);
  return name !== null && idOf(item[name]) !== null && textOf(item) === undefined;
}

/** The text of an object, under `text` or another name of passages, or undefined. */
function textOf(value: JsonObject): unknown {
  const name = textNameOf(value);
  return name === null ? undefined : value[name];
}

/** The field of an object that holds its text: `text`, another name of passages, or its one string. */
function textNameOf(value: JsonObject): string | null {
  if (value['text'] !== undefined) return 'text';
  const name = Object.keys(value).find((key) => {
    const { role, ids } = roleOf(key);
    return role === 'document' && !ids && value[key] !== undefined;
  });
  return name ?? onlyText(value);
}

/** The one string of an object that a passage or a query may be, such as `{"input": "…"}`, or null. */
function onlyText(value: JsonObject): string | null {
  const texts = Object.keys(value).filter((key) => typeof value[key] === 'string' && mayBePassage(key));
  const [name, ...more] = texts;
  return name === undefined || more.length > 0 ? null : name;
}

/** Passages that stand as an object of lists: `{"id": [1, 2], "text": ["…", "…"]}`. */
export interface PassageColumns {
  /** One object for each passage. */
  readonly rows: readonly JsonObject[];
  /** The list of their texts or ids. */
  readonly field: string;
}

/** Null for anything but an object of two or more lists of one length that are empty or hold texts or ids. */
export function passageColumns(value: unknown): PassageColumns | null {
  if (!isObject(value)) return null;
  const lists = Object.values(value);
  const [list] = lists;
  if (!Array.isArray(list) || lists.length < 2) return null;
  if (!lists.every((each) => Array.isArray(each) && each.length === list.length)) return null;
  if (list.length === 0) return { rows: [], field: '' };
  const rows = list.map((_, index) =>
    Object.fromEntries(Object.entries(value).map(([name, items]) => [name, (items as unknown[])[index]])),
  );
  const [sample] = rows as [JsonObject, ...JsonObject[]];
  const field = typeof textOf(sample) === 'string' ? textNameOf(sample) : idNameOf(sample);
  return field === null ? null : { rows, field };
}

/** Whether a value is an object with a list of passages for each system that found them: `{"bm25": ["…"], "dense": ["…"]}`. */
export function isOfSystems(value: unknown): value is JsonObject {
  if (!isObject(value) || passageColumns(value) !== null) return false;
  const lists = Object.values(value);
  return lists.length > 0 && lists.every((list) => Array.isArray(list));
}

/** Whether an object holds a text, as passages do. */
export function hasText(value: JsonObject): boolean {
  return typeof textOf(value) === 'string';
}

/** The text of a message: `{role, content}`, or `{from, value}` as ShareGPT has it; null for what is none. */
function messageText(value: unknown): string | null {
  if (!isObject(value) || !('role' in value || 'from' in value)) return null;
  const text = value['content'] ?? value['value'];
  return typeof text === 'string' ? text : null;
}

/** The texts of a conversation: a list of messages, one message, or `{messages}`; null for what is none. */
export function conversation(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) {
    const single = messageText(value);
    if (single !== null) return [single];
    return isObject(value) && Array.isArray(value['messages']) ? conversation(value['messages']) : null;
  }
  const texts = value.map(messageText).filter((text) => text !== null);
  return texts.length > 0 && texts.length === value.length ? texts : null;
}

export function isConversation(value: unknown): boolean {
  return conversation(value) !== null;
}

/** How one value of a field becomes a passage. */
export interface PassageOptions {
  /** Strings are ids, and no texts. */
  readonly ids: boolean;
  /** A list of two strings is an instruction and a text. */
  readonly instructed: boolean;
}

/** Reads one passage. Of a conversation only the last message counts. */
export function passageItem({ ids, instructed }: PassageOptions): ItemReader {
  return (item, field, index) => {
    if (ids) return idObjectItem(item, field, index);
    const messages = conversation(item);
    if (messages !== null) return messages.at(-1) ?? null;
    if (instructed && Array.isArray(item) && item.length === 2) return textItem(item[1], field, index);
    if (isObject(item)) return objectItem(item, field, index);
    return textItem(item, field, index);
  };
}

/** Reads a query. Of a conversation all messages count; a list of one text is that text. */
export function queryItem(options: PassageOptions): ItemReader {
  const passage = passageItem(options);
  return (item, field, index) =>
    conversation(item)?.join('\n') ??
    passage(Array.isArray(item) && item.length === 1 ? item[0] : item, field, index);
}

/** A field that holds the query or its id. */
export function queryIn(field: string, item: ItemReader): Part<Text> {
  return (value) => {
    if (!Object.hasOwn(value, field)) return missing(field, 'a string');
    const found = item(value[field], field, -1);
    if (found === null) return isNull(field, 'a string');
    return found instanceof Ref ? new Ref('queries', found.id) : found;
  };
}

/** Reads the query of a conversation that ends with an answer: all messages before the last. */
export const promptItem: ItemReader = (item, field, index) => {
  const messages = conversation(item);
  if (messages === null)
    return wrongType(at(field, index), 'a list of messages, the last one the answer', item);
  return messages.slice(0, -1).join('\n');
};

/** An object with a text and perhaps a title: `title + " " + text`, trimmed. */
function objectItem(item: JsonObject, field: string, index: number): string | null | Fault {
  const path = at(field, index);
  const [title, text] = [item['title'], textOf(item)];
  if (text === null) return null;
  if (text === undefined) return missing(`${path}.text`, 'a string');
  if (typeof text !== 'string') return wrongType(`${path}.text`, 'a string', text);
  return titled(title, text) ?? wrongType(`${path}.title`, 'a string or null', title);
}
