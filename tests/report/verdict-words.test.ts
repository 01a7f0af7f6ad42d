import { describe, expect, it } from 'vitest';

import type { FinishedSource } from '../../src/report/scored-source';
import type { JudgedRun } from '../../src/report/verdict';
import type { AuditedMean } from '../../src/scoring/certainty/flags';
import { encoderCaution, phraseText, readingInWords, verdictInWords } from '../../src/report/verdict-words';
import { certainOrder } from '../support/results';
import { baseline, certainly, judge, mined, random, type RunChanges } from './judged';

function say(sources: readonly FinishedSource[], over: RunChanges = {}) {
  const { headline, detail } = verdictInWords(judge(sources, over));
  return { headline: phraseText(headline), detail: detail.join(' ') };
}

const BY_USER: JudgedRun['stop'] = { ended: 'by-user' };

const readings = (sources: readonly FinishedSource[], over: RunChanges = {}) =>
  judge(sources, over).sources.map((source) => readingInWords(source));

describe('the headline', () => {
  it('names the first, and what looks too easy', () => {
    const sources = [mined('bm25', 0.1414), mined('tasb', 0.2155), mined('repllama', 0.2354), random()];
    const { headline, detail } = say(sources);
    expect(headline).toBe('repllama ranks first of three; random looks too easy.');
    expect(detail).toContain('ECI: random 0.5318, repllama 0.2354, tasb 0.2155, bm25 0.1414.');
    expect(detail).toContain('random lies outside the references on ρ 0.99 > 0.68, ψ 0.94 > 0.49 and');
  });

  it('says what is too close to call, and only that', () => {
    const [a, b, c] = [mined('a', 0.3), mined('b', 0.29), mined('c', 0.1)] as const;
    const sources = [a, b, c, random()];
    const known = certainOrder(sources);
    const pairs = known.pairs.map((pair) =>
      pair.a === a.id && pair.b === b.id ? { ...pair, status: 'not separated' as const } : pair,
    );
    const close = say(sources, { certainty: { ...known, pairs } });
    expect(close.headline).toBe('a and b lead, too close to call, c is third; random looks too easy.');
    expect(close.detail).toContain('a and b are too close to call: difference 0.0100.');
    expect(close.detail).not.toContain('b and c');
    expect(say(sources, { certainty: { ...certainOrder(sources), pairs: [] } }).headline).toBe(
      'a, b and c are too close to call; random looks too easy.',
    );
  });

  it('calls a source third only where that is its rank', () => {
    const [a, b, c] = [mined('a', 0.3), mined('b', 0.29), mined('c', 0.28)] as const;
    const sources = [a, b, c, random()];
    const known = certainOrder(sources);
    // c stands below a, and its order against b is open.
    const pairs = known.pairs.map((pair) =>
      pair.a === a.id && pair.b === c.id ? pair : { ...pair, status: 'not separated' as const },
    );
    expect(say(sources, { certainty: { ...known, pairs } }).headline).toBe(
      'a and b lead, too close to call; random looks too easy; a, b and random are not separated.',
    );
  });

  it('ranks a source whose flags may be chance, with the doubt in the detail alone', () => {
    const doubtful = mined('n', 0.4, { reference: false, figuresOver: { mean_eta: 0.7 } });
    const sources = [mined('a', 0.3), mined('b', 0.2), doubtful];
    const { headline, detail } = say(sources, { certainty: { ...certainOrder(sources), flags: [] } });
    expect(headline).toBe('n ranks first of three.');
    expect(detail).toContain('n is ranked; it differs from the references on η 0.70 > 0.65 (may be chance).');
    expect(say(sources).headline).toBe('a ranks first of two; n lies outside the references.');
  });

  it('has random passages that the audit by pairs found, with their share, and gives the source no rank', () => {
    const sources = [mined('a', 0.2), mined('b', 0.19), mined('diluted', 0.3, { reference: false })];
    const shareOf = (share: number) => ({
      queries: 97,
      pairs: 1000,
      found: 1000 * share,
      share,
      variance: 1e-6,
    });
    const pair_audit = {
      corner: { cos_query: 0.1, coverage: 0.1, random_share: 0.4, random_variance: 1e-4 },
      sources: sources.map(({ id, name }) => ({
        source: id,
        unrelated: shareOf(name === 'diluted' ? 0.03 : 0.001),
        near_positive: shareOf(0),
      })),
    };
    const { headline, detail } = say(sources, { pair_audit });
    expect(headline).toBe('a ranks first of two; diluted holds about 7.3\u00a0% random passages.');
    expect(detail).toMatch(/3\.0\s% of its pairs are as far from the query/);
    expect(readings(sources, { pair_audit })[2]).toBe(
      'about 7.3\u00a0% random passages, 6.5\u00a0to\u00a08.0',
    );
  });

  it('says how many random passages small files could hold unseen', () => {
    const sources = [mined('a', 0.2), mined('b', 0.19), mined('n', 0.3, { reference: false })];
    const shareOf = (variance: number) => ({ queries: 97, pairs: 100, found: 4, share: 0.04, variance });
    const audited = (variance: number) => ({
      corner: { cos_query: 0.1, coverage: 0.1, random_share: 0.4, random_variance: 1e-4 },
      sources: sources.map(({ id }) => ({
        source: id,
        unrelated: shareOf(variance),
        near_positive: { ...shareOf(1e-4), found: 0, share: 0 },
      })),
    });
    expect(say(sources, { pair_audit: audited(4e-4) }).detail).toMatch(
      /small: so many random passages could be in them unseen \(95\s%\): a 15\s%, b 15\s% and n 15\s%\./,
    );
    expect(say(sources, { pair_audit: audited(1e-5) }).detail).not.toContain('unseen');
  });

  it('crowns nobody where all are references, and asks which are trusted', () => {
    const { headline, detail } = say([mined('bm25', 0.14), mined('tasb', 0.22), random({ reference: true })]);
    expect(headline).toBe('random scores highest, and nothing was audited. Which of these do you trust?');
    expect(detail).toContain('No reference is ticked, or all are, so nothing can be flagged.');
  });

  it('tells of copies without any reference', () => {
    const sources = [mined('a', 0.2, { negativesEqualPositive: 12 }), mined('b', 0.1)];
    const { headline, detail } = say(sources);
    expect(headline).toBe(
      'a scores highest, and nothing was audited. Which of these do you trust? a holds 12 copies of the positive.',
    );
    expect(detail).toContain('12 negatives of a have the text of the positive.');
    expect(say([mined('a', 0.2), mined('b', 0.1)]).headline).not.toContain('cop');
    const one = mined('a', 0.2, { negativesEqualPositive: 1 });
    expect(say([one, mined('b', 0.1)]).headline).toContain('a holds 1 copy of the positive');
  });

  it('says of the bundled encoder that it is good for a look, and ranks by it', () => {
    const sources = [mined('a', 0.2), mined('b', 0.1), random()];
    const encoder = { name: 'negscope-mini', bundled: true };
    const caution =
      "negscope-mini is a small static encoder: good for a look; your encoder's order may differ.";
    const { headline, detail } = say(sources, { encoder });
    expect(headline).toBe('a ranks first of two; random looks too easy.');
    expect(detail.startsWith(caution)).toBe(true);
    expect(encoderCaution(encoder)).toBe(caution);
    expect(encoderCaution({ name: 'negscope-mini', bundled: false })).toBeNull();
    expect(say(sources).detail).not.toContain('small static');
    const apart = [...sources, mined('u', 0.9, { setting: 'hybrid' })];
    expect(say(apart, { encoder }).headline).toContain('u scores 0.9000 and has no rival in hybrid');
  });

  it('describes a single source and does not rank it', () => {
    const { headline, detail } = say([mined('bm25', 0.1414)], baseline(0.525));
    expect(headline).toBe('bm25 scores 0.1414 and has no rival.');
    expect(detail).toContain('load another one to compare it with');
    expect(detail).toContain('Random passages would score 0.5250.');
  });

  it('does not name a source of ten queries as the highest, nor one that may be misread', () => {
    const few = mined('few', 0.9, { figuresOver: { queries: 10 } });
    const misread = mined('odd', 0.8, { warnings: [{ code: 'numbers', message: 'Passages are numbers.' }] });
    const { headline, detail } = say([mined('a', 0.2), mined('b', 0.1), few, misread]);
    expect(headline).toBe(
      'a scores highest, and nothing was audited. Which of these do you trust? odd may be misread.',
    );
    expect(detail).toContain('few has 10 queries: too few for a rank, which takes 20.');
    expect(detail).toContain('Passages are numbers.');
  });

  it('says of unlike numbers of negatives that they bar a rank', () => {
    const [ten, five] = [10, 5].map((k) => ({ medianK: k, kOfMost: k }));
    const sources = [mined('a', 0.3, ten), mined('b', 0.2, five), random()];
    const { headline, detail } = say(sources);
    expect(headline).toBe(
      'a scores highest, but the numbers of negatives are too unlike for a rank; random looks too easy.',
    );
    expect(detail).toContain(
      'a has 10 and b has 5 negatives a query, the others 30: too unlike to rank together. Rank the first 5 of each.',
    );
  });

  it('names those alone that differ from the others, and ranks the rest', () => {
    const [ten, five] = [10, 5].map((k) => ({ medianK: k, kOfMost: k }));
    const sources = [mined('a', 0.3, ten), mined('b', 0.2, ten), mined('c', 0.4, five), random(ten)];
    const { headline, detail } = say(sources);
    expect(headline).toBe('a ranks first of two; random looks too easy.');
    expect(detail).toContain(
      'c has 5 negatives a query, the others 10: too unlike to rank together. Rank the first 5 of each.',
    );
    const many = ['d', 'e', 'f'].map((name) => mined(name, 0.1, five));
    const more = ['p', 'q'].map((name) => mined(name, 0.1, ten));
    expect(say([...sources, ...many, ...more, mined('r', 0.1, ten)]).detail).toContain(
      'Four sources have 5 negatives a query, the others 10',
    );
  });

  it('speaks of each setting where there are several', () => {
    const hybrid = { setting: 'hybrid' };
    const { headline, detail } = say([
      mined('a', 0.2),
      mined('b', 0.1),
      mined('u', 0.3, hybrid),
      mined('v', 0.4, { ...hybrid, reference: false }),
    ]);
    expect(headline).toBe('a ranks first of two in default and v ranks first of two in hybrid.');
    expect(detail).toContain('default: a 0.2000, b 0.1000. hybrid: v 0.4000, u 0.3000.');
  });
});

