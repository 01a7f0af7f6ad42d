/** The comparisons whose verdict is kept in situations.json: each is a command line over files of ../shared, or made of them. */

import type { WeightingId } from '../../src/scoring/weightings';

export interface Situation {
  readonly name: string;
  /** Names of files, or `NAME = RECIPE` (made-files.ts). */
  readonly files: readonly string[];
  readonly options: string;
  /** The files give embeddings. */
  readonly given?: true;
  readonly weighting?: WeightingId;
}

const X = ['xquad/bm25', 'xquad/dense'];
const X3 = [...X, 'xquad/random'];
const D = ['dl1920/bm25', 'dl1920/tasb', 'dl1920/repllama'];
const D4 = [...D, 'dl1920/random'];
const GOLDEN = ['golden/bm25', 'golden/dense', 'golden/llm', 'golden/noise'];
const REFERENCES = '--reference bm25,dense';
const EARLY = '--until-certain';

/** bm25 or dense of XQuAD with so many per cent of random passages. */
const mixed = (source: string, percent: number) =>
  `${source}_r${percent} = xquad/${source} | mix ${percent} xquad/random`;
const TWIN = 'twin = xquad/bm25';
const copies = (count: number) => `bm25_c${count} = xquad/bm25 | copies ${count}`;

type Row = readonly [name: string, files: readonly string[], options: string, more?: Partial<Situation>];

const REFERENCE_ROWS: readonly Row[] = [
  ['no source is ticked', X3, ''],
  ['no source is ticked, dl1920', D4, ''],
  ['two clean references', X3, REFERENCES],
  ['clean references, dl1920', D4, '--reference bm25,tasb,repllama'],
  ['a clean miner beside two references, dl1920', D4, '--reference bm25,repllama'],
  ['one reference', X3, '--reference bm25'],
  [
    'a reference is random, the candidate has 30 %',
    [...X3, mixed('bm25', 30)],
    '--reference bm25,dense,random',
  ],
  [
    'a reference has 5 %, the candidate too',
    [...X, mixed('bm25', 5), mixed('dense', 5)],
    '--reference bm25,dense,bm25_r5',
  ],
  [
    'a reference has 30 %, the candidate too',
    [...X, mixed('dense', 30), mixed('bm25', 30)],
    '--reference bm25,dense,dense_r30',
  ],
  ['of two references one has 30 %', ['xquad/bm25', mixed('dense', 30)], '--reference bm25,dense_r30'],
  [
    'of two references one is random',
    ['xquad/bm25', 'xquad/random', 'xquad/dense'],
    '--reference random,dense',
  ],
  ['random alone is ticked', X3, '--reference random'],
  [
    'two of three references have 30 %',
    ['xquad/bm25', mixed('bm25', 30), mixed('dense', 30), 'xquad/dense'],
    '--reference bm25,bm25_r30,dense_r30',
  ],
  [
    'two independent random files alone',
    ['xquad/random', 'other = xquad/random | draw 7 xquad/bm25 xquad/dense xquad/random'],
    '',
  ],
  [
    'two independent random files alone, one ticked',
    ['dl1920/random', 'other = dl1920/random | draw 7 dl1920/bm25 dl1920/tasb dl1920/random'],
    '--reference other',
  ],
  ['a file beside its copy', [...X, TWIN], REFERENCES],
  ['a file and its copy alone', ['xquad/bm25', TWIN], ''],
  ['a file beside its copy in another order', [...X, 'twin = xquad/bm25 | turn'], REFERENCES],
  [
    'a file and its copy are the references',
    ['xquad/bm25', TWIN, 'xquad/dense', 'xquad/random'],
    '--reference bm25,twin',
  ],
  [
    'a file and a part of it are the references',
    ['xquad/bm25', 'part = xquad/bm25 | rows 0 600', 'xquad/dense', 'xquad/random'],
    '--reference bm25,part',
  ],
  [
    'mixes of 5, 10 and 30 % beside clean references',
    [...X, mixed('bm25', 5), mixed('dense', 10), mixed('bm25', 30)],
    REFERENCES,
  ],
  ['mixes of 5 and 30 % with nothing ticked', [...X, mixed('bm25', 5), mixed('dense', 30)], ''],
  ['a file of shuffled negatives', [...X, 'shuffled = xquad/bm25 | shuffle'], REFERENCES],
  ['the user looked at random and ranks it', X3, `${REFERENCES} --looked random`],
  ['one source alone', ['xquad/bm25'], ''],
  ['one source alone that the user looked at', ['xquad/bm25'], '--looked bm25'],
];

const RANGE_ROWS: readonly Row[] = [
  ['a wide range by hand', [...X, mixed('bm25', 10), 'xquad/random'], '--envelope 0.999,0.999,0.999,0'],
  ['a narrow range by hand', X3, '--envelope 0.85,0.6,0.85,0.15'],
  ['a range by hand below all', X3, '--envelope 0.1,0.1,0.1,0.9'],
  [
    'a range by hand that bm25 leaves, a mix of 5 %',
    [...X, mixed('dense', 5)],
    '--envelope 0.9034,0.6036,0.8959,0.0911',
  ],
  [
    'a wide range by hand, early stop',
    [...X, mixed('bm25', 10), 'xquad/random'],
    `--envelope 0.999,0.999,0.999,0 ${EARLY}`,
  ],
];

