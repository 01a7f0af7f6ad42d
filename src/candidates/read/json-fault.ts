/** Where a text stops being JSON, in words of our own: engines say it each in theirs. */

import { createScanner, type JSONScanner } from 'jsonc-parser';

import { quoted } from '../fault';

/** What may come next, as messages have it. */
type Expected =
  | 'a value'
  | 'a value or `]`'
  | 'a key in double quotes'
  | 'a key in double quotes or `}`'
  | 'a colon'
  | 'a comma or `}`'
  | 'a comma or `]`'
  | 'nothing more';

/** `SyntaxKind` of jsonc-parser: its ambient enum is not there at run time. */
const TOKEN = {
  openObject: 1,
  closeObject: 2,
  openList: 3,
  closeList: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  end: 17,
} as const;

/** What `ScanError` of jsonc-parser means, by its number; comments are no tokens here. */
const SCAN_FAULTS: readonly (string | null)[] = [
  null,
  null,
  'a text in quotes does not end',
  'a number is not complete',
  'four hexadecimal digits must follow `\\u`',
  'no such character may follow a backslash',
  'a line break or another control character in a text must be written as an escape',
];

/**
 * The first fault of a text that is not JSON, such as `character 17: expected a comma or "}", found the end`. Follows
 * tokens without recursion: the text may be nested as deeply as it likes.
 * @returns null where no fault is found
 */
export function jsonFault(text: string): string | null {
  const scanner = createScanner(text, true);
  /** Brackets that are open, outermost first. */
  const open: (typeof TOKEN.openObject | typeof TOKEN.openList)[] = [];
  let expected: Expected = 'a value';
  const afterValue = (): Expected => {
    const last = open.at(-1);
    if (last === undefined) return 'nothing more';
    return last === TOKEN.openObject ? 'a comma or `}`' : 'a comma or `]`';
  };
  for (;;) {
    const token: number = scanner.scan();
    const fault = SCAN_FAULTS[scanner.getTokenError()] ?? null;
    if (fault !== null) return at(scanner, fault);
    if (token === TOKEN.end && expected === 'nothing more') return null;
    if (!fits(token, expected)) return at(scanner, `expected ${expected}, found ${found(scanner, token)}`);
    switch (token) {
      case TOKEN.openObject:
        open.push(token);
        expected = 'a key in double quotes or `}`';
        break;
      case TOKEN.openList:
        open.push(token);
        expected = 'a value or `]`';
        break;
      case TOKEN.closeObject:
      case TOKEN.closeList:
        open.pop();
        expected = afterValue();
        break;
      case TOKEN.comma:
        expected = open.at(-1) === TOKEN.openObject ? 'a key in double quotes' : 'a value';
        break;
      case TOKEN.colon:
        expected = 'a value';
        break;
      default:
        expected = expected.startsWith('a key') ? 'a colon' : afterValue();
    }
  }
}

/** Whether a token may stand where something is expected. */
function fits(token: number, expected: Expected): boolean {
  switch (expected) {
    case 'a value':
      return isValue(token);
    case 'a value or `]`':
      return isValue(token) || token === TOKEN.closeList;
    case 'a key in double quotes':
      return token === TOKEN.string;
    case 'a key in double quotes or `}`':
      return token === TOKEN.string || token === TOKEN.closeObject;
    case 'a colon':
      return token === TOKEN.colon;
    case 'a comma or `}`':
      return token === TOKEN.comma || token === TOKEN.closeObject;
    case 'a comma or `]`':
      return token === TOKEN.comma || token === TOKEN.closeList;
    case 'nothing more':
      return false;
  }
}

const VALUES: ReadonlySet<number> = new Set([
  TOKEN.openObject,
  TOKEN.openList,
  TOKEN.null,
  TOKEN.true,
  TOKEN.false,
  TOKEN.string,
  TOKEN.number,
]);

const isValue = (token: number): boolean => VALUES.has(token);

const at = (scanner: JSONScanner, what: string): string =>
  `character ${scanner.getTokenOffset() + 1}: ${what}`;

/** What stands there: the end, a character that does not show by its number, or the beginning of the token. */
function found(scanner: JSONScanner, token: number): string {
  if (token === TOKEN.end) return 'the end';
  const value = scanner.getTokenValue();
  const first = value.codePointAt(0) ?? 0;
  const shows = /^[\p{L}\p{N}\p{P}\p{S}]/u.test(value);
  return shows ? quoted(value) : `the character U+${first.toString(16).toUpperCase().padStart(4, '0')}`;
}