describe('a run that stopped early', () => {
  const sources = [mined('a', 0.3), mined('b', 0.29), random()];
  const known = certainly(sources);
  const stopped = {
    ...known,
    scores: known.scores.map((score) => ({ ...score, whole: false })),
    method: 'confidence-sequence',
    units: { kind: 'query', count: 97 },
    units_used: 50,
    queries_used: 50,
    queries_total: 97,
  } as const;
  const flagsOf = (status: 'certain' | 'open', flags: readonly AuditedMean[]) =>
    flags.map((flag) => ({ source: sources[2]?.id ?? -1, flag, status }));

  it('says what it would take where it is not', () => {
    const pairs = stopped.pairs.map((pair) => ({
      ...pair,
      status: 'not separated' as const,
      units_needed: 4000,
      whole_files: { low: -1, high: 1 },
    }));
    const { detail } = say(sources, { certainty: { ...stopped, pairs } });
    expect(detail).toContain(
      'Stopped after 50 of 97 queries: for other queries like these the order is not certain.',
    );
    expect(detail).toContain(
      'a and b are not separated: difference 0.0100, it would take about 4,000 queries.',
    );
    expect(detail).not.toContain('and random are not separated');
  });

  it('has no rank for a source with an open flag, whatever it scores, and says what is open', () => {
    const flags = flagsOf('open', ['rho', 'unrelated']);
    const certainty = { ...stopped, flags };
    const verdict = judge(sources, { certainty });
    expect(verdict.sources[2]).toMatchObject({ standing: 'open', unranked: 'open', rank: null });
    expect(say(sources, { certainty }).headline).toBe('a ranks first of two; random is not audited yet.');
    expect(say(sources, { certainty }).detail).toContain(
      'random is not audited yet, so it has no rank (not settled: ρ and random passages).',
    );
    expect(readings(sources, { certainty })[2]).toBe(
      'ρ 0.99 > 0.68 so far; not audited yet; not settled: ρ and random passages',
    );
  });

  it('sets a source outside once one flag is certainly there, and says what it looks like', () => {
    const flags = [...flagsOf('certain', ['psi']), ...flagsOf('open', ['rho', 'inversion'])];
    const certainty = { ...stopped, flags };
    const { headline, detail } = say(sources, { certainty });
    expect(headline).toBe('a ranks first of two; random looks too easy.');
    expect(detail).toContain('random lies outside the references on ρ 0.99 > 0.68 so far, ψ 0.94 > 0.49 and');
  });

  it('keeps outside what was settled there, wherever the references have moved to since', () => {
    const near = mined('near', 0.5, { reference: false, figuresOver: { mean_rho: 0.675 } });
    const all = [...sources.slice(0, 2), near];
    const own = certainly(all);
    const certainty = {
      ...own,
      scores: own.scores.map((score) => ({ ...score, whole: score.source !== near.id })),
      flags: [{ source: near.id, flag: 'rho' as const, status: 'certain' as const }],
    };
    expect(judge(all, { certainty }).sources[2]).toMatchObject({ standing: 'outside', rank: null });
    expect(readings(all, { certainty })[2]).toBe('outside the references on ρ when it was settled');
  });

  it('says nothing of certainty where nothing is audited and an order is open', () => {
    const two = [mined('a', 0.3), mined('b', 0.29)];
    const own = certainly(two);
    const certainty = {
      ...own,
      method: 'confidence-sequence' as const,
      units: { kind: 'query', count: 4000 },
      units_used: 50,
      queries_used: 50,
      queries_total: 4000,
      scores: own.scores.map((score) => ({ ...score, whole: false, low: -Infinity, high: Infinity })),
      pairs: own.pairs.map((pair) => ({ ...pair, status: 'not separated' as const })),
      flags: [],
    };
    const { detail } = say(two, { certainty, stop: BY_USER, ...baseline(0.53) });
    expect(detail).toContain(
      'Stopped after 50 of 4,000 queries: for other queries like these the order is not',
    );
    expect(detail).toContain('Random passages would score 0.5300.');
  });

  it('ranks no file that the user did not let it read to its end', () => {
    const certainty = { ...stopped, flags: [] };
    const { headline, detail } = say(sources, { certainty, stop: BY_USER });
    expect(headline).toBe('No source is ranked yet; a, b and random are not audited yet.');
    expect(detail).toContain(
      'Stopped after 50 of 97 queries, before the audit was settled: go on to the end',
    );
    // Of files that were read to their end the order holds.
    const scores = stopped.scores.map((score, s) => ({ ...score, whole: s < 2 }));
    const part = say(sources, { certainty: { ...certainty, scores }, stop: BY_USER });
    expect(part.headline).toBe('a ranks first of two; random is not audited yet.');
  });
});

