import '../session/runes';

import { join } from 'node:path';

import { expect, it } from 'vitest';

import { parseRankArguments } from '../../src/cli/rank';
import { CommandError } from '../../src/cli/terminal';
import { EXPERIMENT_IDS } from '../../src/experiments/list';
import { temporaryFolder } from '../support/temporary';

const folder = temporaryFolder({ 'bm25.jsonl': '' });
const file = join(folder, 'bm25.jsonl');

it('takes what is to be judged, and the verdicts', () => {
  const out = join(folder, 'sample.jsonl');
  const options = ['--judge-sample', '200', '--judge-seed', '7', '--judge-out', out, '--verdicts', file];
  const { inputs, judgeOut, verdicts } = parseRankArguments(options);
  expect(String(inputs)).toBe('judge-sample=200&judge-seed=7&stop=all');
  expect([judgeOut, verdicts]).toEqual([out, file]);
  for (const count of ['0', '5001']) {
    const refused = () => parseRankArguments(['--judge-sample', count]);
    expect(refused).toThrow(`--judge-sample ${count}: expected`);
  }
  expect(() => parseRankArguments(['--judge-out', folder])).toThrow(/--judge-out .*found a folder/);
  expect(() => parseRankArguments(['--verdicts', join(folder, 'none')])).toThrow(/--verdicts .*no such file/);
});

it('takes a level for --until-certain, or 0.95', () => {
  const said = (...argv: string[]) => {
    const { inputs, files } = parseRankArguments(['--until-certain', ...argv]);
    return [String(inputs), ...files];
  };
  expect(said('0.99', file)).toEqual(['stop=certain&level=0.99', file]);
  expect(said(file)).toEqual(['stop=certain&level=0.95', file]);
  expect(said()).toEqual(['stop=certain&level=0.95']);
  expect(() => parseRankArguments(['--until-certain', '1'])).toThrow(/between 0.5 and 1/);
});

it('reads every option', () => {
  const argv = `${file} --model ${folder} --report ${folder}/out.json --reference bm25,dense,bm25 --runtime native --device cuda --tau 2e-2 --sample 25000 --negatives 5 --seed 0 --normalise --batch 64 --keep ${folder}/kept --format markdown --label column:subset --top-k 20 --map query=a,positive=b,negative=c,negative=d --by-order --no-header --as-meant dense --looked random --relevant 2 --strict --all-queries --group site --experiments mixing,c-sweep --shortcuts --max-tokens 64 --pooling cls ${folder}`;
  const { inputs, ...others } = parseRankArguments(argv.split(' '));
  expect(Object.fromEntries(inputs)).toEqual({
    tau: '2e-2',
    sample: '25000',
    seed: '0',
    negatives: '5',
    batch: '64',
    queries: 'all',
    label: 'column:subset',
    'top-k': '20',
    map: 'query=a,positive=b,negative=c,negative=d',
    'by-order': 'yes',
    header: 'none',
    relevant: '2',
    group: 'site',
    normalise: 'yes',
    experiments: 'mixing,c-sweep',
    stop: 'all',
  });
  expect(others).toEqual({
    files: [file],
    folders: [folder],
    evaluation: [],
    asMeant: ['dense'],
    looked: ['random'],
    shortcuts: true,
    model: folder,
    encoder: { maxTokens: 64, pooling: 'cls' },
    report: join(folder, 'out.json'),
    reference: ['bm25', 'dense'],
    envelope: null,
    provider: 'cuda',
    judgeOut: null,
    verdicts: null,
    keep: join(folder, 'kept'),
    format: 'markdown',
    strict: true,
  });
});

it('takes an envelope from figures', () => {
  const profile = { mean_rho_max: 0.9, mean_eta_max: 0.6, mean_psi_max: 1, inversion_rate_min: 0 };
  expect(parseRankArguments(['--envelope', '0.9, 0.6, 1, 0']).envelope).toEqual(profile);
});

it.each([
  [['--sample', '2.5'], '--sample 2.5: expected a whole number from 1 on.'],
  [['--header', '--no-header'], '--header and --no-header: expected one of them.'],
  [['--label', 'nonsense'], '--label nonsense: expected file, keys, fields or column:NAME.'],
  [['--pooling', 'max'], '--pooling max: expected one of mean, cls, pooled.'],
  [['--format', 'html'], '--format html: expected one of text, markdown.'],
  [['--runtime', 'python'], '--runtime python: expected one of wasm, native.'],
  [['--runtime', 'native', '--device', 'webgpu'], '--device webgpu: expected one of cpu, cuda, dml, coreml.'],
  [['--device', 'cuda'], '--device cuda: expected --runtime native beside it.'],
  [['--reference', ' , '], '--reference  , : expected names with commas between them.'],
  [
    ['--experiments', 'mixin'],
    `--experiments mixin: expected some of all, ${EXPERIMENT_IDS.join(', ')} with commas between them.`,
  ],
  ...['0.9,0.6,0.9', '0.9,0.6,0.9,1.2', '0.9,,0.9,0.1'].map(
    (text) =>
      [
        ['--envelope', text],
        `--envelope ${text}: expected four figures from 0 to 1, RHO,ETA,PSI,INVERSION.`,
      ] as [string[], string],
  ),
  [
    ['--envelope', '0.9,0.6,0.9,0.1', '--reference', 'a'],
    '--reference and --envelope: expected one of them.',
  ],
])('refuses %j', (argv, message) => {
  expect(() => parseRankArguments(argv)).toThrow(new CommandError(message));
});

it.each([[['--fast']], [['--taus', '1']], [['--tau']], [['--normalise=yes']]])(
  'refuses %j as Node does',
  (argv) => {
    expect(() => parseRankArguments(argv)).toThrow(CommandError);
  },
);

it('refuses files and folders that are not there, and takes neither for the other', () => {
  const missing = join(folder, 'dense.jsonl');
  expect(() => parseRankArguments([missing])).toThrow(/dense\.jsonl: there is no such file/);
  expect(() => parseRankArguments(['--model', missing])).toThrow(/--model .*no such folder/);
  expect(() => parseRankArguments(['--model', file])).toThrow(/expected a folder, found a file/);
  expect(() => parseRankArguments(['--report', join(file, 'out.json')])).toThrow(
    /nothing can be written to its folder: it, or a part of its path, is a file/,
  );
  expect(() => parseRankArguments(['--report', folder])).toThrow(/expected a file, found a folder/);
  expect(() => parseRankArguments(['--keep', file])).toThrow(
    `--keep ${file}: nothing can be written to this folder: it, or a part of its path, is a file.`,
  );
});