const EARLY_ROWS: readonly Row[] = [
  ...[1, 5, 10, 30].map((percent): Row => [
    `early stop, ${percent} % random`,
    [...X, mixed('bm25', percent)],
    `${REFERENCES} ${EARLY}`,
  ]),
  ...[36, 119, 357].map((count): Row => [
    `early stop, ${count} copies in 11,900 pairs`,
    [...X, copies(count)],
    `${REFERENCES} ${EARLY}`,
  ]),
  ['early stop, leaky beside one reference', ['xquad/bm25', 'xquad/leaky'], `--reference bm25 ${EARLY}`],
  ['early stop, leaky', [...X, 'xquad/leaky'], `${REFERENCES} ${EARLY}`],
  ['early stop, shuffled', [...X, 'shuffled = xquad/bm25 | shuffle'], `${REFERENCES} ${EARLY}`],
  ['early stop, twin', [...X, TWIN], `${REFERENCES} ${EARLY}`],
  ['early stop, random', X3, `${REFERENCES} ${EARLY}`],
  ['early stop, nothing ticked', X3, EARLY],
  ['early stop, one source', ['xquad/bm25'], EARLY],
  ['early stop, dl1920', D4, `--reference bm25,tasb ${EARLY}`],
  ['early stop at 0.9', X3, `${REFERENCES} ${EARLY} 0.9`],
  ['early stop at 0.99', X3, `${REFERENCES} ${EARLY} 0.99`],
  ['early stop, first 3', X3, `${REFERENCES} ${EARLY} --negatives 3`],
  ['early stop of a sample', X3, `${REFERENCES} ${EARLY} --sample 400`],
  [
    'early stop by article',
    X3.map((file) => `${file.slice(6)} = ${file} | group title`),
    `${REFERENCES} ${EARLY} --group site`,
  ],
  [
    'early stop, other queries',
    ['bm25 = xquad/bm25 | rows 0 800', 'dense = xquad/dense | rows 300 1190'],
    EARLY,
  ],
  ['early stop, 5 and 10 negatives', ['k5 = xquad/bm25 | first 5', 'xquad/dense', 'xquad/random'], EARLY],
  ['early stop, files that give embeddings', GOLDEN, `--reference bm25,dense ${EARLY}`, { given: true }],
];

const UNIT_ROWS: readonly Row[] = [
  [
    'groups by article',
    X3.map((file) => `${file.slice(6)} = ${file} | group title`),
    `${REFERENCES} --group site`,
  ],
  [
    'two groups',
    [...X, mixed('bm25', 10)].map((file) =>
      file.includes(' = ') ? `${file} | group half` : `${file.slice(6)} = ${file} | group half`,
    ),
    `${REFERENCES} --group site`,
  ],
  ...[15, 19, 25, 45].map((count): Row => [
    `${count} queries`,
    D4.map((file) => `${file.slice(7)} = ${file} | head ${count}`),
    '--reference bm25,tasb',
  ]),
  [
    'a small first reference',
    ['few = xquad/bm25 | head 15', 'xquad/dense', 'xquad/random'],
    '--reference few,dense',
  ],
  ['a sample of 15', X3, `${REFERENCES} --sample 15`],
  ['a sample of 100, with copies', [...X, copies(36)], `${REFERENCES} --sample 100`],
  ['the first two, with copies', [...X, copies(36)], `${REFERENCES} --negatives 2`],
  [
    'one negative less in one file',
    ['dl1920/bm25', 'dl1920/tasb', 'dl1920/random', 'less = dl1920/bm25 | one-less'],
    '--reference bm25,tasb',
  ],
  [
    '200 of 300 queries in common',
    ['bm25 = xquad/bm25 | rows 0 300', 'dense = xquad/dense | rows 100 400'],
    '',
  ],
  ['15 queries in common', ['bm25 = xquad/bm25 | rows 0 300', 'dense = xquad/dense | rows 285 600'], ''],
  ['no query in common', ['bm25 = xquad/bm25 | rows 0 300', 'dense = xquad/dense | rows 300 600'], ''],
  [
    '200 of 300 queries in common, all compared',
    ['bm25 = xquad/bm25 | rows 0 300', 'dense = xquad/dense | rows 100 400'],
    '--all-queries',
  ],
  [
    'of three files one has other queries',
    ['dl1920/bm25', 'dl1920/tasb', 'dense = xquad/dense | head 97'],
    '',
  ],
];

