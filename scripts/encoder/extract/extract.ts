/** Brings the text of all sources and writes it as tables, which texts.ts reads. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fetchFile, fetchRepository, filesOf, unpackDebian } from './fetch';
import { answerRows, bookRows, countryRows, questionRow, type Row } from './rows';
import { FACTBOOK, MEDQUAD, OPENSTAX, QED, WORDNET, type Repository } from './sources';
import { PARTS, synsetRows } from './wordnet';

const GITHUB = 'https://github.com/';

/**
 * @param folder receives the tables, and the sources in `sources/`; what is there is not fetched again
 * @throws RecipeError where a source cannot be brought or is another one
 */
export async function extract(folder: string, tell: (line: string) => void): Promise<void> {
  const sources = join(folder, 'sources');
  mkdirSync(sources, { recursive: true });
  const fetched = (repository: Repository) => {
    tell(`${repository.name}, ${repository.licence}`);
    return fetchRepository(repository, GITHUB, sources);
  };
  const write = (name: string, rows: Iterable<Row>) => {
    const lines = [...rows].map(
      (row) => `${row.map((cell) => cell.replaceAll(/[\t\r]/g, ' ').replaceAll('\n', '\\n')).join('\t')}\n`,
    );
    writeFileSync(join(folder, `${name}.tsv`), lines.join(''));
    tell(`${name}.tsv: ${lines.length} rows`);
  };
  tell(`${WORDNET.name}, ${WORDNET.licence}`);
  const archive = join(sources, 'wordnet-base.deb');
  await fetchFile(WORDNET.url, WORDNET.sha256, archive);
  write('wordnet', synsetRows(wordNetFiles(archive, join(sources, 'wordnet'))));
  write('medquad', rowsOf(filesOf(fetched(MEDQUAD), '.xml'), answerRows));
  write('factbook', rowsOf(filesOf(fetched(FACTBOOK), '.json'), countryRows));
  const questions = readFileSync(join(fetched(QED), 'qed-dev.jsonlines'), 'utf8').split('\n');
  write('qed', questions.filter((line) => line.trim() !== '').map(questionRow));
  const seen = new Set<string>();
  const books = OPENSTAX.flatMap((book) => [
    ...rowsOf(filesOf(fetched(book), 'index.cnxml'), (module) => bookRows(module, seen)),
  ]);
  write('openstax', books);
}

/** The data files of WordNet's package by part of speech. */
function wordNetFiles(archive: string, folder: string): Map<string, string> {
  unpackDebian(archive, folder);
  return new Map(
    PARTS.map((part) => [part, readFileSync(join(folder, 'usr/share/wordnet', `data.${part}`), 'latin1')]),
  );
}

function* rowsOf(files: Iterable<string>, read: (file: string) => Iterable<Row>): Generator<Row> {
  for (const file of files) yield* read(file);
}
