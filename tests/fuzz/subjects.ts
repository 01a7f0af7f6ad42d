/** The files that are damaged: a fixture of every format, what goes with it, Parquet, other tools' files. */

import { basename } from 'node:path';

import { planFile } from '../../src/candidates/formats/plan';
import { defaultLoadOptions, type LoadOptions } from '../../src/candidates/reading';
import { fixtureBytes, fixtures, optionsFor } from '../candidates/fixtures';
import { parquetFixtures } from '../candidates/parquet-fixtures';
import { toolFiles } from './tools';
import type { Bytes, Subject } from './types';

/** A subject before its container was asked for. */
type Given = Omit<Subject, 'file' | 'container' | 'companions' | 'columns'> &
  Partial<Pick<Subject, 'companions' | 'columns'>>;

function given(): Given[] {
  const ofFixtures = fixtures.flatMap((fixture) => {
    const companions = fixture.companions.map(({ file }) => ({
      path: file,
      bytes: fixtureBytes(fixture, file),
    }));
    const files = fixture.files.map((expected) => ({
      name: `${fixture.name}/${expected.file}`,
      bytes: fixtureBytes(fixture, expected.file),
      options: optionsFor(expected),
      companions,
    }));
    const alone = companions.map(({ path, bytes }) => ({
      name: `${fixture.name}/${path}`,
      bytes,
      options: defaultLoadOptions(path),
    }));
    const [first] = files;
    const sampled = ['beir', 'tevatron-ids', 'flag-embedding', 'tuples'].includes(fixture.name) && first;
    const sample = { records: 2, seed: 7 };
    return [
      ...files,
      ...alone,
      ...(sampled
        ? [{ ...first, name: `sample of ${first.name}`, options: { ...first.options, sample } }]
        : []),
    ];
  });
  const parquet = parquetFixtures().map(({ name, bytes, columns }) => ({
    name: `parquet/${name}`,
    bytes,
    options: defaultLoadOptions(name),
    columns,
  }));
  // Damage to a file that is only asked about shows nothing.
  const ofTools = toolFiles.map(({ tool, file, bytes, companions, options, expected }) => ({
    name: `${tool}/${file}`,
    bytes,
    options: { ...defaultLoadOptions(file), byOrder: expected === 'asks', ...options },
    companions,
  }));
  return [...ofFixtures, ...parquet, ...ofTools];
}

/** How the original is cut into entries. */
async function containerOf(file: string, bytes: Bytes, options: LoadOptions): Promise<Subject['container']> {
  const { open } = await planFile(new File([bytes], file), options, new AbortController().signal);
  return open.container;
}

/** All subjects whose name has the text. */
export async function subjects(only = ''): Promise<Subject[]> {
  return Promise.all(
    given()
      .filter(({ name }) => name.includes(only))
      .map(async (subject): Promise<Subject> => {
        const file = basename(subject.options.path);
        const container = await containerOf(file, subject.bytes, subject.options);
        return { companions: [], columns: null, ...subject, file, container };
      }),
  );
}
