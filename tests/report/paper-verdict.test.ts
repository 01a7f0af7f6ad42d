/** The paper's own tables through the verdict: they have no pairs, so nobody could look for random passages in them. */

import { expect, it } from 'vitest';

import { printedTable } from '../../src/experiments/paper';
import { resultOfSources, source, type SourceChanges } from '../session/sources';
import { pairAudit } from '../support/results';

interface Block {
  readonly name: string;
  /** By the printed score, highest first. */
  readonly order: readonly string[];
  readonly sources: readonly {
    readonly name: string;
    readonly eci: number;
    readonly means: SourceChanges['figuresOver'];
  }[];
}

const AUDITED = new Map(
  printedTable('the audit, with our flags').rows.map(([name, ...means]) => [String(name), means.map(Number)]),
);

/** The blocks of the table of scores, with the means of the audit's table, which are those of one encoder. */
const BLOCKS: readonly Block[] = ['DistilBERT', 'E5-base', 'Contriever'].flatMap((encoder) =>
  ['non-hybrid', 'hybrid'].map((setting) => {
    const rows = printedTable('scores').rows.filter((row) => row[0] === encoder && row[1] === setting);
    const sources = rows.map(([, , name, eci]) => {
      const [rho = 0, eta = 0, psi = 0, inversion = 0] = AUDITED.get(String(name)) ?? [];
      const means = { mean_rho: rho, mean_eta: eta, mean_psi: psi, inversion_rate: inversion };
      return { name: String(name), eci: Number(eci), means };
    });
    const order = sources.toSorted((a, b) => b.eci - a.eci).map(({ name }) => name);
    return { name: `${encoder}, ${setting}`, order, sources };
  }),
);

/** The verdict on a block. @param ticked the sources that are references */
function judged({ sources }: Block, ticked: readonly string[], lookedAt: boolean) {
  const scored = sources.map(({ name, eci, means = {} }) =>
    source(name, eci, {
      reference: ticked.includes(name),
      lookedAt,
      figuresOver: { ...means, queries: 25_000, units: 25_000 },
    }),
  );
  const none = { ...pairAudit([]), corner: null, random_share: null };
  return resultOfSources(scored, { pair_audit: none, overlap: null, file_findings: null });
}

it.each(BLOCKS)('$name: whoever is ticked, no flag takes a place away', (block) => {
  const names = block.sources.map(({ name }) => name);
  const ticks = [
    [],
    ...names.map((name) => [name]),
    ...names.map((name) => names.filter((other) => other !== name)),
  ];
  for (const ticked of ticks) {
    const { verdict } = judged(block, ticked, true);
    const ranks = block.order.map((name) => verdict.sources[name]?.rank);
    expect(ranks, ticked.join()).toEqual(block.order.map((_, place) => ({ from: place + 1, to: place + 1 })));
  }
});

it('flags the best source of the paper beside BM25 and Dense, and ranks it first', () => {
  const block = BLOCKS.find(({ name }) => name === 'Contriever, non-hybrid') as Block;
  const llm = judged(block, ['BM25', 'Dense'], true).verdict.sources['LLM'];
  expect(llm?.flags.map(({ flag }) => flag)).toEqual(['rho', 'psi', 'inversion']);
  expect(llm?.rank).toEqual({ from: 1, to: 1 });
});
