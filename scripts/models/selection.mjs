/** Which of a model's files are brought in: those that the page reads. */

import { ModelToolError } from './checks.mjs';

/**
 * One file to bring in: `from` in the hub's or the local folder, `to` in the model folder.
 * @typedef {{ from: string, to: string }} PlannedFile
 */

const REQUIRED = ['config.json', 'tokenizer.json'];

const OPTIONAL = [
  'tokenizer_config.json',
  'special_tokens_map.json',
  'vocab.txt',
  'modules.json',
  '1_Pooling/config.json',
  'config_sentence_transformers.json',
  'sentence_bert_config.json',
  'README.md',
];

const LICENCE = /^LICENSE[^/]*$/i;

/** The file names a dtype can have, the preferred one first. */
const ONNX_NAMES = new Map([
  ['fp32', ['model']],
  ['fp16', ['model_fp16']],
  ['int8', ['model_quantized', 'model_int8']],
  ['uint8', ['model_uint8']],
  ['q4', ['model_q4']],
  ['q4f16', ['model_q4f16']],
  ['bnb4', ['model_bnb4']],
]);

/** Brought in without --dtype, as far as they are there. */
const DEFAULT_DTYPES = ['fp32', 'int8'];

/** Exporters differ in how they name the file that holds weights outside the graph. */
const EXTERNAL_DATA = /^(_data(_\d+)?|\.data)$/;

/** @returns {string[]} the dtypes that --dtype takes */
export function knownDtypes() {
  return [...ONNX_NAMES.keys()];
}

/**
 * @param {string} path a path in a model folder
 * @returns {string | undefined} the dtype its name stands for, if it is an ONNX file under onnx/
 */
export function dtypeOf(path) {
  for (const [dtype, names] of ONNX_NAMES) {
    if (names.some((name) => path === `onnx/${name}.onnx`)) return dtype;
  }
  return undefined;
}

/**
 * How to make an ONNX folder of a model that has none.
 *
 * @param {string} id hub id or folder of the original model
 */
function exportAdvice(id) {
  return (
    'Export one (Python, `pip install "optimum[onnxruntime]"`), then add the folder:\n' +
    `  optimum-cli export onnx --model ${id} --task feature-extraction DIR\n` +
    '  npm run models -- add DIR --name NAME'
  );
}

/**
 * Chooses the files that the page reads among those listed.
 *
 * @param {Iterable<string>} listed paths in the hub's or the local folder
 * @param {readonly string[] | undefined} dtypes those of --dtype; undefined takes fp32 and int8 as far as present
 * @param {string} id hub id or folder, for the message
 * @returns {PlannedFile[]} in a fixed order: configuration, licences, ONNX files
 * @throws {ModelToolError} naming config.json, tokenizer.json or the ONNX file that is not listed
 */
export function selectFiles(listed, dtypes, id) {
  const paths = new Set(listed);
  const missing = REQUIRED.filter((path) => !paths.has(path));
  const onnx = (dtypes ?? DEFAULT_DTYPES).map((dtype) => ({ dtype, files: selectOnnx(paths, dtype) }));
  const absent = onnx.filter(({ files }) => files.length === 0).map(({ dtype }) => onnxPath(dtype));
  if (dtypes === undefined) {
    if (absent.length === DEFAULT_DTYPES.length) missing.push(absent.join(' or '));
  } else {
    missing.push(...absent);
  }
  if (missing.length > 0) throw missingFiles(missing, paths, id);

  const licences = [...paths].filter((path) => LICENCE.test(path)).sort();
  const optional = OPTIONAL.filter((path) => paths.has(path));
  return [
    ...[...REQUIRED, ...optional, ...licences].map((path) => ({ from: path, to: path })),
    ...onnx.flatMap(({ files }) => files),
  ];
}

/**
 * @param {readonly string[]} paths every file of a model folder under the models directory
 * @param {string} folder for the message
 * @throws {ModelToolError} where config.json, tokenizer.json or every ONNX file is missing
 */
export function checkComplete(paths, folder) {
  const missing = REQUIRED.filter((path) => !paths.includes(path));
  if (!paths.some((path) => path.endsWith('.onnx'))) missing.push(onnxPath('fp32'));
  if (missing.length > 0) throw missingFiles(missing, new Set(paths), folder);
}

/**
 * @param {readonly string[]} missing
 * @param {ReadonlySet<string>} paths
 * @param {string} id
 */
function missingFiles(missing, paths, id) {
  const others = [...paths].filter((path) => path.endsWith('.onnx')).sort();
  const seen = others.length > 0 ? `\nONNX files that are there: ${others.join(', ')} (see --dtype).` : '';
  return new ModelToolError(
    `${id} has no ${missing.join(', no ')}, which the page needs.${seen}\n${exportAdvice(id)}`,
  );
}

/** @param {string} dtype */
function onnxPath(dtype) {
  return (ONNX_NAMES.get(dtype) ?? []).map((name) => `onnx/${name}.onnx`).join(' or ');
}

/**
 * The exporter writes model.onnx at the folder's root; model folders of the page have it under onnx/.
 *
 * @param {ReadonlySet<string>} paths
 * @param {string} dtype
 * @returns {PlannedFile[]} the ONNX file and its external data; empty where there is none
 */
function selectOnnx(paths, dtype) {
  for (const folder of ['onnx/', '']) {
    for (const name of ONNX_NAMES.get(dtype) ?? []) {
      const graph = `${folder}${name}.onnx`;
      if (!paths.has(graph)) continue;
      const data = [...paths].filter(
        (path) => path.startsWith(graph) && EXTERNAL_DATA.test(path.slice(graph.length)),
      );
      return [graph, ...data.sort()].map((from) => ({ from, to: `onnx/${from.slice(folder.length)}` }));
    }
  }
  return [];
}
