import { describe, expect, it } from 'vitest';

import { shortNames } from '../../src/ui/charts/text';
const LONG = [
  'bm25s-lucene_k1-0.9_b0.4_top10',
  'minilm-l6-v2_dense_top10',
  'bm25s+minilm_fusion_5+5',
  'bm25s-lucene_k1-0.9_b0.4_top05',
  'minilm-l6-v2_ranks6-10',
  'bm25s-lucene_k1-0.9_random25',
  'bm25s-exported_leak_v2',
  'uniform-random_seed42',
];

function shortened(names: readonly string[], letters?: number): string[] {
  const { of } = shortNames(names, letters);
  return names.map(of);
}

describe('names of one screen', () => {
  it.each([
    [['xquad_2026-08_bm25', 'xquad_2026-08_dense'], ['bm25', 'dense'], 'Names begin xquad_2026-08_.'],
    [['bm25_of_the_first_run', 'dense_of_the_first_run'], ['bm25', 'dense'], 'Names end _of_the_first_run.'],
    [
      ['run/bm25_of_september', 'run/dense_of_september'],
      ['bm25', 'dense'],
      'Names begin run/ and end _of_september.',
    ],
    [['bm25', 'bm25-2'], ['bm25', 'bm25-2'], ''],
    [['data_', 'data_more_than_there_is_room_for'], ['data_', 'data_mor…oom_for'], ''],
    [['alone_in_its_file_of_names'], ['alone_in…f_names'], ''],
    [[], [], ''],
  ])('%j: %j', (names, shown, note) => {
    expect(shortened(names)).toEqual(shown);
    expect(shortNames(names).note).toBe(note);
  });

  it('are never one name, however alike', () => {
    const alike = ['one_and_the_same_a_end_1', 'one_and_other_the_same_a_end_1', 'onedoes-notcutanywhere-x'];
    for (const letters of [3, 8, 12, 16]) {
      expect(new Set(shortened(alike, letters)).size, `${letters}`).toBe(3);
    }
  });

  it('are whole where all have room', () => {
    expect(shortened(LONG, 30)).toEqual(LONG);
  });
});
