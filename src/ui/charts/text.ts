/** Texts of a drawing, which breaks no line by itself. Widths are reckoned, so that they hold for any system's face. */

/** Width of a letter, to the size of its type. */
const LETTER = 0.56;

/** A text in lines that are no wider than `width`; a word that is longer is cut. @param size of the type, in pixels */
export function linesOf(text: string, size: number, width: number): string[] {
  const letters = lettersIn(size, width);
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap((part) => pieces(part, letters))) {
    const last = lines.at(-1);
    if (last !== undefined && [...last].length + 1 + [...word].length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.filter((line) => line !== '');
}

/** A name no wider than `width`, cut in the middle, so that what tells names apart at either end stays. */
export function clipped(name: string, size: number, width: number): string {
  const all = [...name];
  const letters = lettersIn(size, width);
  if (all.length <= letters) return name;
  const head = Math.ceil((letters - 1) / 2);
  return `${all.slice(0, head).join('')}…${all.slice(all.length - (letters - 1 - head)).join('')}`;
}

function lettersIn(size: number, width: number): number {
  return Math.max(3, Math.floor(width / (LETTER * size)));
}

function pieces(word: string, letters: number): string[] {
  const all = [...word];
  const count = Math.max(1, Math.ceil(all.length / letters));
  return Array.from({ length: count }, (_, i) => all.slice(i * letters, (i + 1) * letters).join(''));
}
