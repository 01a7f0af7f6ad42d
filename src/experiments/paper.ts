/** The paper's tables of scores, training and audit as printed, and what they say about score and training. */

import type { Cell, DataTable } from '../ui/table';
import { auditFlags, envelope, type AuditStatistics } from '../scoring/audit';
import { gateMeans } from '../scoring/pair-gates';
import type { TrainedSource } from './result';
import { agreementOf, type Agreement } from './training';

/** For each table a title, a header and its rows; empty cells are not printed in the paper. */
const PRINTED = `
## scores
encoder;setting;source;ECI;ECI / d
DistilBERT;non-hybrid;BM25;0.1265;0.000165
DistilBERT;non-hybrid;Dense;0.1755;0.000228
DistilBERT;non-hybrid;LLM;0.2612;0.00034
DistilBERT;hybrid;BM25+Dense;0.151;0.000197
DistilBERT;hybrid;BM25+LLM;0.1939;0.000252
DistilBERT;hybrid;Dense+LLM;0.2192;0.000285
E5-base;non-hybrid;BM25;0.0954;0.000124
E5-base;non-hybrid;Dense;0.1191;0.000155
E5-base;non-hybrid;LLM;0.2112;0.000275
E5-base;hybrid;BM25+Dense;0.1072;0.00014
E5-base;hybrid;BM25+LLM;0.1533;0.0002
E5-base;hybrid;Dense+LLM;0.1659;0.000216
Contriever;non-hybrid;BM25;0.0667;0.000087
Contriever;non-hybrid;Dense;0.117;0.000152
Contriever;non-hybrid;LLM;0.1813;0.000236
Contriever;hybrid;BM25+Dense;0.0918;0.00012
Contriever;hybrid;BM25+LLM;0.124;0.000161
Contriever;hybrid;Dense+LLM;0.1498;0.000195
## nDCG@10 after training
encoder;setting;source;ArguAna;NFCorpus;Quora;SciDocs;SciFact;TREC-COVID;Touche;FiQA;NQ;FEVER;Climate-FEVER;mean
DistilBERT;non-hybrid;BM25;0.328;0.25;0.827;0.132;0.414;0.49;0.151;0.104;0.342;0.606;0.141;0.344
DistilBERT;non-hybrid;Dense;0.464;0.266;0.84;0.125;0.492;0.452;0.159;0.211;0.315;0.62;0.164;0.373
DistilBERT;non-hybrid;LLM;0.456;0.262;0.836;0.135;0.488;0.493;0.19;0.221;0.368;0.668;0.197;0.392
DistilBERT;hybrid;BM25+Dense;0.369;0.258;0.833;0.122;0.424;0.5;0.141;0.108;0.33;0.601;0.15;0.349
DistilBERT;hybrid;BM25+LLM;0.357;0.258;0.829;0.13;0.435;0.52;0.155;0.124;0.366;0.626;0.145;0.359
DistilBERT;hybrid;Dense+LLM;0.452;0.269;0.839;0.126;0.493;0.479;0.172;0.211;0.343;0.631;0.179;0.381
E5-base;non-hybrid;BM25;0.538;0.322;0.75;0.172;0.6;0.728;0.265;0.158;0.456;0.757;0.225;0.452
E5-base;non-hybrid;Dense;0.521;0.332;0.848;0.165;0.616;0.716;0.243;0.326;0.456;0.728;0.167;0.465
E5-base;non-hybrid;LLM;0.502;0.336;0.846;0.177;0.618;0.754;0.255;0.319;0.483;0.757;0.227;0.479
E5-base;hybrid;BM25+Dense;0.525;0.328;0.729;0.161;0.59;0.711;0.264;0.183;0.446;0.714;0.176;0.439
E5-base;hybrid;BM25+LLM;0.518;0.328;0.739;0.168;0.597;0.727;0.28;0.18;0.464;0.736;0.211;0.45
E5-base;hybrid;Dense+LLM;0.487;0.331;0.822;0.162;0.603;0.72;0.251;0.315;0.457;0.716;0.184;0.459
Contriever;non-hybrid;BM25;0.376;0.292;0.84;0.155;0.442;0.467;0.147;0.149;0.39;0.453;0.125;0.349
Contriever;non-hybrid;Dense;0.524;0.32;0.859;0.14;0.589;0.439;0.117;0.253;0.345;0.631;0.152;0.397
Contriever;non-hybrid;LLM;0.506;0.32;0.858;0.159;0.598;0.476;0.189;0.287;0.433;0.721;0.225;0.434
Contriever;hybrid;BM25+Dense;0.398;0.3;0.849;0.132;0.404;0.456;0.114;0.144;0.369;0.416;0.092;0.334
Contriever;hybrid;BM25+LLM;0.398;0.294;0.852;0.151;0.405;0.492;0.158;0.162;0.431;0.492;0.119;0.359
Contriever;hybrid;Dense+LLM;0.496;0.32;0.86;0.138;0.569;0.456;0.143;0.258;0.371;0.647;0.164;0.402
## the audit, with our flags
source;mean ρ;mean η;mean ψ;inverted;flags printed
BM25;0.602;0.352;0.287;0.378;none
Dense;0.566;0.443;0.386;0.423;none
LLM;0.87;0.375;0.529;0.083;none
BM25+Dense;0.584;0.398;0.337;0.4;none
BM25+LLM;0.736;0.364;0.408;0.23;none
Dense+LLM;0.72;0.409;0.459;0.251;none
Random passages;0.994;0.471;0.943;0;rho eta psi inversion
Easy shuffled;0.994;0.469;0.944;0;rho eta psi inversion
Mix random 100 %;0.993;0.471;0.943;0.001;rho eta psi inversion
Mix random 75 %;0.915;0.447;0.812;0.076;rho eta psi inversion
Mix random 50 %;0.798;0.412;0.615;0.188;psi
Mix random 25 %;0.68;0.376;0.418;0.302;none
False-negative control;0.831;0.753;0.704;0.116;eta psi
Corrupted own positive;0.551;0.675;0.273;0.352;eta
`;

