import { it } from 'vitest';

import { joinTraining, readDownstream } from '../../../src/session/lab/downstream';
import { expectWords } from '../../support/golden-words';

const BLOCKS = [
  { encoder: 'e5', sources: [{ name: 'bm25', setting: 'default', eci: 0.1, inversion: 0.4 }] },
  {
    encoder: 'potion',
    sources: [
      { name: 'bm25', setting: 'default', eci: 0.2, inversion: 0.3 },
      { name: 'a+b', setting: 'hybrid', eci: 0.3, inversion: null },
    ],
  },
];

/** Tables that are read, and what is wrong with others. */
const TABLES = [
  ...[',', '\t', ';'].map((sign) =>
    ['', ['source', 'ArguAna', 'NQ'].join(sign), ['bm25', ' 0.3', '0.25 '].join(sign), ''].join('\r\n'),
  ),
  ' \n',
  'Source,Encoder,NQ\n"a, b",e5,39.2',
  'name,NQ\nbm25,1',
  'source,NQ,NQ\nbm25,1,2',
  'source,NQ,nq\nbm25,1,2',
  'source,,NQ\nbm25,1,2',
  'source,encoder\nbm25,e5',
  'source,NQ,mean\nbm25,1,1',
  'source,NQ,Mean\nbm25,1,1',
  'source,NQ',
  'source,NQ\nbm25',
  'source,NQ\nbm25,good',
  'source;NQ\nbm25;0,39',
  'source,NQ,FEVER\nbm25,0.4,',
  'source,NQ\n,0.4',
  'source,NQ\na,0.4\na,0.5',
  'source,encoder,NQ\na,e5,0.4\na,e5,0.5',
];

/** Tables with sources and encoders that are ranked, or are not. */
const JOINED: Readonly<Record<string, readonly [text: string, blocks: typeof BLOCKS]>> = {
  'data sets have a mean': ['source,NQ,FEVER\nbm25,0.4,0.6\na+b,0.5,0.5', BLOCKS],
  'an encoder is named': ['source,encoder,NQ\nbm25,e5,0.4', BLOCKS],
  'another source': ['source,NQ\nnone,0.4', BLOCKS],
  'another encoder': ['source,encoder,NQ\nbm25,gte,0.4', BLOCKS],
  'nothing is ranked': ['source,NQ\nbm25,0.4', []],
};

/** Joined with the scores of the session. */
function joined([text, blocks]: readonly [string, typeof BLOCKS]) {
  const { table } = readDownstream(text);
  if (!table) throw new Error('The table is not read.');
  return joinTraining(table, blocks);
}

it('the table of what came of training is read, or refused with the line, as downstream.txt has it', () =>
  expectWords(
    'downstream.txt',
    Object.fromEntries(TABLES.map((text) => [JSON.stringify(text), text])),
    readDownstream,
  ));

it('takes the encoder named, else the latest, and the mean over the data sets: joined.txt', () =>
  expectWords('joined.txt', JOINED, joined));
