/** Plain text of XML and HTML. */

/** Characters by their names in HTML. */
const NAMED = new Map([
  ['nbsp', '\u00a0'],
  ['shy', '\u00ad'],
  ...(
    'amp& lt< gt> quot" apos\' lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ laquo« raquo» ndash– mdash— hellip… ' +
    'bull• middot· prime′ Prime″ deg° times× divide÷ plusmn± minus− frac12½ frac14¼ frac34¾ le≤ ge≥ microµ ' +
    'sup2² sup3³ euro€ pound£ yen¥ cent¢ copy© reg® trade™ sect§ para¶ ordmº ordfª szligß aeligæ AEligÆ ' +
    'oslashø OslashØ aringå AringÅ ethð thornþ THORNÞ oeligœ'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
]);

/** Marks that HTML names behind a letter: `eacute`, `Ntilde`. */
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
  caron: '\u030c',
};

/** Character references as characters; one that is not known stays as it stands. */
export function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|([a-z]\w*));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    const [, letter, mark] = /^([a-z])(\w+)$/i.exec(name) ?? [];
    const composed = MARKS[mark ?? ''];
    if (composed !== undefined) return `${letter}${composed}`.normalize('NFC');
    return NAMED.get(name) ?? whole;
  });
}

/** What is read of an element: no formulas, links without words, footnotes or tags; white space as single blanks. */
export function plainText(markup: string): string {
  const read = markup
    .replaceAll(/<m:math.*?<\/m:math>|<math.*?<\/math>/gs, ' ')
    .replaceAll(/<(?:link|cite|iframe|image)\b[^>]*\/>/g, ' ')
    .replaceAll(/<footnote.*?<\/footnote>/gs, ' ')
    .replaceAll(/<(title|list|item|para|note|equation|figure|table)\b/g, ' <$1')
    .replaceAll(/<[^>]+>/g, '');
  return unescaped(read)
    .replaceAll(/\(\s*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What the first element of this name holds, tags and all; null where there is none. */
export function inside(name: string, markup: string): string | null {
  return new RegExp(`<${name}[^>]*>(.*?)</${name}>`, 's').exec(markup)?.[1] ?? null;
}
