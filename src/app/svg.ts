/** Makes SVG as text: for pictures that stand alone, without a page around them. */

/**
 * What XML does not allow in a text, not even escaped (control characters and halves of a pair), and what turns the
 * direction of all that follows it.
 */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{Cs}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as XML writes it; letters that XML forbids become U+FFFD. */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter);
}

export type Attributes = Readonly<Record<string, string | number>>;

/** One element. @param children elements already written, or text already escaped */
export function svgElement(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? rounded(value) : xmlText(value)}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

/** A text, cut into lines of at most so many letters; a word that is longer is cut too. */
export function linesOf(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap((part) => pieces(part, letters))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A name of at most so many letters; what was cut is told by an ellipsis. */
export function clipped(name: string, letters: number): string {
  const all = [...name];
  return all.length <= letters ? name : `${all.slice(0, letters - 1).join('')}…`;
}

function pieces(word: string, letters: number): string[] {
  const all = [...word];
  const count = Math.max(1, Math.ceil(all.length / letters));
  return Array.from({ length: count }, (_, i) => all.slice(i * letters, (i + 1) * letters).join(''));
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
