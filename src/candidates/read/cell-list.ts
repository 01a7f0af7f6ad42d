/** Lists that stand as a text in a cell or field: of JSON, or of Python as pandas writes them to a table. */

import type { JsonObject } from '../fault';
import type { Span } from './entries';

/** One item of such a list; its span is that of its characters in the text. */
export interface CellItem extends Span {
  readonly value: unknown;
}

/** Ids with commas between them, or numbers with blanks, as ANCE and others write them. */
const IDS = /^\s*(?:(?=[\w:.-]*\d)[\w:.-]+(?:\s*,\s*(?=[\w:.-]*\d)[\w:.-]+)*|\d+(?: +\d+)*)\s*$/;

/** Longest text that is looked at for ids without brackets, in characters: the expression runs out of stack at some millions. */
const LONGEST_IDS = 2 ** 20;

/** The items of the list that a text holds and nothing else; null for any other text, and for a list that NumPy printed. */
export function listInCell(text: string): readonly CellItem[] | null {
  const opening = text.trimStart()[0];
  if (text.length <= LONGEST_IDS && IDS.test(text))
    return Array.from(text.matchAll(/[^\s,]+/g), ({ 0: value, index: start }) => {
      return { value, start, end: start + value.length };
    });
  if (opening !== '[' && opening !== '(') return null;
  try {
    return new Literal(text).whole();
  } catch (error) {
    if (error instanceof NoLiteral) return null;
    throw error;
  }
}

class NoLiteral extends Error {}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...(['null', 'None', 'nan', 'NaN'] as const).map((word) => [word, null] as const),
  ...(['true', 'True'] as const).map((word) => [word, true] as const),
  ...(['false', 'False'] as const).map((word) => [word, false] as const),
]);
const SPACE = /\s*/y;
const WORD = /[A-Za-z]+/y;
const NUMBER = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/iy;
/** A quoted text of Python or JSON, on one line. */
const QUOTED = /"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)'/y;
const ESCAPE = /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|([^]))/g;
const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  0: '\0',
  "'": "'",
  '"': '"',
  '\\': '\\',
  '/': '/',
};

/** Lists, dictionaries, texts, numbers and words of JSON and of Python. */
class Literal {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): CellItem[] {
    this.take(SPACE);
    const items = this.items();
    this.take(SPACE);
    if (this.at < this.text.length) throw new NoLiteral();
    return items;
  }

  private items(): CellItem[] {
    const items: CellItem[] = [];
    this.between(() => {
      const start = this.at;
      const value = this.value();
      items.push({ value, start, end: this.at });
    });
    return items;
  }

  private value(): unknown {
    const mark = this.text[this.at] ?? '';
    if (mark === '[' || mark === '(') return this.items().map(({ value }) => value);
    if (mark === '{') return this.dictionary();
    const quoted = this.take(QUOTED);
    if (quoted !== null) return unescaped(quoted[1] ?? quoted[2] ?? '');
    const number = this.take(NUMBER);
    if (number !== null) return Number(number[0]);
    const word = this.take(WORD)?.[0] ?? '';
    if (!WORDS.has(word)) throw new NoLiteral();
    return WORDS.get(word);
  }

  private dictionary(): JsonObject {
    const fields: [string, unknown][] = [];
    this.between(() => {
      const key = this.value();
      this.take(SPACE);
      if (this.text[this.at] !== ':' || typeof key === 'object') throw new NoLiteral();
      this.at += 1;
      this.take(SPACE);
      fields.push([String(key), this.value()]);
    });
    return Object.fromEntries(fields);
  }

  /** What stands between two brackets, parted by commas; one more may stand before the closing one. */
  private between(item: () => void): void {
    const closing = CLOSING[this.text[this.at] ?? ''] ?? '';
    this.at += 1;
    this.take(SPACE);
    while (this.text[this.at] !== closing) {
      item();
      this.take(SPACE);
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.text[this.at] !== closing) throw new NoLiteral();
      this.take(SPACE);
    }
    this.at += 1;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}

/** As Python and JSON read it: an escape that neither knows stays as it stands. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole, four?: string, eight?: string, two?: string, mark?: string) => {
    const code = four ?? eight ?? two;
    if (code === undefined) return ESCAPED[mark ?? ''] ?? whole;
    const point = Number.parseInt(code, 16);
    return code.length === 8 && point <= 0x10ffff ? String.fromCodePoint(point) : String.fromCharCode(point);
  });
}