const AUDIT = 'the audit, with our flags';

/** The first rows of the audit table are mined sources, which set the reference range. */
const MINED = 6;

/** By title. */
const TABLES = new Map(
  PRINTED.trim()
    .split('## ')
    .slice(1)
    .map((text): [string, DataTable] => {
      const [title = '', header = '', ...lines] = text.trim().split('\n');
      return [title, { columns: header.split(';'), rows: lines.map((line) => line.split(';').map(cellOf)) }];
    }),
);

function cellOf(text: string): Cell {
  if (text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

export function printedTable(title: string): DataTable {
  return TABLES.get(title) ?? { columns: [], rows: [] };
}

/** A gate that the paper does not print is the same in all sources. */
const AUDITED = printedTable(AUDIT).rows.map(([, rho, eta, psi, inverted]): AuditStatistics => {
  const printed: Readonly<Record<string, Cell | undefined>> = { rho, eta, psi };
  return { ...gateMeans((id) => Number(printed[id] ?? 0)), inversion_rate: Number(inverted) };
});

/** The reference range of the paper's audit, by our audit. */
export const PAPER_ENVELOPE = envelope(AUDITED.slice(0, MINED));

/** The audit as printed, with a column of our flags. */
export const PAPER_AUDIT: DataTable = {
  columns: [...printedTable(AUDIT).columns, 'flags computed here'],
  rows: printedTable(AUDIT).rows.map((row, i) => {
    const audited = AUDITED[i];
    return [...row, (audited && auditFlags(audited, PAPER_ENVELOPE).join(' ')) || 'none'];
  }),
};

const NDCG = printedTable('nDCG@10 after training');

export const BEIR_DATASETS = NDCG.columns.slice(3, -1);

/** The audit table is of this encoder alone, so its inversion rates are the only ones that are printed. */
const AUDITED_ENCODER = 'Contriever';
const RATES = new Map(printedTable(AUDIT).rows.map(([source, , , , rate]) => [source, Number(rate)]));

/** Score over the whole file and nDCG@10 with its mean, as printed. */
export const PAPER_TRAINED: readonly TrainedSource[] = NDCG.rows.map(
  ([encoder, setting, source, ...metrics], i) => ({
    encoder: String(encoder),
    setting: String(setting),
    source: String(source),
    score: Number(printedTable('scores').rows[i]?.[3]),
    inversion_rate: (encoder === AUDITED_ENCODER ? RATES.get(source ?? null) : null) ?? null,
    metrics: metrics.slice(0, -1).map(Number),
    mean: Number(metrics.at(-1)),
  }),
);

/** The agreement of score and training, computed from the printed tables. */
export function paperAgreement(): Agreement {
  return agreementOf(PAPER_TRAINED, BEIR_DATASETS);
}
