/** What a lesson is made of. Mathematics is between asterisks in its sentences. */

import type { World } from './train/learnt';

/** Something that can be chosen. */
export interface Option {
  readonly id: string;
  readonly name: string;
}

export interface Lesson {
  /** The finding. */
  readonly title: string;
  readonly minutes: number;
  readonly text: string;
  readonly question: string;
  /** What the prediction is chosen from. */
  readonly choices: readonly Option[];
  /** Choices that are tapped in the picture have no buttons on the card. */
  readonly inPicture?: true;
  /** The right prediction in its order; empty where the task itself asks for judgements. */
  readonly right: readonly string[];
  /** The answer to a prediction. */
  readonly verdict: (said: readonly string[]) => string;
  readonly task: string;
  /** What can be tapped. */
  readonly taps?: readonly Option[];
  /** True where several things are tapped. */
  readonly many?: true;
  /** True for an answer that the lesson can have, where it is not tapped. */
  readonly reads?: (task: string) => boolean;
  /** True where the answer is the learner's own text: it stays out of links. */
  readonly isOwnText?: true;
  /** The task's answer as the lesson opens. */
  readonly start?: string;
  /** An answer that is right. */
  readonly solved: string;
  /** The same in words for the lecturer, where it is not a list of what is tapped. */
  readonly solution?: string;
  /** @returns null for a right answer, else what helps with this wrong one */
  readonly check: (task: string) => string | null;
  readonly found: string;
  /** True where the picture trains, once the prediction is made. */
  readonly trains?: true;
  /** Stands over the picture, always or before and after the prediction. */
  readonly caption: string | readonly [before: string, after: string];
  readonly number: (
    tapped: readonly string[],
    worlds: readonly World[],
  ) => readonly [value: string, label: string];
  /** What a lecturer asks the room. */
  readonly room: string;
}

/** The ids of a list in an address. */
export function idsIn(list: string): readonly string[] {
  return list === '' ? [] : list.split(',');
}

/** Reads a number of [least, most] in an address. */
export const numberIn = (least: number, most: number) => (text: string) => {
  const value = text.trim() === '' ? NaN : Number(text);
  return value >= least && value <= most ? value : undefined;
};

/** True for a list of known ids without repeats. */
export function isListOf(list: string, known: readonly Option[], most: number): boolean {
  const ids = idsIn(list);
  const areKnown = ids.every((id) => known.some((option) => option.id === id));
  return areKnown && ids.length <= most && new Set(ids).size === ids.length;
}

/** True for an answer that the lesson's task can have. */
export function canBe(task: string, { taps = [], many, reads }: Lesson): boolean {
  return reads?.(task) ?? isListOf(task, taps, many ? taps.length : 1);
}

/** The names of a list. */
export function namesOf(ids: readonly string[], options: readonly Option[]): string {
  return ids.map((id) => options.find((option) => option.id === id)?.name ?? id).join(', ');
}