describe('a finding', () => {
  const references = [mined('a', 0.3), mined('b', 0.2)];
  const none = {
    records: 97,
    pairs: 2910,
    copies: 0,
    records_with_other_positive: 0,
    boilerplate: 0,
    boilerplate_texts: 0,
  };
  const withFile = (found: Partial<typeof none>, over: Partial<FinishedSource> = {}) => {
    const sources = [...references, mined('n', 0.4, { reference: false, ...over })];
    const file_findings = sources.map(({ id, name }) => ({
      source: id,
      ...none,
      ...(name === 'n' ? found : {}),
    }));
    return { sources, over: { file_findings } };
  };
  const said = ({ sources, over }: ReturnType<typeof withFile>) => say(sources, over).headline;

  it('is a text that stands as a negative of far too many queries', () => {
    const text = withFile({ boilerplate: 998, boilerplate_texts: 1 });
    expect(said(text)).toBe('a ranks first of two; n holds one text as 998 of its 2,910 negatives.');
    expect(said(withFile({ boilerplate: 14, boilerplate_texts: 1 }))).toBe('n ranks first of three.');
  });

  it('is a positive of another query in every record, where no reference does so', () => {
    expect(said(withFile({ records_with_other_positive: 97 }))).toBe(
      'a ranks first of two; n holds a positive of another query in every record.',
    );
    expect(said(withFile({ records_with_other_positive: 96 }))).toBe('n ranks first of three.');
    // A small corpus, where every passage is some query's positive.
    const { sources, over } = withFile({});
    const all = over.file_findings.map((file) => ({ ...file, records_with_other_positive: 97 }));
    expect(say(sources, { file_findings: all }).headline).toBe('n ranks first of three.');
  });
});

describe('the reading of a source', () => {
  it('is level with a reference where the distance is too small to count', () => {
    const n = mined('n', 0.3, {
      reference: false,
      figuresOver: { mean_eta: 0.648, inversion_rate: 0.29 },
    });
    expect(readings([mined('bm25', 0.2), mined('b', 0.1, { figuresOver: { mean_eta: 0.5 } }), n])[2]).toBe(
      'level with bm25 on η and inversion; inside',
    );
  });

  it('is never "none"', () => {
    expect(readings([mined('a', 0.2), random(), mined('n', 0.3, { reference: false })])).toEqual([
      'reference',
      'looks too easy: ρ 0.99 > 0.68, ψ 0.94 > 0.49, inversion 0.4\u00a0% < 29.2\u00a0%',
      'inside',
    ]);
    expect(readings([mined('a', 0.2), mined('b', 0.2)])).toEqual(['not audited', 'not audited']);
  });
});
