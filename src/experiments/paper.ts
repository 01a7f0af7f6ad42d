/** The paper's nine tables as printed, and what they say about score and training. */

import type { Cell, DataTable } from '../ui/table';
import { auditFlags, envelope, type AuditStatistics } from '../scoring/audit';
import type { Agreement, TrainedSource } from './result';
import { agreementOf } from './training';

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
## other proxies
encoder;setting;source;ECI;mean ‖g‖²;MNRL proxy;ambiguity
DistilBERT;non-hybrid;BM25;0.1282;27.59;2.416;0.881
DistilBERT;non-hybrid;Dense;0.176;22.96;2.434;0.883
DistilBERT;non-hybrid;LLM;0.261;29.83;2.184;0.733
DistilBERT;hybrid;BM25+Dense;0.1521;25.41;3.077;0.934
DistilBERT;hybrid;BM25+LLM;0.1947;28.66;2.955;0.911
DistilBERT;hybrid;Dense+LLM;0.2193;25.55;2.958;0.915
E5-base;non-hybrid;BM25;0.0965;39.86;1.79;0.533
E5-base;non-hybrid;Dense;0.1193;39.61;2.107;0.689
E5-base;non-hybrid;LLM;0.2108;29.56;1.031;0.122
E5-base;hybrid;BM25+Dense;0.1079;42.96;2.584;0.715
E5-base;hybrid;BM25+LLM;0.1537;42.68;2.06;0.547
E5-base;hybrid;Dense+LLM;0.1657;40.86;2.297;0.69
Contriever;non-hybrid;BM25;0.0671;162.68;2.573;0.801
Contriever;non-hybrid;Dense;0.117;155.55;2.719;0.84
Contriever;non-hybrid;LLM;0.1807;91.9;1.033;0.344
Contriever;hybrid;BM25+Dense;0.0921;166.39;3.326;0.882
Contriever;hybrid;BM25+LLM;0.124;163;2.71;0.811
Contriever;hybrid;Dense+LLM;0.1494;155.74;2.829;0.845
## weightings
variant;safe (D/E/C);blocks of 6;r, non-hybrid;r, hybrid
full;no/no/no;6;0.93;0.95
trace;no/no/no;6;0.93;0.95
drop-rho;no/no/no;6;0.98;0.97
drop-eta;no/no/no;6;0.89;0.92
drop-psi;no/no/no;4;0.78;0.85
mean-psi;n/a;6;0.96;0.96
mean-rho;n/a;0;0.62;0.69
mean-eta;n/a;0;0.12;0.03
inversion-rate;n/a;0;-0.58;-0.67
uniform;no/yes/no;2;0.61;0.72
gradient;no/no/no;2;0.14;0.04
margin-hardness;n/a;0;-0.55;-0.71
two-sided;no/no/no;2;-0.23;-0.29
two-sided-eta;no/no/no;0;-0.08;-0.14
symmetric-psi;no/no/no;2;0.35;0.24
symmetric-eta-psi;no/no/no;;;
clip-0.99;no/no/no;;;
clip-0.999;no/no/no;;;
## ranks of the controls
source;DistilBERT;DistilBERT, rank of 14;E5-base;E5-base, rank of 14;Contriever;Contriever, rank of 14
Easy shuffled;0.602;1;0.444;3;0.443;4
Random passages;0.602;3;0.444;1;0.444;3
False-negative control;0.395;5;0.36;5;0.5;1
LLM, best real;0.261;7;0.211;7;0.181;7
BM25, weakest real;0.128;13;0.097;13;0.067;13
Corrupted own positive;0.064;14;0.048;14;0.034;14
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
## sample sizes
setting;25 %;50 %;75 %;100 %
non-hybrid;1;1;1;1
hybrid;1;1;1;1
## failure buckets, per cent of pairs
source;ρ < 0.5;η ≤ 0.25;C ≥ 0.5;valid high C;valid low η
BM25;16.8;43.5;89.6;7.9;< 0.1
Dense;33.5;41.4;69.3;4.6;2.9
LLM;2.1;39.6;38;4.1;2.6
BM25+Dense;25.2;42.4;79.5;6.2;1.5
BM25+LLM;9.5;41.6;63.8;6;1.3
Dense+LLM;17.7;40.5;53.4;4.3;2.8
## tokenizers and IDF corpora
source;ECI;tokenizers from;to;IDF corpora from;up to;mean C;mean ψ
BM25;0.0885;0.0882;0.0934;0.0884;0.102;0.712;0.288
Dense;0.1086;0.0926;0.1118;0.1085;0.1131;0.613;0.387
LLM;0.186;0.172;0.19;0.1857;0.1866;0.469;0.531
BM25+Dense;0.0986;0.0914;0.1026;0.0985;0.1076;0.662;0.338
BM25+LLM;0.1373;0.1312;0.1417;0.1371;0.1438;0.59;0.41
Dense+LLM;0.1478;0.1328;0.1514;0.1477;0.1497;0.539;0.461
`;

export interface PaperTable {
  readonly title: string;
  readonly table: DataTable;
}

const AUDIT = 'the audit, with our flags';

/** The first rows of the audit table are mined sources, which set the reference range. */
const MINED = 6;

const TABLES: readonly PaperTable[] = PRINTED.trim()
  .split('## ')
  .slice(1)
  .map((text) => {
    const [title = '', header = '', ...lines] = text.trim().split('\n');
    const table = { columns: header.split(';'), rows: lines.map((line) => line.split(';').map(cellOf)) };
    return { title, table };
  });

function cellOf(text: string): Cell {
  if (text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

export function printedTable(title: string): DataTable {
  return TABLES.find((table) => table.title === title)?.table ?? { columns: [], rows: [] };
}

const AUDITED = printedTable(AUDIT).rows.map(([, rho, eta, psi, inverted]): AuditStatistics => ({
  mean_rho: Number(rho),
  mean_eta: Number(eta),
  mean_psi: Number(psi),
  inversion_rate: Number(inverted),
}));

/** The reference range of the paper's audit, by our audit. */
export const PAPER_ENVELOPE = envelope(AUDITED.slice(0, MINED));

/** All nine; the audit's has a column with our flags. */
export const PAPER_TABLES: readonly PaperTable[] = TABLES.map(({ title, table }) => {
  if (title !== AUDIT) return { title, table };
  const flags = AUDITED.map((source) => auditFlags(source, PAPER_ENVELOPE).join(' ') || 'none');
  const rows = table.rows.map((row, i) => [...row, flags[i] ?? null]);
  return { title, table: { columns: [...table.columns, 'flags computed here'], rows } };
});

const NDCG = printedTable('nDCG@10 after training');

export const BEIR_DATASETS = NDCG.columns.slice(3, -1);

/** The encoder of the audit table: the only one whose inversion rates are printed. */
const AUDITED_ENCODER = 'Contriever';

function printedInversion(encoder: unknown, source: unknown): number | null {
  const row = printedTable(AUDIT).rows.find(([name]) => name === source);
  return encoder === AUDITED_ENCODER && row ? Number(row[4]) : null;
}

/** Score over the whole file and nDCG@10 with its mean, as printed. */
export const PAPER_TRAINED: readonly TrainedSource[] = NDCG.rows.map(
  ([encoder, setting, source, ...metrics], i) => ({
    encoder: String(encoder),
    setting: String(setting),
    source: String(source),
    score: Number(printedTable('scores').rows[i]?.[3]),
    inversion_rate: printedInversion(encoder, source),
    metrics: metrics.slice(0, -1).map(Number),
    mean: Number(metrics.at(-1)),
  }),
);

/** The agreement of score and training, computed from the printed tables. */
export function paperAgreement(): Agreement {
  return agreementOf(PAPER_TRAINED, BEIR_DATASETS);
}
