/** The state of the page, and how it is written in the address: every digit, and never what is done. */

import type { CosineTriple } from '../../scoring/gram';
import { ANSWER, passage, TAU } from './example';
import { canBe, isListOf, numberIn, type Lesson } from './lesson';
import { LESSONS } from './lessons';

/** What the page shows: a lesson, the bench, the tasks on paper, or the lecturer's page. */
export const VIEWS = [
  { id: 'lesson', name: 'The lessons' },
  { id: 'bench', name: 'The bench' },
  { id: 'sheet', name: 'Tasks on paper' },
  { id: 'notes', name: 'For lecturers' },
] as const;

/** Temperatures of the bench. */
export const TAUS = { min: 0.01, max: 0.5, step: 0.01 } as const;

/** A pair that the bench keeps: v⁻ by its two cosines, and C. */
export type KeptPair = readonly [queryNegative: number, positiveNegative: number, coverage: number];

/** Pairs that the bench and a link can hold. */
export const MOST_KEPT = 20;

export interface LearnParameters {
  view: (typeof VIEWS)[number]['id'];
  /** 1 to 10. */
  lesson: number;
  /** The prediction: ids of choices in their order. */
  said: string;
  /** The answer to the task so far. */
  task: string;
  /** Large type for a projector. */
  stage: boolean;
  /** The pair on the bench. */
  cosines: CosineTriple;
  coverage: number;
  tau: number;
  kept: readonly KeptPair[];
}

export function lessonOf(lesson: number): Lesson {
  return LESSONS[lesson - 1] as Lesson;
}

/** The state in which a lesson opens, on the bench with the example's passage on granite. @param lesson from 1 */
export function lessonParameters(lesson: number): LearnParameters {
  const { query, answer } = passage('granite');
  return {
    view: 'lesson',
    lesson,
    said: '',
    task: lessonOf(lesson).start ?? '',
    stage: false,
    cosines: [ANSWER.query, query, answer],
    coverage: 0.2,
    tau: TAU,
    kept: [],
  };
}

/** How a parameter is written in the address. */
interface Form<T> {
  readonly name: string;
  /** Undefined for a text that has no meaning in this lesson. */
  read(text: string, lesson: Lesson): T | undefined;
  /** As JavaScript writes it, if it is not here. */
  write?(value: T): string;
}

function triple(text: string): CosineTriple | undefined {
  const [a, b, c, ...more] = text.split(',').map(numberIn(-1, 1));
  const isWhole = a !== undefined && b !== undefined && c !== undefined && more.length === 0;
  return isWhole ? [a, b, c] : undefined;
}

function pairs(text: string): readonly KeptPair[] | undefined {
  const read = text === '' ? [] : text.split(';').map(triple);
  const known = read.filter((pair) => pair !== undefined && pair[2] >= 0);
  return known.length === read.length && read.length <= MOST_KEPT ? (read as KeptPair[]) : undefined;
}

const FORMS: { readonly [Key in keyof LearnParameters]: Form<LearnParameters[Key]> } = {
  view: { name: 'view', read: (text) => VIEWS.find(({ id }) => id === text)?.id },
  lesson: {
    name: 'lesson',
    read: (text) => LESSONS.findIndex((_, i) => String(i + 1) === text) + 1 || undefined,
  },
  said: {
    name: 'say',
    read: (text, { choices, right }) => (isListOf(text, choices, right.length) ? text : undefined),
  },
  task: {
    name: 'task',
    read: (text, lesson) => (canBe(text, lesson) && !lesson.isOwnText ? text : undefined),
  },
  stage: {
    name: 'stage',
    read: (text) => (['0', '1'].includes(text) ? text === '1' : undefined),
    write: (stage) => String(Number(stage)),
  },
  cosines: { name: 'cos', read: triple },
  coverage: { name: 'C', read: numberIn(0, 1) },
  tau: { name: 'tau', read: numberIn(1e-6, 1000) },
  kept: { name: 'kept', read: pairs, write: (kept) => kept.join(';') },
};

const ALL = Object.entries(FORMS) as unknown as readonly (readonly [keyof LearnParameters, Form<unknown>])[];

/** The state in an address. What it does not name, or has in a form without meaning, is as its lesson opens. */
export function readParameters(address: URLSearchParams): LearnParameters {
  const number = FORMS.lesson.read(address.get('lesson') ?? '', lessonOf(1)) ?? 1;
  const parameters = lessonParameters(number);
  for (const [key, { name, read }] of ALL) {
    const value = read(address.get(name) ?? '', lessonOf(number));
    if (address.has(name) && value !== undefined) Object.assign(parameters, { [key]: value });
  }
  return parameters;
}

/** The address of a state: what differs from how its lesson opens. A text of the learner's own is left out. */
export function writeParameters(parameters: Readonly<LearnParameters>): URLSearchParams {
  const address = new URLSearchParams();
  const initial = { ...lessonParameters(parameters.lesson), lesson: 1 };
  for (const [key, { name, write = String }] of ALL) {
    if (key === 'task' && lessonOf(parameters.lesson).isOwnText) continue;
    const written = write(parameters[key]);
    if (written !== write(initial[key])) address.set(name, written);
  }
  return address;
}
