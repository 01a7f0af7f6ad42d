/** The command line of `negscope rank`. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import type { AuditProfile } from '../scoring/audit';
import { choice, INPUTS, LEVEL } from '../session/inputs/table';
import { CommandError, existing, filesAndFolders, Given } from './arguments';
import {
  askedInputs,
  ENCODER_HELP,
  encoderSettings,
  evaluationFiles,
  evaluationQuery,
  inputsHelp,
  modelFolder,
  type Parameter,
} from './inputs';

export const USAGE = `usage: negscope rank [FILE or FOLDER…] [options]   (in a clone: npm run rank -- …)

Ranks candidate files of any format in docs/FORMATS.md, with the code of the page. Name companion files (corpus, queries,
qrels) too, in any order. Without a file it ranks the demo.

  --model DIR            folder of the encoder that you will train. Without it: the files' embeddings, or the bundled encoder
${ENCODER_HELP}
  --report FILE          write the whole report as JSON
  --format F             what to print: text (default), or markdown for the summary of a pull request
  --evaluation PATH      queries that you must not train on: a file of any format or a BEIR folder. Repeat it for more
  --reference A,B        names of the sources that you trust. They set the reference range
  --envelope E           another reference range: a report, whose range is taken, or four figures RHO,ETA,PSI,INVERSION
                         (largest means, smallest inversion rate)
  --runtime R            wasm (default), as the page, or native: the onnxruntime-node that you installed. It is refused
                         where its embeddings differ from those of wasm
  --device D             auto (default) or wasm; with --runtime native cpu, cuda, dml or coreml
  --until-certain P      look after 40, 80, 160 … units, and stop once every order and every finding is settled with
                         probability P, 0.95 where nothing is said. Without it all records are scored
  --shortcuts            test whether negatives can be told from positives without the query (report: "shortcuts")
  --judge-out FILE       write the pairs to judge as JSON lines: key, query, positive, negative, sources, prompt
  --verdicts FILE        read verdicts on them: JSON lines with key, judge, verdict (answers, does not answer, cannot tell)
  --as-meant A,B         rank these sources although they look misread
  --looked A,B           rank these sources although they look random, or nobody could look for random passages: you looked
  --strict               exit with 4 where a source should not be trained on as it is, an entry was rejected, or ids or
                         scores are wrong. What --as-meant and --looked set aside does not count
  --keep DIR             keep embeddings in this folder: the next run embeds only new texts, also after Ctrl-C. Texts can be
                         recovered from embeddings: protect the folder like the texts
  --help

${inputsHelp('rank')}

The table goes to standard output, everything else to standard error.
Exit status
  0  every file was ranked
  1  nothing was ranked, or an option was wrong
  2  ranked, but a whole file was refused or waits for a companion, or no line of the verdicts counted
  3  with --until-certain: ranked, but the order of two sources is open at the end
  4  with --strict: ranked, but something is wrong with the files`;

const FORMATS = choice(['text', 'markdown']);

const RUNTIMES = choice(['wasm', 'native']);

const DEVICES = {
  wasm: choice(['auto', 'wasm']),
  native: choice(['auto', 'cpu', 'cuda', 'dml', 'coreml']),
};

/** Paths are absolute; null where nothing was given. */
export type RankArguments = ReturnType<typeof parseRankArguments>;

/** @throws CommandError */
export function parseRankArguments(argv: readonly string[]) {
  const given = new Given(withLevel(argv), USAGE);
  if (given.has('reference') && given.has('envelope'))
    throw new CommandError('--reference and --envelope: expected one of them.');
  return {
    ...filesAndFolders(given.words),
    evaluation: evaluationFiles(given),
    inputs: askedInputs(given, 'rank'),
    asMeant: given.names('as-meant') ?? [],
    looked: given.names('looked') ?? [],
    model: modelFolder(given),
    encoder: encoderSettings(given),
    report: given.target('report', 'file'),
    format: given.value('format', FORMATS) ?? 'text',
    reference: given.names('reference'),
    envelope: envelopeOf(given.text('envelope')),
    ...deviceOf(given),
    untilCertain: given.value('until-certain', INPUTS.level),
    shortcuts: given.has('shortcuts'),
    judgeOut: given.target('judge-out', 'file'),
    verdicts: given.path('verdicts', 'file'),
    keep: given.target('keep', 'folder'),
    strict: given.has('strict'),
  };
}

/** The inputs, as the page's address says them. */
export function rankQuery({ inputs, untilCertain, device, evaluation }: RankArguments): string {
  const stop = untilCertain === null ? 'all' : 'certain';
  const level: Parameter[] = untilCertain === null ? [] : [['level', String(untilCertain)]];
  const all = [...inputs, ...evaluationQuery(evaluation), ['device', device], ['stop', stop], ...level];
  return new URLSearchParams(all).toString();
}

function deviceOf(given: Given) {
  if (given.value('runtime', RUNTIMES) !== 'native')
    return { device: given.value('device', DEVICES.wasm) ?? 'auto', provider: null };
  const provider = given.value('device', DEVICES.native) ?? 'auto';
  return { device: 'auto' as const, provider: provider === 'auto' ? ('cpu' as const) : provider };
}

/** @returns the words with a value after each `--until-certain` */
function withLevel(argv: readonly string[]): string[] {
  return argv.map((word, i) => {
    const bare = word === '--until-certain' && !/^[\d.]+$/.test(argv[i + 1] ?? '');
    return bare ? `${word}=${LEVEL}` : word;
  });
}

/** The figures of an envelope, in the order of the command line. */
const ENVELOPE = ['mean_rho_max', 'mean_eta_max', 'mean_psi_max', 'inversion_rate_min'] as const;

/** @param text four figures, or the path of a report @throws CommandError */
function envelopeOf(text: string | null): AuditProfile | null {
  if (text === null) return null;
  const figures = /^[\d.,\s]+$/.test(text)
    ? text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
    : envelopeOfReport(existing('--envelope', text, 'file'));
  const areShares = figures.every((value) => typeof value === 'number' && value >= 0 && value <= 1);
  if (figures.length === ENVELOPE.length && areShares)
    return Object.fromEntries(ENVELOPE.map((key, i) => [key, figures[i]])) as unknown as AuditProfile;
  throw new CommandError(
    `--envelope ${text}: expected four figures from 0 to 1, RHO,ETA,PSI,INVERSION, or a report with ${ENVELOPE.join(', ')} in its audit.`,
  );
}

/** What stands in the places of the figures. */
function envelopeOfReport(path: string): unknown[] {
  try {
    const bytes = readFileSync(path);
    const text = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const { audit } = JSON.parse(text.toString()) as { audit: { envelope: Record<string, unknown> } };
    return ENVELOPE.map((key) => audit.envelope[key]);
  } catch {
    return [];
  }
}
