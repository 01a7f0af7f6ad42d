/** What a lesson is made of. Mathematics is between asterisks in its sentences. */

import type { World } from '../train/learnt';

/** Something that can be chosen. */
export interface Option {
  readonly id: string;
  readonly words: string;
}

/** What the number of a lesson is worked out from. */
export interface LessonView {
  /** The worlds that were trained so far. */
  readonly worlds: readonly World[];
  readonly task: string;
}

export interface Lesson {
  /** The finding. */
  readonly title: string;
  readonly minutes: number;
  readonly text: string;
  readonly question: string;
  /** What the prediction is chosen from. */
  readonly choices: readonly Option[];
  /** How many are chosen, in their order. 0: the task itself asks for judgements. */
  readonly picks: number;
  /** Choices that are tapped in the picture have no buttons on the card. */
  readonly inPicture?: true;
  /** The right prediction. */
  readonly right: readonly string[];
  /** The answer to a prediction. */
  readonly verdict: (said: readonly string[]) => string;
  readonly task: string;
  /** The task's answer as the lesson opens. */
  readonly start: string;
  /** An answer that is right. */
  readonly solved: string;
  /** The same in words, for the lecturer. */
  readonly solution: string;
  /** True for an answer that the lesson can have. */
  readonly reads: (task: string) => boolean;
  /** True where the answer is the learner's own text: it stays out of links. */
  readonly isOwnText?: true;
  /** True where several things are tapped. */
  readonly many?: true;
  /** @returns null for a right answer, else what helps with this wrong one */
  readonly check: (task: string) => string | null;
  readonly found: string;
  /** Stands over the picture before and after the prediction. */
  readonly captions: readonly [before: string, after: string];
  readonly number: (view: LessonView) => { readonly value: string; readonly label: string };
  /** What a lecturer asks the room. */
  readonly room: string;
}

/** The ids of a list in an address. */
export function idsIn(list: string): readonly string[] {
  return list === '' ? [] : list.split(',');
}

/** Reads lists of known ids without repeats. */
export function listOf(known: readonly string[], most: number): (list: string) => boolean {
  return (list) => {
    const ids = idsIn(list);
    return ids.length <= most && new Set(ids).size === ids.length && ids.every((id) => known.includes(id));
  };
}
