/** A finding for a paper: what LaTeX reads as a command stands as text. */

import { expect, it } from 'vitest';

import { paperText, settingsInWords } from '../../src/report/paper-text';

it('is a paragraph and a figure with the settings, escaped', () => {
  const text = paperText({
    title: 'a_b passes 50 % of c',
    how: 'Read {this}',
    picture: 'negscope-controls',
    made: settingsInWords(['potion'], { tau: 0.05, weighting: 'full', seed: 42 }),
  });
  expect(text).toContain('\\paragraph{a\\_b passes 50 \\% of c.}');
  expect(text).toContain(
    'Read \\{this\\} (Computed by Negscope: encoder potion, temperature 0.05, weighting full, seed 42;',
  );
  expect(text).toContain('\\includegraphics[width=\\linewidth]{negscope-controls}');
  expect(text).toContain('\\label{fig:negscope-controls}');
});

it('names every encoder that it was computed under', () => {
  expect(settingsInWords(['mini', 'potion'], { tau: 0.1, weighting: 'uniform', seed: 1 })).toBe(
    'encoders mini and potion, temperature 0.1, weighting uniform, seed 1',
  );
});
