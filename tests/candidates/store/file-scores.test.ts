import { describe, expect, it } from 'vitest';

import { loadSource, openCandidates } from '../support';
import { jsonl } from '../../support/jsonl';

describe('the scores that a file gives its texts', () => {
  const candidates = openCandidates();

  async function scores(name: string, content: string) {
    const source = await loadSource(candidates, name, content);
    const found = await candidates.fileScores(source.id);
    return (
      found && {
        offsets: [...found.offsets],
        positives: [...found.positives],
        negatives: [...found.negatives],
      }
    );
  }

  it('belong to the negatives that are kept: blanks, copies and excluded ones go with theirs', async () => {
    const records = [
      {
        query: 'q1',
        pos: ['p1', 'p2'],
        neg: ['a', ' ', 'b', 'a', 'c'],
        pos_scores: [0.9, 0.5],
        neg_scores: [0.4, 0.3, 0.25, 0.4, -0.5],
      },
      { query: 'q2', pos: ['p3'], neg: ['d'], pos_scores: [7.5], neg_scores: [7] },
    ];
    expect(await scores('flag.jsonl', jsonl(...records))).toEqual({
      offsets: [0, 3, 4],
      positives: [0.9, 7.5],
      negatives: [0.4, 0.25, -0.5, 7],
    });
  });

  it('are none once the source is removed', async () => {
    const content = jsonl({ query: 'q', pos: ['p'], neg: ['a'], pos_scores: [1], neg_scores: [0] });
    const { id } = await loadSource(candidates, 'gone.jsonl', content);
    expect(await candidates.fileScores(id)).not.toBeNull();
    await candidates.remove(id);
    expect(await candidates.fileScores(id)).toBeNull();
  });

  it.each([
    [
      'triplets, whose rows are joined',
      jsonl(
        { anchor: 'q', positive: 'p', negative: 'a', scores: [0.9, 0.4] },
        { anchor: 'q', positive: 'p', negative: 'b', scores: [0.9, 0.3] },
      ),
    ],
    [
      'n-tuples',
      jsonl({ anchor: 'q', positive: 'p', negative_1: 'a', negative_2: 'b', scores: [0.9, 0.4, 0.3] }),
    ],
    ['labeled lists', jsonl({ query: 'q', documents: ['a', 'p', 'b'], scores: [0.4, 0.9, 0.3] })],
    [
      'passages with a score each',
      jsonl({
        query: 'q',
        positive_passages: [{ docid: '1', title: '', text: 'p', score: 0.9 }],
        negative_passages: [
          { docid: '2', title: '', text: 'a', score: 0.4 },
          { docid: '3', title: '', text: 'b', score: 0.3 },
        ],
      }),
    ],
  ])('are read from %s', async (name, content) => {
    expect(await scores(`${name}.jsonl`, content)).toEqual({
      offsets: [0, 2],
      positives: [0.9],
      negatives: [0.4, 0.3],
    });
  });

  it('are none where one text has none', async () => {
    const records = [
      { query: 'q1', pos: ['p1'], neg: ['a'], pos_scores: [0.9], neg_scores: [0.4] },
      { query: 'q2', pos: ['p2'], neg: ['a', 'b'], pos_scores: [0.9], neg_scores: [0.4] },
    ];
    expect(await scores('short.jsonl', jsonl(...records))).toBeNull();
    expect(await scores('none.jsonl', jsonl({ query: 'q', positive: 'p', negatives: ['a'] }))).toBeNull();
  });
});
