/** The report's JSON Schema: its shape from the type `SessionReport`, its words from docs/REPORT.md. */

import { join } from 'node:path';

import ts from 'typescript';

import { PROJECT } from './paths.mjs';

/** @typedef {{ unit: string, meaning: string }} KeyWords */
/** @typedef {{ [key: string]: unknown }} Schema */

const TYPE = { file: 'src/experiments/report.ts', name: 'SessionReport' };

/** Ids that are keys of objects, by their type: written once in the document, as this word. */
const IDS = [
  { word: 'WEIGHTING', file: 'src/scoring/weightings.ts', name: 'WeightingId' },
  { word: 'EXPERIMENT', file: 'src/experiments/list.ts', name: 'ExperimentId' },
  { word: 'BUCKET', file: 'src/scoring/buckets.ts', name: 'BucketId' },
  { word: 'FINDING', file: 'src/scoring/findings.ts', name: 'FindingId' },
];

const SCALARS = /** @type {const} */ ([
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
]);

/**
 * What docs/REPORT.md says of each path of the report. A paragraph that begins with "At" names the places, in
 * backticks, whose keys the next table describes.
 *
 * @param {string} markdown
 * @returns {Map<string, KeyWords>} by path
 */
export function wordsOfPaths(markdown) {
  /** @type {Map<string, KeyWords>} */
  const words = new Map();
  /** @type {string[]} */
  let places = [];
  for (const paragraph of markdown.split(/\n{2,}/)) {
    const [named] = /^At (?:`[^`]+`(?:, | and )?)+/.exec(paragraph) ?? [];
    if (named) places = quoted(named);
    if (!paragraph.startsWith('| key')) continue;
    for (const row of paragraph.split('\n').slice(2)) {
      const [keys = '', unit = '', meaning = ''] = row
        .split(/(?<!\\)\|/)
        .slice(1)
        .map((cell) => cell.trim());
      for (const key of quoted(keys)) {
        for (const place of places) {
          const path = place === 'report' ? key : `${place}.${key}`;
          if (words.has(path)) throw new Error(`docs/REPORT.md describes ${path} twice.`);
          words.set(path, { unit, meaning: meaning.replaceAll('\\|', '|') });
        }
      }
    }
  }
  return words;
}

/**
 * @param {ReadonlyMap<string, KeyWords>} words
 * @returns {{ schema: Schema, paths: Set<string> }} the schema, and the paths of all keys in it
 */
export function reportSchema(words) {
  const { checker, typeOf } = openTypes();
  const ids = IDS.map(({ word, file, name }) => ({
    word,
    keys: new Set(literalsOf(typeOf(file, name))),
  }));
  /** @type {Set<string>} */
  const paths = new Set();

  /** @param {string} path @param {ts.Type} type @returns {Schema} */
  const described = (path, type) => {
    paths.add(path);
    const found = words.get(path);
    const schema = schemaOf(type, path);
    if (found === undefined) return schema;
    return { description: found.unit === '' ? found.meaning : `${found.meaning} (${found.unit})`, ...schema };
  };

  /** @param {ts.Type} type @param {string} path @returns {Schema} */
  const schemaOf = (type, path) => {
    if (type.isUnion()) return unionOf(type.types, path);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    for (const [flag, name] of SCALARS) if (type.flags & flag) return { type: name };
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      const items = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
      return { type: 'array', items: unionOf(items, `${path}[]`) };
    }
    return objectOf(type, path);
  };

  /** @param {readonly ts.Type[]} types @param {string} path @returns {Schema} */
  const unionOf = (types, path) => {
    const members = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const values = members.flatMap((type) =>
      type.isStringLiteral() || type.isNumberLiteral() ? [type.value] : [],
    );
    const others = members.filter((type) => !type.isStringLiteral() && !type.isNumberLiteral());
    const schemas = [
      ...(values.length > 0 ? [{ enum: values }] : []),
      ...others.map((type) => schemaOf(type, path)),
    ];
    const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
    return distinct.length === 1 ? /** @type {Schema} */ (distinct[0]) : { anyOf: distinct };
  };

  /** @param {ts.Type} type @param {string} path @returns {Schema} */
  const objectOf = (type, path) => {
    const members = checker.getPropertiesOfType(type);
    const of = (/** @type {ts.Symbol} */ member) => checker.getTypeOfSymbol(member);
    const names = members.map(({ name }) => name);
    const index = checker.getIndexInfosOfType(type)[0];
    if (index) return { type: 'object', additionalProperties: schemaOf(index.type, joined(path, 'NAME')) };
    if (members.length === 0) return { type: 'object' };
    const id = ids.find(({ keys }) => names.every((name) => keys.has(name)) && names.length > 1);
    const isOptional = (/** @type {ts.Symbol} */ { flags }) => (flags & ts.SymbolFlags.Optional) !== 0;
    const required = members.filter((member) => !isOptional(member)).map(({ name }) => name);
    return {
      type: 'object',
      additionalProperties: false,
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(
        members.map((member) => [member.name, described(joined(path, id?.word ?? member.name), of(member))]),
      ),
    };
  };

  const schema = schemaOf(typeOf(TYPE.file, TYPE.name), '');
  return {
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Report of Negscope',
      ...schema,
    },
    paths,
  };
}

/** @param {ts.Type} type a union of texts */
function literalsOf(type) {
  return type.isUnion() ? type.types.flatMap((one) => (one.isStringLiteral() ? [one.value] : [])) : [];
}

/** @param {string} text @returns {string[]} what stands in backticks */
function quoted(text) {
  return [...text.matchAll(/`([^`]*)`/g)].map(([, word = '']) => word);
}

/** @param {string} path @param {string} key */
function joined(path, key) {
  return path === '' ? key : `${path}.${key}`;
}

/** The compiler over the report's types. */
function openTypes() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(join(PROJECT, 'tsconfig.json'), {}, host);
  const roots = [...new Set([TYPE, ...IDS].map(({ file }) => join(PROJECT, file)))];
  const program = ts.createProgram([...roots, join(PROJECT, 'src/globals.d.ts')], config?.options ?? {});
  const checker = program.getTypeChecker();
  const typeOf = (/** @type {string} */ file, /** @type {string} */ name) => {
    const source = program.getSourceFile(join(PROJECT, file));
    const module = source && checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name);
    if (!symbol) throw new Error(`${file} has no type ${name}.`);
    return checker.getDeclaredTypeOfSymbol(symbol);
  };
  return { checker, typeOf };
}
