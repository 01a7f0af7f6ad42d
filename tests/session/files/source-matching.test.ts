import { describe, expect, it } from 'vitest';

import { matchSources } from '../../../src/session/files/reading-rules';
import { loadedSource } from '../../support/results';

const labelled = (label: string | null, id = 1) => loadedSource(id, 'f.jsonl', {}, { label });
const before = [labelled('a'), labelled('b')].map((loaded) => ({ loaded }));

describe('matchSources', () => {
  it('finds the source of the same label, and none for a new label', () => {
    const { staying, gone } = matchSources([labelled('b', 7), labelled('c', 8)], before, []);
    expect(staying.map(({ loaded, known }) => [loaded.id, known])).toEqual([
      [7, before[1]],
      [8, null],
    ]);
    expect(gone).toEqual([]);
  });

  it('keeps removed labels away, but never all sources', () => {
    const sources = [labelled('a', 7), labelled('b', 8)];
    const some = matchSources(sources, before, ['b']);
    expect(some.staying.map(({ loaded }) => loaded.id)).toEqual([7]);
    expect(some.gone.map(({ id }) => id)).toEqual([8]);
    const all = matchSources(sources, before, ['a', 'b']);
    expect(all.staying).toHaveLength(2);
    expect(all.gone).toEqual([]);
  });

  it('tells a file that is one source by its having no label', () => {
    const whole = [{ loaded: labelled(null) }];
    expect(matchSources([labelled(null, 5)], whole, []).staying[0]?.known).toBe(whole[0]);
    expect(matchSources([labelled('a', 5)], whole, []).staying[0]?.known).toBeNull();
  });
});
