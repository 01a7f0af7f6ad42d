/**
 * Licences of what is bundled: which are agreed to, and the file of notices that the build puts beside the page, made from
 * the packages that really go into it.
 */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PROJECT } from './paths.mjs';

/** Agreed licences (SPDX). All allow use and distribution in a page under MIT, with their notices. */
const AGREED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'Unlicense', 'OFL-1.1'];

/** Beside the page, and linked from its foot. */
const NOTICES_FILE = 'THIRD_PARTY_NOTICES.txt';

/** Packages whose npm archive holds no licence text: MIT by their package.json, with the copyright of their repository. */
const COPYRIGHT = new Map([
  ['@duckdb/duckdb-wasm', 'Copyright 2018-2025 Stichting DuckDB Foundation'],
  ['onnxruntime-web', 'Copyright (c) Microsoft Corporation'],
  ['onnxruntime-common', 'Copyright (c) Microsoft Corporation'],
]);

/** @typedef {{ name: string, version: string, license: string, text: string }} Package */

/**
 * @param {string} license an SPDX expression of alternatives
 * @returns {boolean}
 */
function isAgreed(license) {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((each) => AGREED.includes(each));
}

/**
 * Notes the packages whose modules go into a build. Vite builds workers by themselves, so one set serves several builds.
 *
 * @param {Set<string>} folders gets the folder of each package
 * @returns {import('vite').Plugin}
 */
export function notePackages(folders) {
  return {
    name: 'negscope-note-packages',
    moduleParsed({ id }) {
      const folder = packageFolder(id);
      if (folder !== null) folders.add(folder);
    },
  };
}

/** @param {string} path @returns {string | null} folder of the package that a file belongs to; null of a file of ours */
function packageFolder(path) {
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/.@][^/]*(?=\/)/.exec(path.replaceAll('\\', '/')) ?? [];
  return folder?.replace('\0', '') ?? null;
}

/**
 * Puts the notices and our own licence beside the page.
 *
 * @param {ReadonlySet<string>} folders packages of the page and its workers
 * @returns {import('vite').Plugin}
 */
export function writeNotices(folders) {
  return {
    name: 'negscope-notices',
    apply: 'build',
    generateBundle(_, bundle) {
      // Style sheets name fonts, which are no modules.
      const files = Object.values(bundle).flatMap((part) =>
        part.type === 'asset' ? part.originalFileNames : [],
      );
      const ofFiles = files
        .map((file) => packageFolder(resolve(PROJECT, file)))
        .filter((each) => each !== null);
      const source = notices(new Set([...folders, ...ofFiles]));
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source });
      const own = readFileSync(join(PROJECT, 'LICENSE'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'LICENSE.txt', source: own });
    },
  };
}

/**
 * The notices of the packages, by name.
 *
 * @param {ReadonlySet<string>} folders
 * @returns {string}
 * @throws {Error} where a licence is not agreed, or its text is missing
 */
function notices(folders) {
  const packages = [...folders]
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map(packageIn)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const texts = packages.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`,
  );
  const head = 'Negscope contains code of these packages, each under the licence that follows its name.\n';
  return [head, ...new Set(texts)].join(`\n${'='.repeat(80)}\n\n`);
}

/** @param {string} folder @returns {Package} */
function packageIn(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const license = licenseOf(folder);
  if (!isAgreed(license))
    throw new Error(`${name} is under "${license}", which scripts/lib/licences.mjs does not agree to.`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|third)/i.test(file));
  const copyright = COPYRIGHT.get(name);
  if (files.length === 0 && copyright === undefined) throw new Error(`${name} holds no text of its licence.`);
  const text =
    copyright === undefined
      ? files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
      : mit(copyright);
  return { name, version, license, text };
}

/** @param {string} folder @returns {string} as its package.json says */
function licenseOf(folder) {
  const file = join(folder, 'package.json');
  const { license, licenses } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return String(license ?? licenses?.[0]?.type ?? 'no licence');
}

/** @param {string} copyright */
function mit(copyright) {
  const own = readFileSync(join(PROJECT, 'LICENSE'), 'utf8');
  return own.replace(/^Copyright.*$/m, copyright);
}
