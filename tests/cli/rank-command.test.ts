/** How the command behaves: streams, exit status, messages. Its figures are tested in tests/browser/figures.spec.ts and deep/figures.spec.ts. */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Report } from '../../src/report/result';
import { schemaFaults } from '../support/report-schema';
import { temporaryFolder, writeFiles } from '../support/temporary';
import { planeRecords, rankIn } from './rank-process';

const LIMIT_MS = 180_000;

const folder = temporaryFolder({
  'near.jsonl': planeRecords([0.9, 0.8]),
  'far.jsonl': `${planeRecords([-0.9, 0.1])}not JSON\n`,
  'empty.jsonl': '',
  'run.trec': 'q1 Q0 d1 1 9 x\nq1 Q0 d2 2 8 x\n',
  'about/README.md': 'nothing here',
});
mkdirSync(join(folder, 'void'));
// No card of near.jsonl: it cannot be read.
mkdirSync(join(folder, 'near.card.json'));

const rank = (...args: string[]) => rankIn(folder, args);

const readReport = (path: string): Report => JSON.parse(readFileSync(path, 'utf8')) as Report;

describe('npm run rank', { timeout: LIMIT_MS }, () => {
  it('explains itself', async () => {
    const { code, stdout } = await rank('--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^usage: negscope rank \[FILE or FOLDER…\]/);
  });

  it('prints the verdict and the table on standard output, and counts rejected records beside them', async () => {
    const args = 'near.jsonl far.jsonl --report out.json --strict';
    const { code, stdout, stderr } = await rank(...args.split(' '));
    expect(code, 'strict, and an entry was rejected').toBe(4);
    expect(stderr).toMatch(
      /far: .*, 2 records, 4 negatives, 1 rejected\n {2}Read by its format: query from query/,
    );
    expect(stderr).toMatch(/Rejected:\n {2}far\.jsonl, line 3: /);
    const [verdict = '', table = '', ...rest] = stdout.trimEnd().split('\n\n');
    expect(rest).toEqual([]);
    // Two records each: too few for a rank.
    expect(verdict).toMatch(/far|near/);
    expect(verdict).not.toMatch(/best|ranks first/);
    const lines = table.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^rank +source +ECI +95 % +mean ρ +mean η +mean ψ +inverted +pairs +reading$/);
    const rows = lines.slice(1).map((line) => line.trimStart().split(/ +/));
    expect(rows.map(([rank]) => rank)).toEqual(['–', '–']);
    const report = readReport(join(folder, 'out.json'));
    expect(schemaFaults(report)).toEqual([]);
    expect(report.environment.terminal).toMatchObject({ node: process.version });
    expect(rows.map(([, source]) => source)).toEqual(report.ranking);
    expect(report.sources['far']?.file_counts).toMatchObject({ read: 3, records: 2, rejected: 1 });
  });

  it('says which mined file is not the one that the card beside it describes, and prints Markdown', async () => {
    const text = planeRecords([0.7, 0.6]);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const card = (name: string) =>
      JSON.stringify({ mining_card: 1, output: { file: `${name}.jsonl`, sha256 } });
    writeFiles(folder, {
      'fits.jsonl': text,
      'fits.card.json': card('fits'),
      'other.jsonl': text.replaceAll('query"', 'query "'),
      'other.card.json': card('other'),
    });
    const { code, stdout, stderr } = await rank('fits.jsonl', 'other.jsonl', '--format', 'markdown');
    expect(code).toBe(0);
    expect(stdout).toMatch(/\| *fits *\|/);
    expect(stdout).not.toContain('  fits ');
    expect(stderr).toContain('other.jsonl is not the file that other.card.json beside it describes');
    expect(stderr).not.toContain('fits.card.json');
  });

  it('hands its options to the run, and ends with 2 where a whole file was refused, or lacks its companion', async () => {
    const options = '--tau 0.2 --seed 7 --sample 1 --negatives 1 --batch 3 --normalise --reference near';
    const files = ['near.jsonl', 'far.jsonl', 'empty.jsonl', 'run.trec'];
    const { code, stdout, stderr } = await rank(...files, '--report', 'out.json', ...options.split(' '));
    expect(code).toBe(2);
    expect(stdout).toContain('near');
    expect(stderr).toMatch(/empty\.jsonl is refused/);
    expect(stderr).toMatch(/run\.trec waits/);
    const report = readReport(join(folder, 'out.json'));
    expect(report.settings).toMatchObject({ tau: 0.2, seed: 7, sample: 1, batch_size: 3, normalise: true });
    expect(report.settings.negatives).toBe(1);
    expect(stdout).toContain(
      'Scored: a sample of 1 record of each source, the first negative of each record.',
    );
    expect(report.audit.reference).toEqual(['near']);
    expect(report.sources['near']).toMatchObject({ records: 1, file_counts: { records: 2 } });
    expect(report.files).toEqual([
      expect.objectContaining({ file: 'near.jsonl', status: 'loaded', source: 'near', same_as: null }),
      expect.objectContaining({ file: 'far.jsonl', status: 'loaded' }),
      expect.objectContaining({ file: 'run.trec', status: 'waiting' }),
      expect.objectContaining({ file: 'empty.jsonl', status: 'refused' }),
    ]);
  });

  it('ends with 1 where nothing was ranked, and says why of each file and folder', async () => {
    const { code, stdout, stderr } = await rank('empty.jsonl', 'void', 'about');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /empty\.jsonl is refused: .*\nabout\/README\.md is skipped.*\nno file of data in void\nno file of data in about\n/,
    );
    expect(stderr).toMatch(/Nothing was ranked\.\nNo file gave a source\.\n$/);
  });

  it('takes settings of the encoder as the page has them, and refuses them where there is none', async () => {
    const settings = ['--max-tokens', '9', '--query-prefix', 'query: ', '--passage-prefix', 'text: '];
    const model = join(import.meta.dirname, '../../public/models/negscope-mini');
    const { code } = await rank('near.jsonl', '--model', model, ...settings, '--report', 'out.json');
    expect(code).toBe(0);
    expect(readReport(join(folder, 'out.json')).encoder).toMatchObject({
      settings: { max_tokens: 9, query_prefix: 'query: ', passage_prefix: 'text: ' },
    });
    const { stderr } = await rank('near.jsonl', ...settings);
    expect(stderr).toContain('The files give their embeddings: length, prefixes and pooling are settings of');
  });

  it('ends with 1 for a command line that it does not understand, and says its fault alone', async () => {
    const { code, stdout, stderr } = await rank('near.jsonl', '--tau', 'hot');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('--tau hot: expected a number above 0.\n');
  });
});