const DEPTH_ROWS: readonly Row[] = [
  ...[5, 6, 7].map((k): Row => [
    `${k} negatives beside 10`,
    [...X, `k${k} = xquad/bm25 | first ${k}`],
    REFERENCES,
  ]),
  [
    '5 negatives is a reference',
    ['k5 = xquad/bm25 | first 5', 'xquad/dense', 'xquad/random'],
    '--reference k5,dense',
  ],
  ['random has 5 negatives', [...X, 'random = xquad/random | first 5'], REFERENCES],
  [
    'two files have 5 negatives',
    ['k5 = xquad/bm25 | first 5', 'xquad/dense', 'random = xquad/random | first 5'],
    '--reference k5,dense',
  ],
  [
    '5 negatives beside 10, the first 5 are ranked',
    [...X, 'k5 = xquad/bm25 | first 5'],
    `${REFERENCES} --negatives 5`,
  ],
  [
    '19 to 30 negatives beside 30',
    ['dl1920/bm25', 'dl1920/tasb', 'repllama = dl1920/repllama | uneven 19'],
    '--reference bm25,tasb',
  ],
  [
    'one negative a record',
    ['bm25 = xquad/bm25 | first 1', 'dense = xquad/dense | first 1', 'random = xquad/random | first 1'],
    '',
  ],
  ['triplets and lists of sentence-transformers', ['st6/triplet', 'st6/n-tuple', 'st6/labeled-list'], ''],
];

const SETTING_ROWS: readonly Row[] = [
  ...['0.005', '0.02', '0.2', '1'].map((tau): Row => [`τ ${tau}`, D4, `--reference bm25,tasb --tau ${tau}`]),
  [
    'a mix of 10 % at τ 0.02',
    ['dl1920/bm25', 'dl1920/tasb', 'repllama_r10 = dl1920/repllama | mix 10 dl1920/random'],
    '--reference bm25,tasb --tau 0.02',
  ],
  ...(
    ['uniform', 'margin-hardness', 'gradient', 'drop-rho', 'drop-eta', 'drop-psi', 'two-sided'] as const
  ).map((weighting): Row => [
    `weighting ${weighting}, a mix of 10 %`,
    [
      'dl1920/bm25',
      'dl1920/tasb',
      'dl1920/repllama',
      'repllama_r10 = dl1920/repllama | mix 10 dl1920/random',
      'dl1920/random',
    ],
    '--reference bm25,tasb',
    { weighting },
  ]),
];

const FILE_ROWS: readonly Row[] = [
  ['copies of the positive, 0.3, 1 and 3 %', [...X, copies(36), copies(119), copies(357)], REFERENCES],
  [
    'near copies of the positive, 1 and 5 %',
    [...X, 'near1 = xquad/bm25 | near-copies 119', 'near5 = xquad/bm25 | near-copies 595'],
    REFERENCES,
  ],
  ['leaky', [...X, 'xquad/leaky'], REFERENCES],
  ['a stock text', [...X, 'stock = xquad/bm25 | stock'], REFERENCES],
  [
    'a positive of another query in every record',
    [...X, 'shifted = xquad/bm25 | other-positives'],
    REFERENCES,
  ],
  [
    'repeats and copies',
    ['dl1920/bm25', 'dl1920/tasb', 'worse = dl1920/repllama | copies 12 | repeat'],
    '--reference bm25,tasb',
  ],
  ['a third of the lines is broken', [...X, 'broken = xquad/bm25 | broken'], REFERENCES],
  [
    'a query with several positives',
    ['perpos/bm25', 'perpos/tasb', 'perpos/repllama'],
    '--reference bm25,tasb',
  ],
  ['files that give embeddings', GOLDEN, '--reference bm25,dense', { given: true }],
  ['files that give embeddings, nothing ticked', GOLDEN, '', { given: true }],
];

const DEMO = ['demo/bm25', 'demo/written', 'demo/embedding', 'demo/random'];

const rows = (list: readonly Row[]): Situation[] =>
  list.map(([name, files, options, more]) => ({ name, files, options, ...more }));

/** On data of ../shared. */
export const SITUATIONS = rows([
  ...REFERENCE_ROWS,
  ...RANGE_ROWS,
  ...EARLY_ROWS,
  ...UNIT_ROWS,
  ...DEPTH_ROWS,
  ...SETTING_ROWS,
  ...FILE_ROWS,
]);

/** On the demo, which is part of the project. */
export const DEMO_SITUATIONS = rows([
  ['the demo', DEMO, ''],
  ['the demo with references', DEMO, '--reference bm25,written'],
  [
    'random is a reference',
    [...DEMO.slice(0, 2), 'demo/random', 'bm25_r30 = demo/bm25 | mix 30 demo/random'],
    '--reference bm25,written,random',
  ],
  ['the user looked', DEMO, '--reference bm25,written --looked random'],
  ['a file beside its copy', ['demo/bm25', 'twin = demo/bm25', 'demo/written'], '--reference bm25,twin'],
  ['a range by hand', DEMO, '--envelope 0.999,0.999,0.999,0'],
  ['early stop', DEMO, '--until-certain'],
  ['one source', ['demo/bm25'], '--until-certain'],
  ['20 queries', DEMO.map((file) => `${file.slice(5)} = ${file} | head 20`), '--until-certain'],
  ['copies of the positive', [...DEMO.slice(0, 2), 'leaky = demo/bm25 | copies 40'], '--strict'],
]);
