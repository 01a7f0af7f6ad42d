/** Line breaks for SVG text. Widths are estimated, so that they hold for any font. */

/** Width of a letter as a share of the font size. */
const LETTER = 0.56;

/** A text in lines no wider than `width`; longer words are cut, and a number keeps its sign. @param size of the font, in pixels */
export function linesOf(text: string, size: number, width: number): string[] {
  const letters = lettersIn(size, width);
  const lines: string[] = [];
  for (const word of text.split(/[ \n]+/).flatMap((part) => pieces(part, letters))) {
    const last = lines.at(-1);
    if (last !== undefined && [...last].length + 1 + [...word].length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.filter((line) => line !== '');
}

/** A name no wider than `width`, cut in the middle: names often differ at their ends. */
export function clipped(name: string, size: number, width: number): string {
  return cutInMiddle(name, lettersIn(size, width));
}

/** A name of so many letters at most, cut in the middle. */
export function cutInMiddle(name: string, letters: number): string {
  const all = [...name];
  if (all.length <= letters) return name;
  const head = Math.ceil((letters - 1) / 2);
  return `${all.slice(0, head).join('')}…${all.slice(all.length - (letters - 1 - head)).join('')}`;
}

/** Shorter beginnings are left where they are. */
const LEAST_START = 4;

/** What all of several names begin with, up to a mark between words; empty where that is short. */
export function sharedStart(names: readonly string[]): string {
  const [first = '', ...others] = names;
  let same = 0;
  while (same < first.length && others.every((name) => name[same] === first[same])) same++;
  const start = /^.*[^\p{L}\p{N}]/u.exec(first.slice(0, same))?.[0] ?? '';
  const isLong = start.length >= LEAST_START && names.every((name) => name.length > start.length);
  return others.length > 0 && isLong ? start : '';
}

/** What all of several names begin with, where one of them has more letters than there is room for; else empty. */
export function startToDrop(names: readonly string[], letters: number): string {
  return names.some((name) => name.length > letters) ? sharedStart(names) : '';
}

/** Names of one picture or table, shortened alike. */
export interface ShortNames {
  of(name: string): string;
  /** What was left out of all of them, as a sentence; empty where nothing was. */
  readonly note: string;
}

/** Where a name is too long, what all begin with is left out, and what is still too long is cut in the middle. */
export function shortNames(names: readonly string[], letters: number): ShortNames {
  const start = startToDrop(names, letters);
  const shown = new Map(names.map((name) => [name, cutInMiddle(name.slice(start.length), letters)]));
  return {
    of: (name) => shown.get(name) ?? name,
    note: start === '' ? '' : `Names begin ${start}.`,
  };
}

function lettersIn(size: number, width: number): number {
  return Math.max(3, Math.floor(width / (LETTER * size)));
}

function pieces(word: string, letters: number): string[] {
  const all = [...word];
  const count = Math.max(1, Math.ceil(all.length / letters));
  return Array.from({ length: count }, (_, i) => all.slice(i * letters, (i + 1) * letters).join(''));
}
