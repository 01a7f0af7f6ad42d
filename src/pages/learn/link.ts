/**
 * The state of the page as parameters of its address, and back. Numbers are rounded in the state as they are written, so
 * that a link that is read and written again stays the same.
 */

import { isPossible } from '../../scoring/gram';
import { flag, listOf, number, oneOf, readNumber, readNumbers, type Codec } from './codecs';
import { PRESET_IDS, type PresetId } from './compete/presets';
import { GATE_IDS, type GateId } from '../../scoring/pair-gates';
import { CHOICES_OF_GATES } from './gates-off';
import { lessonParameters } from './lessons/lessons';
import { EXAMPLES } from './pair/examples';
import {
  initialParameters,
  PAIRS,
  PARTS,
  SEEDS,
  STEPS,
  TAU,
  VIEWS,
  type ChosenText,
  type CosineTriple,
  type GivenPair,
  type LearnParameters,
  type Mix,
  type Wish,
} from './parameters';

const cosines: Codec<CosineTriple> = {
  name: 'cos',
  read(text) {
    const [a, b, c, more] = readNumbers(text, -1, 1) ?? [];
    if (a === undefined || b === undefined || c === undefined || more !== undefined) return undefined;
    return isPossible({ queryPositive: a, queryNegative: b, positiveNegative: c }) ? [a, b, c] : undefined;
  },
  write: (triple) => triple.join(','),
};

const wish: Codec<Wish | null> = {
  name: 'wish',
  read(text) {
    const [place, value] = text.split(':');
    const cosine = ([0, 1, 2] as const).find((known) => String(known + 1) === place);
    const number = readNumber(value ?? '', -1, 1);
    return cosine === undefined || number === undefined ? undefined : { cosine, value: number };
  },
  write: (value) => (value === null ? '' : `${value.cosine + 1}:${value.value}`),
};

/** No |m|, |l| or distance of embeddings of norm 1 ± 0.001 is larger. */
const LARGEST = 2.01;

const given: Codec<GivenPair | null> = {
  name: 'given',
  read(text) {
    const [margin, locality, distance, more] = readNumbers(text, -LARGEST, LARGEST) ?? [];
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
  read: (written) => readNumber(written, 0, 1),
  write: (value) => (value === null ? '' : String(value)),
};

const tau: Codec<number> = {
  name: 'tau',
  read: (written) => readNumber(written, TAU.least, TAU.most),
  write: String,
};

const mix: Codec<Mix | null> = {
  name: 'mix',
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

const guess: Codec<number | null> = {
  name: 'guess',
  read: (written) => readNumber(written, -180, 180),
  write: (value) => (value === null ? '' : String(value)),
};

const LESSON_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

type Codecs = { readonly [Key in keyof LearnParameters]: Codec<LearnParameters[Key]> };

const CODECS: Codecs = {
  part: oneOf('part', PARTS),
  lesson: number('lesson', 1, LESSON_NUMBERS.length, 0),
  done: listOf<number>('done', LESSON_NUMBERS),
  tau,
  view: oneOf('view', VIEWS),
  angle: number('angle', -180, 180, 1),
  longitude: number('lon', -180, 180, 1),
  latitude: number('lat', -90, 90, 1),
  turn: number('turn', -180, 180, 0),
  cosines,
  wish,
  given,
  text,
  coverage,
  pairs: number('pairs', 0, PAIRS, 0),
  spread: number('spread', 0, 180, 0),
  seed: number('seed', 1, SEEDS, 0),
  share: number('fn', 0, 100, 0),
  hardness: number('hard', 0, 100, 0),
  step: number('step', 0, STEPS, 0),
  sources: listOf<PresetId>('src', PRESET_IDS),
  mix,
  off: listOf<GateId>('off', GATE_IDS),
  tried: listOf<number>('tried', [...CHOICES_OF_GATES.keys()]),
  guess,
  end: flag('end'),
  large: flag('large'),
};

const KEYS = Object.keys(CODECS) as (keyof LearnParameters)[];

export interface ReadParameters {
  readonly parameters: LearnParameters;
  /** Parts of the address that the page does not understand, such as `tau=hot`. Defaults replace them. */
  readonly unread: readonly string[];
}

/** The state in an address. What it does not name is as its lesson opens. */
export function readParameters(address: URLSearchParams): ReadParameters {
  const blank = initialParameters();
  const parameters = lessonParameters(
    CODECS.lesson.read(address.get(CODECS.lesson.name) ?? '') ?? blank.lesson,
  );
  const unread: string[] = [];
  const take = <Key extends keyof LearnParameters>(key: Key): void => {
    const { name, read, write } = CODECS[key];
    const written = address.get(name);
    if (written === null) return;
    // Nothing, where the lesson opens with something.
    const value = written === '' && write(blank[key]) === '' ? blank[key] : read(written);
    if (value === undefined) unread.push(`${name}=${written}`);
    else parameters[key] = value;
  };
  KEYS.forEach(take);
  const names = new Set(KEYS.map((key) => CODECS[key].name));
  for (const [name, value] of address) if (!names.has(name)) unread.push(`${name}=${value}`);
  return { parameters, unread };
}

/** The address of a state: what differs from how its lesson opens. */
export function writeParameters(parameters: Readonly<LearnParameters>): URLSearchParams {
  const address = new URLSearchParams();
  const initial = { ...lessonParameters(parameters.lesson), lesson: initialParameters().lesson };
  const put = <Key extends keyof LearnParameters>(key: Key): void => {
    const { name, write } = CODECS[key];
    const written = write(parameters[key]);
    if (written !== write(initial[key])) address.set(name, written);
  };
  KEYS.forEach(put);
  return address;
}
