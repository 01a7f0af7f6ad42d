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

/** Letters of a source's name on the page: room for one in the figure's first column. */
const NAME_LETTERS = 16;

/** Shorter beginnings and ends are left where they are. */
const LEAST_SHARED = 4;

/** Names of one screen, picture or table, shortened alike. */
export interface ShortNames {
  of(name: string): string;
  /** What was left out of all of them, in sentences; empty where nothing was. */
  readonly note: string;
}

/**
 * Where a name is too long, what all of them begin and end with is left out; what is still too long is cut in the middle,
 * if no two names become one.
 */
export function shortNames(names: readonly string[], letters = NAME_LETTERS): ShortNames {
  const long = names.some((name) => name.length > letters);
  const start = long ? sharedStart(names) : '';
  const end = long ? sharedEnd(names.map((name) => name.slice(start.length))) : '';
  const own = [...new Set(names)].map((name) => name.slice(start.length, name.length - end.length));
  const cut = own.map((name) => cutInMiddle(name, letters));
  const shown = new Map(
    [...new Set(names)].map((name, i) => [name, cut.indexOf(cut[i] as string) === i ? cut[i] : own[i]]),
  );
  const left = [...(start === '' ? [] : [`begin ${start}`]), ...(end === '' ? [] : [`end ${end}`])];
  return {
    of: (name) => shown.get(name) ?? name,
    note: left.length === 0 ? '' : `Names ${left.join(' and ')}.`,
  };
}

/** What all of several names begin with, up to a mark between words; empty where that is short. */
function sharedStart(names: readonly string[]): string {
  const [first = '', ...others] = names;
  let same = 0;
  while (same < first.length && others.every((name) => name[same] === first[same])) same++;
  const start = /^.*[^\p{L}\p{N}]/u.exec(first.slice(0, same))?.[0] ?? '';
  const isLong = start.length >= LEAST_SHARED && names.every((name) => name.length > start.length);
  return others.length > 0 && isLong ? start : '';
}

/** What all of several names end with, from a mark between words on. */
function sharedEnd(names: readonly string[]): string {
  return reversed(sharedStart(names.map(reversed)));
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

function lettersIn(size: number, width: number): number {
  return Math.max(3, Math.floor(width / (LETTER * size)));
}

function pieces(word: string, letters: number): string[] {
  const all = [...word];
  const count = Math.max(1, Math.ceil(all.length / letters));
  return Array.from({ length: count }, (_, i) => all.slice(i * letters, (i + 1) * letters).join(''));
}
