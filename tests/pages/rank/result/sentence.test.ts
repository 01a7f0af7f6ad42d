import { describe, expect, it } from 'vitest';

import { rankingView, type ScoredSource } from '../../../../src/pages/rank/result/ranking-view';
import { resultSentence } from '../../../../src/pages/rank/result/sentence';
import { MINED, RANDOM, source } from '../sources';

const say = (...sources: ScoredSource[]) => resultSentence(rankingView(sources));
const mined = (name: string, eci: number, over: Partial<ScoredSource> = {}) =>
  source(name, eci, { figuresOver: MINED, ...over });
const random = (over: Partial<ScoredSource> = {}) =>
  source('random', 0.5318, { reference: false, figuresOver: RANDOM, ...over });

describe('resultSentence', () => {
  it('names the first of the reference sources and the contaminated one', () => {
    const { headline, detail } = say(
      mined('bm25', 0.1414),
      mined('tasb', 0.2155),
      mined('repllama', 0.2354),
      random(),
    );
    expect(headline).toBe('repllama ranks first of three reference sources; random looks contaminated.');
    expect(detail).toContain('ECI: repllama 0.2354, tasb 0.2155, bm25 0.1414.');
    expect(detail).toContain('random lies outside the reference sources on three statistics');
  });

  it('says so where a flagged source would be first by the score alone', () => {
    expect(say(mined('a', 0.2), mined('b', 0.1), random()).detail).toContain(
      'By the score alone random would be first with 0.5318',
    );
    expect(say(mined('a', 0.2), random(), mined('u', 0.9, { setting: 'hybrid' })).detail).toContain(
      'By the score alone random would be first in default with 0.5318',
    );
    expect(say(mined('a', 0.9), mined('b', 0.1), random()).detail).not.toContain('By the score alone');
  });

  it('asks for a look where only one statistic lies outside', () => {
    const leaky = source('leaky', 0.1, { reference: false, figuresOver: { ...MINED, mean_eta: 0.7 } });
    const { headline, detail } = say(mined('a', 0.2), mined('b', 0.1), leaky);
    expect(headline).toBe('a ranks first of two reference sources; leaky needs a look.');
    expect(detail).toContain('on one statistic');
  });

  it('says that nothing can be flagged where all are reference sources', () => {
    const { headline, detail } = say(mined('a', 0.2), mined('b', 0.1));
    expect(headline).toBe('a ranks first of two sources.');
    expect(detail).toContain('none can be flagged');
  });

  it('says that nothing was audited where none is', () => {
    const { headline, detail } = say(mined('a', 0.2, { reference: false }), random());
    expect(headline).toBe('random ranks first of two sources.');
    expect(detail).toContain('nothing was audited');
  });

  it('counts a source that is ranked beside the references among sources', () => {
    expect(say(mined('a', 0.2), mined('b', 0.3, { reference: false })).headline).toBe(
      'b ranks first of two sources.',
    );
  });

  it('does not call a source first that has no rival', () => {
    expect(say(mined('bm25', 0.1414))).toEqual({
      headline: 'bm25 scores 0.1414.',
      detail: 'ECI: bm25 0.1414. A source alone has no rank: load another one to compare it with.',
    });
    expect(say(mined('a', 0.2), random()).headline).toBe(
      'a is the only source without a flag; random looks contaminated.',
    );
  });

  it('names all that tie', () => {
    expect(say(mined('a', 0.2), mined('b', 0.2), mined('c', 0.1)).headline).toBe(
      'a and b tie for first place of three sources.',
    );
  });

  it('speaks of each setting where there are several', () => {
    const hybrid = { setting: 'hybrid' };
    const { headline, detail } = say(
      mined('a', 0.2),
      mined('b', 0.1),
      mined('u', 0.3, hybrid),
      mined('v', 0.4, hybrid),
    );
    expect(headline).toBe('a ranks first in default and v ranks first in hybrid.');
    expect(detail).toContain('default: a 0.2000, b 0.1000. hybrid: v 0.4000, u 0.3000.');
    expect(say(mined('a', 0.2), mined('u', 0.3, hybrid)).headline).toBe(
      'a stands alone in default and u stands alone in hybrid.',
    );
    expect(say(mined('a', 0.2), random(hybrid), random({ ...hybrid, name: 'noise' })).headline).toBe(
      'a stands alone in default and every source of hybrid lies outside the envelope; random and noise look contaminated.',
    );
  });

  it('counts where there are too many to name', () => {
    const noises = ['p', 'q', 'r', 's'].map((name) => random({ name }));
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, i) => mined(name, 0.3 - i / 100));
    const { headline, detail } = say(...many, ...noises);
    expect(headline).toBe('a ranks first of eight reference sources; four sources look contaminated.');
    expect(detail).toContain('f 0.2500 and two more.');
  });
});
