/**
 * What a link to this page says: every state of the page as parameters of its address, and back. Numbers are
 * held rounded as they are written, so that a link read and written again is the same link.
 */

import { GATE_NAMES, type GateName } from './gates-off';
import { EXAMPLES } from './pair/examples';
import { isPossible } from '../../scoring/gram';
import { PRESET_IDS, type PresetId } from './compete/presets';

export const PARTS = ['pair', 'source', 'compete', 'loss'] as const;
export type Part = (typeof PARTS)[number];

export const VIEWS = ['circle', 'sphere', 'cosines'] as const;
export type View = (typeof VIEWS)[number];

/** What a teacher may take away. */
export const HIDEABLE = [
  'lessons',
  'parts',
  'controls',
  'formula',
  'curves',
  'texts',
  'audit',
  'share',
] as const;
export type Hideable = (typeof HIDEABLE)[number];

/** The three cosines u·v⁺, u·v⁻ and v⁺·v⁻ in the order of the sliders. */
export type CosineTriple = readonly [number, number, number];

/** A cosine that was asked for and cannot be. */
export interface Wish {
  /** Place in the triple. */
  readonly cosine: 0 | 1 | 2;
  readonly value: number;
}

/** A pair that came from elsewhere, in numbers. */
export interface GivenPair {
  readonly margin: number;
  readonly locality: number;
  /** ‖v⁺ − v⁻‖, null where it is not known. */
  readonly distance: number | null;
}

/** A source made of two others. */
export interface Mix {
  readonly base: PresetId;
  readonly other: PresetId;
  /** Share of pairs taken from `other`, in per cent. */
  readonly percent: number;
}

/** A negative of an example, by their places in the list of examples. */
export interface ChosenText {
  readonly example: number;
  readonly negative: number;
}

export interface LearnParameters {
  part: Part;
  /** 1 to 10. */
  lesson: number;
  /** Lessons that are done, ascending. */
  done: readonly number[];
  tau: number;
  view: View;
  /** Angle of the negative on the circle from the query, towards the positive, in degrees of (−180, 180]. */
  angle: number;
  longitude: number;
  latitude: number;
  /** By how many degrees the sphere is turned. */
  turn: number;
  cosines: CosineTriple;
  wish: Wish | null;
  given: GivenPair | null;
  text: ChosenText;
  /** C set by hand or by a text of the user's own; null where it follows from the chosen example. */
  coverage: number | null;
  /** Pairs that have been added to the one source. */
  pairs: number;
  /** Angle over which the residuals of the one source are spread, in degrees. */
  spread: number;
  dimension: number;
  /** c of log det(I + c·Î). */
  scale: number;
  sources: readonly PresetId[];
  mix: Mix | null;
  /** Gates that are switched off in the ranking. */
  off: readonly GateName[];
  hide: readonly Hideable[];
  embed: boolean;
  /** Teacher mode: large type, arrow keys go through the lessons. */
  large: boolean;
}

/** Temperatures: the bounds of a link's, the steps of the slider, and those of the paper's sweep. */
export const TAU = {
  least: 1e-6,
  most: 1000,
  steps: [
    0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5,
  ],
  marks: [0.03, 0.05, 0.1],
} as const;

/** The twelve pairs of the one source. */
export const PAIRS = 12;

export const DIMENSIONS = [2, 16, 128, 768] as const;

export const SCALE = { least: 1, most: 4000 } as const;

/** How one value is written in the address. */
interface Codec<T> {
  readonly name: string;
  readonly initial: T;
  /** Undefined where the text says nothing that this page knows. */
  read(text: string): T | undefined;
  write(value: T): string;
}

type Codecs = { readonly [Key in keyof LearnParameters]: Codec<LearnParameters[Key]> };

/** A number of [least, most] with so many decimals. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function readNumber(text: string, least: number, most: number): number | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

function number(name: string, initial: number, least: number, most: number, digits: number): Codec<number> {
  return {
    name,
    initial,
    read(text) {
      const value = readNumber(text, least, most);
      return value === undefined ? undefined : rounded(value, digits);
    },
    write: String,
  };
}

function oneOf<T extends string>(name: string, known: readonly T[], initial: T): Codec<T> {
  return { name, initial, read: (text) => known.find((value) => value === text), write: (value) => value };
}

function listOf<T extends string | number>(
  name: string,
  known: readonly T[],
  initial: readonly T[],
): Codec<readonly T[]> {
  return {
    name,
    initial,
    read(text) {
      const words = text === '' ? [] : text.split(',');
      return words.every((word) => known.some((value) => String(value) === word))
        ? known.filter((value) => words.includes(String(value)))
        : undefined;
    },
    write: (values) => values.join(','),
  };
}

function flag(name: string): Codec<boolean> {
  return {
    name,
    initial: false,
    read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
    write: (value) => (value ? '1' : '0'),
  };
}

/** Numbers with commas between them, each of [least, most]. */
function readNumbers(text: string, least: number, most: number): number[] | undefined {
  const values = text.split(',').map((word) => readNumber(word, least, most));
  return values.every((value) => value !== undefined) ? values : undefined;
}

const cosines: Codec<CosineTriple> = {
  name: 'cos',
  initial: [0.8, 0.5, 0.7],
  read(text) {
    const [a, b, c, more] = readNumbers(text, -1, 1) ?? [];
    if (a === undefined || b === undefined || c === undefined || more !== undefined) return undefined;
    return isPossible({ queryPositive: a, queryNegative: b, positiveNegative: c }) ? [a, b, c] : undefined;
  },
  write: (triple) => triple.join(','),
};

