/** A pair that is opened in Learn arrives with every digit. */

import { expect, it } from 'vitest';

import { learnLink } from '../../src/app/learn-link';
import { routeOf } from '../../src/app/routes';
import { readParameters } from '../../src/pages/learn/link';

it('brings m, l, ‖v⁺−v⁻‖, C and τ to the page', () => {
  const pair = { margin: 1 / 3, locality: -1e-9, distance: Math.SQRT2, coverage: 2 / 3 };
  const route = routeOf(learnLink(pair, 0.07), 'rank');
  expect(route.id).toBe('learn');
  const { parameters, unread } = readParameters(route.parameters);
  expect(unread).toEqual([]);
  const { coverage, ...given } = pair;
  expect(parameters).toMatchObject({ given, coverage, tau: 0.07, part: 'pair' });
});

it.each([0.001, 2])('brings a τ of %f too, beyond the page’s slider', (tau) => {
  const pair = { margin: 0.1, locality: 0, distance: 1, coverage: 0 };
  expect(readParameters(routeOf(learnLink(pair, tau), 'rank').parameters)).toMatchObject({
    parameters: { tau },
    unread: [],
  });
});
