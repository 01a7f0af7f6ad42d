import { expect, it } from 'vitest';

import { learnLink } from '../../src/app/learn-link';
import { routeOf } from '../../src/app/routes';
import { benchFigures } from '../../src/pages/learn/bench/bench';
import { readParameters } from '../../src/pages/learn/parameters';

it.each([0.001, 0.07, 2])('brings m, l, ‖v⁺−v⁻‖, C and a τ of %f, also beyond the bench’s slider', (tau) => {
  const pair = { margin: 1 / 3, locality: -1e-9, distance: Math.SQRT2, coverage: 2 / 3 };
  const route = routeOf(learnLink(pair, tau), 'rank');
  expect(route.id).toBe('learn');
  const parameters = readParameters(route.parameters);
  expect(parameters).toMatchObject({ view: 'bench', coverage: pair.coverage, tau });
  const { gates } = benchFigures(parameters.cosines, parameters.coverage, tau) ?? {};
  expect(gates?.margin).toBeCloseTo(pair.margin, 14);
  expect(gates?.distance).toBeCloseTo(pair.distance, 14);
  expect(gates?.eta).toBeCloseTo(1 / (1 + Math.exp(1e-9 / tau)), 9);
});
