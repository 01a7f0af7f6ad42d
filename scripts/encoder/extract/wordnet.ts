/** Synsets of WordNet's data files: lemmas, relatives, gloss with examples, gloss of what stands above. */

import type { Row } from './rows';

/** Parts of speech as files have them, and as pointers name them. */
export const PARTS = ['noun', 'verb', 'adj', 'adv'] as const;
const PART_OF: Readonly<Record<string, (typeof PARTS)[number]>> = {
  n: 'noun',
  v: 'verb',
  a: 'adj',
  s: 'adj',
  r: 'adv',
};

/** Pointers to what stands above, and to other relatives (wninput(5WN)). */
const ABOVE = ['@', '@i'];
const RELATED = ['#p', '#m', '#s', '%p', '&', '+', ';c'];
const MOST_RELATED = 3;

interface Synset {
  readonly lemmas: readonly string[];
  readonly gloss: string;
  readonly examples: readonly string[];
  readonly pointers: readonly { readonly symbol: string; readonly target: string }[];
}

/** @param files text of data.noun and its like, in latin1 */
export function* synsetRows(files: ReadonlyMap<string, string>): Generator<Row> {
  const synsets = new Map<string, Synset>();
  for (const part of PARTS) {
    for (const line of (files.get(part) ?? '').split('\n')) {
      if (line === '' || line.startsWith('  ')) continue;
      synsets.set(`${part} ${line.slice(0, line.indexOf(' '))}`, synsetOf(line));
    }
  }
  for (const { lemmas, gloss, examples, pointers } of synsets.values()) {
    const targets = (symbols: readonly string[]) =>
      pointers.flatMap(({ symbol, target }) => (symbols.includes(symbol) ? (synsets.get(target) ?? []) : []));
    const above = targets(ABOVE);
    const firstLemmas = (of: readonly Synset[]) => of.map((one) => one.lemmas[0]).join(', ');
    const relatives = `${firstLemmas(above)} | ${firstLemmas(targets(RELATED).slice(0, MOST_RELATED))}`;
    const told = [gloss, ...examples].join(' || ');
    yield ['wn', lemmas.join('; '), relatives, above[0] ? `${told} ^^ ${above[0].gloss}` : told];
  }
}

/** wndb(5WN): offset, file, part, count, lemmas with ids, count, pointers, …, a bar, gloss and examples. */
function synsetOf(line: string): Synset {
  const bar = line.indexOf('|');
  const fields = line.slice(0, bar).trim().split(/\s+/);
  const lemmaCount = Number.parseInt(fields[3] ?? '0', 16);
  const lemmas = Array.from({ length: lemmaCount }, (_, i) =>
    (fields[4 + 2 * i] ?? '').replace(/\(\w+\)$/, '').replaceAll('_', ' '),
  );
  const first = 5 + 2 * lemmaCount;
  const pointers = Array.from({ length: Number(fields[first - 1]) }, (_, i) => {
    const [symbol = '', offset = '', part = ''] = fields.slice(first + 4 * i, first + 4 * i + 3);
    return { symbol, target: `${PART_OF[part] ?? part} ${offset}` };
  });
  const [gloss = '', ...examples] = line
    .slice(bar + 1)
    .trim()
    .split(/;\s*(?=")/);
  return { lemmas, gloss, examples: examples.map((one) => one.replaceAll(/^[" ;]+|[" ;]+$/g, '')), pointers };
}
