import '../session/runes';

import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { beirFiles, parseMineArguments } from '../../src/cli/mine';
import { CommandError } from '../../src/cli/terminal';
import { BM25_PRESETS } from '../../src/mining/search/bm25';
import { MINING_PRESETS } from '../../src/mining/options';
import { temporaryFolder, writeFiles } from '../support/temporary';

const BEIR = ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv', 'qrels/train.tsv'];
const folder = temporaryFolder(Object.fromEntries(BEIR.map((name) => [`beir/${name}`, ''])));
const beir = join(folder, 'beir');
const out = join(folder, 'out');

it('takes of a BEIR folder corpus, queries and judgements alone, and links to them', () => {
  const linked = join(folder, 'linked');
  writeFiles(linked, { 'mined/bm25.jsonl': '', 'notes.txt': '', 'bm25.jsonl': '', 'qrels/.hidden': '' });
  for (const name of BEIR) symlinkSync(join(beir, name), join(linked, name));
  const kinds = ['corpus', 'queries', 'qrels', 'qrels'];
  const all = BEIR.map((name, i) => ({ path: join(linked, name), as: kinds[i] }));
  expect(beirFiles(linked)).toEqual(all);
  rmSync(join(linked, 'qrels'), { recursive: true });
  symlinkSync(join(beir, 'qrels'), join(linked, 'qrels'));
  expect(beirFiles(linked)).toEqual(all);
  rmSync(join(linked, 'corpus.jsonl'));
  expect(beirFiles(linked)).toEqual([]);
});

it('takes another folder whole and files by what they are, with the paper’s options', () => {
  const corpus = join(beir, 'corpus.jsonl');
  const qrels = join(beir, 'qrels');
  const { folder: whole, files, requests } = parseMineArguments([qrels, '--corpus', corpus, '--out', out]);
  expect(whole).toBe(qrels);
  expect(files).toEqual([{ path: corpus, as: 'corpus', anySplit: true }]);
  const { options } = MINING_PRESETS.paper;
  const bm25 = BM25_PRESETS.bm25s;
  const form = 'flag-embedding';
  expect(requests).toEqual([{ name: 'bm25', method: 'bm25', bm25, options, form, withScores: true }]);
});

it('takes methods, presets and options', () => {
  const args = [beir, '--out', out];
  const both = parseMineArguments([...args, '--method', 'bm25,dense', '--model', folder]);
  expect(both.requests).toMatchObject([{ method: 'bm25' }, { name: 'dense', method: 'dense' }]);
  const options = [
    '--num-negatives=7',
    '--relative-margin=0.05',
    '--positive=max',
    '--max-score=none',
    '--exclude-query=yes',
    '--exclude-copies=0.125',
  ];
  const { requests } = parseMineArguments([...args, '--preset', 'pyserini,nv-abs', ...options]);
  const set = {
    num_negatives: 7,
    relative_margin: 0.05,
    positive: 'max',
    max_score: null,
    exclude_query: true,
    exclude_copies: 0.125,
  };
  const own = { ...MINING_PRESETS['nv-abs'].options, ...set };
  expect(requests[0]).toMatchObject({ method: 'bm25', bm25: BM25_PRESETS.pyserini, options: own });
  const plus = parseMineArguments([...args, '--tokens', 'whitespace', '--format', 'triplet']).requests[0];
  expect(plus).toMatchObject({ bm25: { tokens: 'whitespace', stopwords: 'none' }, form: 'triplet' });
});

it.each([
  [
    ['BEIR', '--out', 'OUT', '--margin', '0.05'],
    '--margin: there is no such option. Did you mean --relative-margin or --absolute-margin? --help lists all.',
  ],
  [['--ot', 'OUT'], '--ot: there is no such option. Did you mean --out? --help lists all.'],
  [['--no-score'], '--no-score: there is no such option. Did you mean --no-scores? --help lists all.'],
  [['--re'], '--re: there is no such option. --help lists all.'],
  [
    ['BEIR', '--out', '/proc/x/y'],
    '--out /proc/x/y: nothing can be written to this folder: the system does not allow it.',
  ],
  [[], 'Expected a folder, or --queries FILE and perhaps --corpus FILE.'],
  [['BEIR'], '--out: expected the folder that the mined files go to.'],
  [
    ['BEIR', '--out', 'OUT', '--method', 'dense'],
    '--method dense: expected --model DIR, the folder of an encoder.',
  ],
  [
    ['BEIR', '--out', 'OUT', '--method', 'bm25+dense'],
    '--method bm25+dense: expected some of bm25, dense with commas between them.',
  ],
  [['BEIR', '--out', 'OUT', '--cross-encoder', 'none'], '--cross-encoder none: there is no such folder'],
  [['BEIR', '--out', 'OUT', '--short', 'all'], '--short all: expected one of keep, drop, fill'],
  [['BEIR', '--out', 'OUT', '--exclude-copies', '2'], '--exclude-copies 2: expected a share above 0, to 1.'],
  [
    ['BEIR', '--out', 'OUT', '--num-negatives', '1,000'],
    '--num-negatives 1,000: expected a whole number from 1 on.',
  ],
  [
    ['BEIR', '--prompts', 'OUT', '--sample', '10', '--seed', '1,000,000'],
    '--seed 1,000,000: expected a whole number from 0 to 4294967295.',
  ],
  [['BEIR', '--out', 'OUT', '--card', 'x', '--method', 'bm25'], '--card and --method: expected one of them.'],
  [
    ['BEIR', '--prompts', 'OUT', '--form', 'openai'],
    '--form openai: expected --model-name NAME, the model that the batch asks.',
  ],
  [
    ['BEIR', '--out', 'OUT', '--max-tokens', '64'],
    'Length, prefixes and pooling are settings of an encoder: expected --method dense, without --card.',
  ],
])('refuses %j with what was expected', (args, expected) => {
  const real = args.map((arg) => arg.replace('BEIR', beir).replace('OUT', out));
  expect(() => parseMineArguments(real)).toThrow(CommandError);
  expect(() => parseMineArguments(real)).toThrow(expected.replace('BEIR', beir));
});
