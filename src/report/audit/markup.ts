/** Markup that is put together from texts: whatever stands in a text is shown as text. */

/** Markup, to be told from text. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | readonly Markup[];

/** Markup with values put in: numbers and texts are escaped, markup stands as it is. */
export function html(fixed: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return new Markup(fixed.reduce((text, piece, i) => text + written(values[i - 1]) + piece));
}

function written(part: Part | undefined): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters, halves of a character, and signs that turn the direction of what follows; not tab and line end. */
const UNSHOWN = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** A text as markup; what cannot be shown is a square. */
export function escaped(text: string): string {
  return text.replace(UNSHOWN, '□').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
