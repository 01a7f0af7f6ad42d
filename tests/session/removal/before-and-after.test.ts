import { describe, expect, it } from 'vitest';

import type { CleanedFigures } from '../../../src/engine/types';
import { flagLines, referencesInWords, scoreInWords } from '../../../src/pages/audit/basket/basket-words';
import type { RankedSource } from '../../../src/report/ranking';
import type { Result } from '../../../src/report/result';
import { beforeAndAfter } from '../../../src/session/removal/before-and-after';
import { figuresOf as figures, reportInput, sourceResult } from '../../support/results';

const source = (id: number, changes: object): RankedSource =>
  ({
    id,
    name: `source ${id}`,
    colour: id,
    flags: [],
    figures: figures({}),
    ...changes,
  }) as unknown as RankedSource;

const pairs = (id: number, count: number) => ({
  source: id,
  records: new Int32Array(count),
  positions: new Int32Array(count),
});

const REFERENCE = source(1, { figures: figures({ eci: 0.2, mean_eta: 0.646 }) });
const FLAGGED = source(2, { flags: ['eta'], figures: figures({ eci: 0.302, mean_eta: 0.798 }) });

const after = (id: number, changes: Parameters<typeof figures>[0]): CleanedFigures['sources'][number] =>
  sourceResult(id, `source ${id}`, changes);

const CLEANED: CleanedFigures = {
  sources: [after(1, { eci: 0.2, mean_eta: 0.646 }), after(2, { eci: 0.304, mean_eta: 0.794 })],
  certainty: null,
};

/** The first source is the reference. */
function result(changes: Partial<Result['audit']> = {}): Pick<Result, 'audit' | 'certainty'> {
  const { certainty } = reportInput([sourceResult(1, 'source 1'), sourceResult(2, 'source 2')]).result;
  const range = { mean_rho_max: 0.6, mean_eta_max: 0.646, mean_psi_max: 0.7, inversion_rate_min: 0.25 };
  return { audit: { range, reference_left: ['source 1'], ...changes } as Result['audit'], certainty };
}

describe('the sources that lose pairs', () => {
  it('come with score, interval and flags against the references before and after', () => {
    const { rows, envelope } = beforeAndAfter([REFERENCE, FLAGGED], [pairs(2, 39)], result(), CLEANED);
    expect(rows.map(({ id, removed }) => [id, removed])).toEqual([[2, 39]]);
    const [row] = rows;
    if (!row) throw new Error('no row');
    expect([row.before.low, row.before.high, row.before.flags]).toEqual([0, 1, ['eta']]);
    expect(scoreInWords(row)).toBe('score 0.3020 → 0.3040');
    expect(flagLines(row, envelope)).toEqual([
      { flag: 'eta', stands: true, words: 'η 0.798 → 0.794, still outside 0.646' },
    ]);
  });

  it('are held against the range that was entered by hand, before and after', () => {
    const range = { mean_rho_max: 1, mean_eta_max: 0.796, mean_psi_max: 1, inversion_rate_min: 0 };
    const entered = result({ range, entered: true, reference_left: [] });
    const cleaned = { ...CLEANED, sources: [after(1, {}), after(2, { mean_eta: 0.79 })] };
    const { rows, envelope } = beforeAndAfter([REFERENCE, FLAGGED], [pairs(2, 39)], entered, cleaned);
    expect(envelope).toEqual(range);
    expect(rows.flatMap((row) => flagLines(row, envelope)).map(({ words }) => words)).toEqual([
      'η 0.798 → 0.790, now inside 0.796',
    ]);
  });

  it('say which flags went and which came, also where a reference changed', () => {
    const cleaned: CleanedFigures = {
      sources: [
        after(1, { mean_eta: 0.8, inversion_rate: 0.1 }),
        after(2, { mean_eta: 0.7, inversion_rate: 0.05 }),
      ],
      certainty: null,
    };
    const inverting = { inversion_rate: 0.1 };
    const sources = [
      source(1, { figures: figures({ mean_eta: 0.646, ...inverting }) }),
      source(2, { flags: ['eta'], figures: figures({ mean_eta: 0.798, ...inverting }) }),
    ];
    const { rows, envelope } = beforeAndAfter(sources, [pairs(2, 1)], result(), cleaned);
    expect(
      rows.flatMap((row) => flagLines(row, envelope)).map(({ words, stands }) => [words, stands]),
    ).toEqual([
      ['η 0.798 → 0.700, now inside 0.800', false],
      ['inversion 10.0\u00a0% → 5.0\u00a0%, now outside 10.0\u00a0%', true],
    ]);
  });

  it.each([
    [['source 1'], 'Score of the references: 0.2000.'],
    [['source 1', 'source 2', 'source 4'], 'Score of the references: 0.2000 to 0.3020.'],
    [['source 2', 'source 3'], 'Score of the references: 0.3020.'],
    [[], null],
  ])('stand beside the scores of the references that are left: %j', (left, words) => {
    const scored = [0.2, 0.302, 0.302, null, 0.9].map((eci, i) => source(i + 1, { eci }));
    const { references } = beforeAndAfter(scored, [], result({ reference_left: left }), null);
    expect(references && referencesInWords(references)).toBe(words);
  });

  it('have nothing afterwards while it is summed, nor where nothing is left', () => {
    const waiting = beforeAndAfter([REFERENCE, FLAGGED], [pairs(2, 39)], result(), null);
    expect(waiting.rows[0]?.after).toBeNull();
    const [row] = waiting.rows;
    if (!row) throw new Error('no row');
    expect(scoreInWords(row)).toBe('score 0.3020');
    expect(flagLines(row, waiting.envelope).map(({ words }) => words)).toEqual(['η 0.798']);
    const nothing = { sources: [], certainty: null };
    expect(beforeAndAfter([FLAGGED], [pairs(2, 39)], result(), nothing).rows[0]?.after).toBeNull();
  });
});
