/** What the page needs of a browser. */

/** Said instead of the page; null in a browser with WebAssembly and the latest of what else the page needs. */
export const TOO_OLD =
  'WebAssembly' in globalThis && 'canParse' in URL
    ? null
    : 'This browser is too old for Negscope, or runs no WebAssembly. Any Chromium, Firefox or Safari of 2024 or later does.';
