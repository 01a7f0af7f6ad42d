/** Markup built from texts. Whatever a text contains is shown as text. */

import { visible } from '../../ui/words';

/** Markup, as a type of its own beside text. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | readonly Markup[];

/** Markup with values filled in: numbers and texts are escaped, markup is not. */
export function html(fixed: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return new Markup(fixed.reduce((text, piece, i) => text + written(values[i - 1]) + piece));
}

function written(part: Part | undefined): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

/** @param heads of the columns: texts, or whole cells @param kind its class */
export function table(heads: readonly (string | Markup)[], rows: readonly Markup[], kind = ''): Markup {
  const cells = heads.map((head) => (head instanceof Markup ? head : html`<th scope="col">${head}</th>`));
  return html`<table${classed(kind)}>
    <thead>
      <tr>
        ${cells}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** The attribute `class`; nothing without one. */
export function classed(kind: string): Markup | string {
  return kind === '' ? '' : html` class="${kind}"`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as markup. Invisible characters are shown by a picture or code. */
export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
