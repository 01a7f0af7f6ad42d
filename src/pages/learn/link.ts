/** The state of the page as parameters of its address, and back: every digit, and never what is done. */

import { flag, number, oneOf, readNumbers, type Codec } from './codecs';
import { idsIn, listOf, type Lesson } from './lessons/lesson';
import { LESSONS } from './lessons/lessons';
import {
  initialParameters,
  VIEWS,
  type CosineTriple,
  type KeptPair,
  type LearnParameters,
} from './parameters';

const cosines: Codec<CosineTriple> = {
  name: 'cos',
  read(text) {
    const [a, b, c, more] = readNumbers(text, -1, 1) ?? [];
    if (a === undefined || b === undefined || c === undefined || more !== undefined) return undefined;
    return [a, b, c];
  },
  write: (triple) => triple.join(','),
};

/** Pairs that a link can hold. */
const MOST_KEPT = 20;

const kept: Codec<readonly KeptPair[]> = {
  name: 'kept',
  read(text) {
    const pairs = text === '' ? [] : text.split(';').map((pair) => cosines.read(pair));
    const known = pairs.every((pair) => pair !== undefined && pair[2] >= 0);
    return known && pairs.length <= MOST_KEPT ? (pairs as CosineTriple[]) : undefined;
  },
  write: (pairs) => pairs.map((pair) => pair.join(',')).join(';'),
};

const text = (name: string): Codec<string> => ({ name, read: (written) => written, write: (value) => value });

type Codecs = { readonly [Key in keyof LearnParameters]: Codec<LearnParameters[Key]> };

const CODECS: Codecs = {
  view: oneOf('view', VIEWS),
  lesson: {
    ...number('lesson', 1, LESSONS.length),
    read: (written) => LESSONS.findIndex((_, i) => String(i + 1) === written) + 1 || undefined,
  },
  said: text('say'),
  task: text('task'),
  stage: flag('stage'),
  cosines,
  coverage: number('C', 0, 1),
  tau: number('tau', 1e-6, 1000),
  kept,
};

const KEYS = Object.keys(CODECS) as (keyof LearnParameters)[];

/** The lesson of a number. */
export function lessonOf(lesson: number): Lesson {
  return LESSONS[lesson - 1] as Lesson;
}

/** The state in which a lesson opens. @param lesson from 1 */
export function lessonParameters(lesson: number): LearnParameters {
  return { ...initialParameters(), lesson, task: lessonOf(lesson).start };
}

export interface ReadParameters {
  readonly parameters: LearnParameters;
  /** Parts of the address that the page does not understand, such as `tau=hot`. Defaults replace them. */
  readonly unread: readonly string[];
}

/** The state in an address. What it does not name is as its lesson opens. */
export function readParameters(address: URLSearchParams): ReadParameters {
  const parameters = lessonParameters(CODECS.lesson.read(address.get('lesson') ?? '') ?? 1);
  const { choices, picks, reads, isOwnText } = lessonOf(parameters.lesson);
  const known = {
    say: listOf(
      choices.map(({ id }) => id),
      picks,
    ),
    task: (task: string) => reads(task) && !isOwnText,
  };
  const unread: string[] = [];
  const take = <Key extends keyof LearnParameters>(key: Key): void => {
    const { name, read } = CODECS[key];
    const written = address.get(name);
    if (written === null) return;
    const value = read(written);
    const isKnown = name === 'say' || name === 'task' ? known[name](written) : true;
    if (value === undefined || !isKnown) unread.push(`${name}=${written}`);
    else parameters[key] = value;
  };
  KEYS.forEach(take);
  const names = new Set(KEYS.map((key) => CODECS[key].name));
  for (const [name, value] of address) if (!names.has(name)) unread.push(`${name}=${value}`);
  return { parameters, unread };
}

/** The address of a state: what differs from how its lesson opens. A text of the learner's own is left out. */
export function writeParameters(parameters: Readonly<LearnParameters>): URLSearchParams {
  const address = new URLSearchParams();
  const initial = { ...lessonParameters(parameters.lesson), lesson: 1 };
  const put = <Key extends keyof LearnParameters>(key: Key): void => {
    const { name, write } = CODECS[key];
    const written = write(parameters[key]);
    if (key === 'task' && lessonOf(parameters.lesson).isOwnText) return;
    if (written !== write(initial[key])) address.set(name, written);
  };
  KEYS.forEach(put);
  return address;
}

/** True once the whole prediction is chosen, or none is asked. */
export function isPredicted({ lesson, said }: Pick<LearnParameters, 'lesson' | 'said'>): boolean {
  return idsIn(said).length === lessonOf(lesson).picks;
}