const wish: Codec<Wish | null> = {
  name: 'wish',
  initial: null,
  read(text) {
    const [place, value] = text.split(':');
    const cosine = ([0, 1, 2] as const).find((known) => String(known + 1) === place);
    const number = readNumber(value ?? '', -1, 1);
    return cosine === undefined || number === undefined ? undefined : { cosine, value: number };
  },
  write: (value) => (value === null ? '' : `${value.cosine + 1}:${value.value}`),
};

const given: Codec<GivenPair | null> = {
  name: 'given',
  initial: null,
  read(text) {
    const [margin, locality, distance, more] = readNumbers(text, -2, 2) ?? [];
    if (margin === undefined || locality === undefined || more !== undefined) return undefined;
    if (distance !== undefined && distance < 0) return undefined;
    return { margin, locality, distance: distance ?? null };
  },
  write(value) {
    if (value === null) return '';
    const { margin, locality, distance } = value;
    return (distance === null ? [margin, locality] : [margin, locality, distance]).join(',');
  },
};

const text: Codec<ChosenText> = {
  name: 'text',
  initial: { example: 0, negative: 1 },
  read(written) {
    const [query, kind] = written.split('.');
    const example = EXAMPLES.findIndex(({ id }) => id === query);
    const negative = EXAMPLES[example]?.negatives.findIndex(({ id }) => id === kind) ?? -1;
    return negative < 0 ? undefined : { example, negative };
  },
  write({ example, negative }) {
    const chosen = EXAMPLES[example];
    return `${chosen?.id ?? ''}.${chosen?.negatives[negative]?.id ?? ''}`;
  },
};

const coverage: Codec<number | null> = {
  name: 'C',
  initial: null,
  read: (written) => readNumber(written, 0, 1),
  write: (value) => (value === null ? '' : String(value)),
};

const tau: Codec<number> = {
  name: 'tau',
  initial: 0.2,
  read: (written) => readNumber(written, TAU.least, TAU.most),
  write: String,
};

const mix: Codec<Mix | null> = {
  name: 'mix',
  initial: null,
  read(written) {
    const [first, second, share] = written.split('.');
    const base = PRESET_IDS.find((id) => id === first);
    const other = PRESET_IDS.find((id) => id === second);
    const percent = readNumber(share ?? '', 0, 100);
    if (base === undefined || other === undefined || percent === undefined) return undefined;
    return { base, other, percent: Math.round(percent) };
  },
  write: (value) => (value === null ? '' : `${value.base}.${value.other}.${value.percent}`),
};

const LESSON_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

const dimension: Codec<number> = {
  name: 'd',
  initial: 2,
  read: (written) => DIMENSIONS.find((value) => String(value) === written),
  write: String,
};

const CODECS: Codecs = {
  part: oneOf('part', PARTS, 'pair'),
  lesson: number('lesson', 1, 1, LESSON_NUMBERS.length, 0),
  done: listOf<number>('done', LESSON_NUMBERS, []),
  tau,
  view: oneOf('view', VIEWS, 'circle'),
  angle: number('angle', 110, -180, 180, 1),
  longitude: number('lon', 95, -180, 180, 1),
  latitude: number('lat', 25, -90, 90, 1),
  turn: number('turn', 0, -180, 180, 0),
  cosines,
  wish,
  given,
  text,
  coverage,
  pairs: number('pairs', 0, 0, PAIRS, 0),
  spread: number('spread', 0, 0, 180, 0),
  dimension,
  scale: number('c', SCALE.least, SCALE.least, SCALE.most, 2),
  sources: listOf<PresetId>('src', PRESET_IDS, ['bm25', 'dense', 'llm']),
  mix,
  off: listOf<GateName>('off', GATE_NAMES, []),
  hide: listOf<Hideable>('hide', HIDEABLE, []),
  embed: flag('embed'),
  large: flag('large'),
};

const KEYS = Object.keys(CODECS) as (keyof LearnParameters)[];

/** The page as it opens without a word in its address. */
export function initialParameters(): LearnParameters {
  return Object.fromEntries(KEYS.map((key) => [key, CODECS[key].initial])) as unknown as LearnParameters;
}

export interface ReadParameters {
  readonly parameters: LearnParameters;
  /** Parts of the address that say nothing this page knows: `tau=hot`. Their defaults stand. */
  readonly unread: readonly string[];
}

/** What an address says. */
export function readParameters(address: URLSearchParams): ReadParameters {
  const parameters = initialParameters();
  const unread: string[] = [];
  const take = <Key extends keyof LearnParameters>(key: Key): void => {
    const { name, read } = CODECS[key];
    const written = address.get(name);
    if (written === null) return;
    const value = read(written);
    if (value === undefined) unread.push(`${name}=${written}`);
    else parameters[key] = value;
  };
  KEYS.forEach(take);
  const names = new Set(KEYS.map((key) => CODECS[key].name));
  for (const [name, value] of address) if (!names.has(name)) unread.push(`${name}=${value}`);
  return { parameters, unread };
}

/** The address of a state: what differs from the page as it opens. */
export function writeParameters(parameters: Readonly<LearnParameters>): URLSearchParams {
  const address = new URLSearchParams();
  const put = <Key extends keyof LearnParameters>(key: Key): void => {
    const { name, initial, write } = CODECS[key] as Codec<LearnParameters[Key]>;
    const written = write(parameters[key]);
    if (written !== write(initial)) address.set(name, written);
  };
  KEYS.forEach(put);
  return address;
}
