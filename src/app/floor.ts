/** What the page needs of a browser. One that lacks some of it gets a sentence instead of the page. */

/** Each needed feature: its name, and whether a browser has it. */
const NEEDED: readonly (readonly [string, (browser: object) => boolean])[] = [
  ['WebAssembly', (browser) => 'WebAssembly' in browser],
  ['workers', (browser) => 'Worker' in browser],
  ['64-bit integers (BigInt)', (browser) => 'BigInt' in browser],
  ['structured copies (structuredClone)', (browser) => 'structuredClone' in browser],
  ['checked addresses (URL.canParse)', (browser) => 'canParse' in member(browser, 'URL')],
  ['sorted copies (Array.prototype.toSorted)', (browser) => 'toSorted' in prototype(browser, 'Array')],
];

/** @returns names of the features that a browser lacks */
export function lacking(browser: object): string[] {
  return NEEDED.filter(([, has]) => !has(browser)).map(([name]) => name);
}

/** The sentence shown instead of the page. */
export function lackingInWords(names: readonly string[]): string {
  return (
    `This browser lacks what Negscope needs: ${names.join(', ')}. ` +
    'Any Chromium, Firefox or Safari of 2024 or later has it.'
  );
}

function member(owner: object, name: string): object {
  const value: unknown = Reflect.get(owner, name);
  return typeof value === 'function' || (typeof value === 'object' && value !== null) ? value : {};
}

function prototype(browser: object, name: string): object {
  return member(member(browser, name), 'prototype');
}
