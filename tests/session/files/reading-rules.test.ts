import { expect, it } from 'vitest';

import { matchSources } from '../../../src/session/files/reading-rules';
import { loadedSource } from '../../support/results';

const labelled = (label: string | null, id = 1) => loadedSource(id, 'f.jsonl', {}, { label });

it('removed labels stay away, but never all sources', () => {
  const sources = [labelled('a', 7), labelled('b', 8)];
  const some = matchSources(sources, [], ['b']);
  expect([some.staying.map(({ loaded }) => loaded.id), some.gone.map(({ id }) => id)]).toEqual([[7], [8]]);
  const all = matchSources(sources, [], ['a', 'b']);
  expect([all.staying.length, all.gone]).toEqual([2, []]);
});
