/** The five pairs of the last lesson: the encoder prefers each negative to the positive. Texts of the demo but one. */

import { ANSWER, passage, QUERY, UNLABELLED } from '../example';

interface JudgedPair {
  readonly query: string;
  readonly positive: string;
  readonly negative: string;
  readonly origin: string;
  readonly answers: boolean;
  readonly why: string;
  /** Cosines of negative and positive with the query. A test embeds the texts of the demo again. */
  readonly cosines: readonly [negative: number, positive: number];
}

export const JUDGED: readonly JudgedPair[] = [
  {
    query: QUERY,
    positive: ANSWER.text,
    negative: `${passage('subduction').text} …`,
    origin: 'Subduction zones, found by BM25',
    answers: false,
    why: 'It tells of hot rock in the mantle, not of the rock under the oceans.',
    cosines: [passage('subduction').query, ANSWER.query],
  },
  {
    query: QUERY,
    positive: ANSWER.text,
    negative: UNLABELLED.text,
    origin: 'written for this page',
    answers: true,
    why: 'It answers, in other words. Lesson 5 could not tell it from a mistake.',
    cosines: [UNLABELLED.query, ANSWER.query],
  },
  {
    query: 'how many points is a try worth in rugby union',
    positive: 'In rugby union a try … is worth five points.',
    negative:
      'Rugby league split from rugby union in 1895 … A try is worth four points there, a goal two and a drop goal one.',
    origin: 'Rugby league, found by BM25',
    answers: false,
    why: 'Four points, but in rugby league.',
    cosines: [0.591, 0.55],
  },
  {
    query: 'can someone found not guilty still have to pay damages',
    positive: 'A person acquitted of a crime can therefore still be ordered to pay damages for the same act.',
    negative:
      'Whoever is accused of a crime counts as innocent until proven guilty … A person found not guilty in England may have the costs of a lawyer repaid only in part.',
    origin: 'found by embedding',
    answers: false,
    why: 'Costs of a lawyer are not damages.',
    cosines: [0.542, 0.518],
  },
  {
    query: 'do bears hibernate the same way small mammals do',
    positive: 'A bear cools only slightly and can wake quickly.',
    negative:
      'Brown bears eat berries, roots, moth larvae and salmon and may gain a third of their weight before winter … Bears in zoos with plenty of food often do not sleep through at all.',
    origin: 'Brown bears, found by BM25',
    answers: false,
    why: 'About bears in winter, but not how they hibernate.',
    cosines: [0.37, 0.248],
  },
];
