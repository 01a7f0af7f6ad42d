/** Seeded choices, and texts as bytes. */

import type { Bytes, Random } from '../types';

/** A whole number of 0 to `count` - 1. */
export const below = (random: Random, count: number): number => Math.floor(random() * Math.max(1, count));

/** One of the items. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('there is nothing to choose from');
  return items[below(random, items.length)] as Item;
}

/** The items in another order, every order as likely (Fisher and Yates). */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = below(random, i + 1);
    [out[i], out[j]] = [out[j] as Item, out[i] as Item];
  }
  return out;
}

export const decode = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
export const encode = (text: string): Bytes => new TextEncoder().encode(text);

/** Bytes one after the other. */
export function joined(...parts: readonly ArrayLike<number>[]): Bytes {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Names that mean something to a browser, to JavaScript, to a spreadsheet or to a terminal. */
export const HOSTILE_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '<img src=x onerror=alert(1)>',
  '</style><script>alert(1)</script>',
  '=HYPERLINK("http://a.example","x")',
  '\u202egnp.exe',
  'a\u0000b',
  '\u200b',
  '\u001b[31mred',
  '../../etc/passwd',
  '| a | `b` |',
  '',
  ' ',
];
