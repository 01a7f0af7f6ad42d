/** A finding for a paper: what LaTeX reads as a command stands as text. */

import { expect, it } from 'vitest';

import { paperText } from '../../src/report/paper-text';

it('is a paragraph and a figure with the settings, escaped', () => {
  const text = paperText({
    title: 'a_b passes 50 % of c',
    how: 'Read {this}',
    picture: 'negscope-controls',
    encoder: 'potion',
    tau: 0.05,
    weighting: 'full',
    seed: 42,
  });
  expect(text).toContain('\\paragraph{a\\_b passes 50 \\% of c.}');
  expect(text).toContain(
    'Read \\{this\\} (Computed by Negscope: encoder potion, temperature 0.05, weighting full, seed 42;',
  );
  expect(text).toContain('\\includegraphics[width=\\linewidth]{negscope-controls}');
  expect(text).toContain('\\label{fig:negscope-controls}');
});
