/** The README.md of a made model folder: settings, text, licences. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { FACTBOOK, MEDQUAD, OPENSTAX, WORDNET } from './extract/sources';
import type { RecipeSettings } from './recipe';
import { TABLES } from './texts';

/**
 * @param folder with the tables of text
 * @param fetched whether they were made of the pinned sources
 */
export function makeCard(folder: string, settings: RecipeSettings, fetched: boolean): string {
  const hashes = TABLES.map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(folder, `${name}.tsv`)));
    return `- ${name}.tsv, sha256 ${hash.digest('hex')}`;
  });
  const sources = [
    `- ${WORDNET.name}, ${WORDNET.licence}`,
    ...[MEDQUAD, FACTBOOK, ...OPENSTAX].map(
      ({ name, commit, licence }) => `- ${name} ${commit.slice(0, 12)}, ${licence}`,
    ),
  ];
  return `# A static encoder

Made with \`npm run make:encoder\` of Negscope: one vector for each word piece, a text is their mean at unit length.

Settings: ${JSON.stringify(settings)}

Text:

${hashes.join('\n')}

${fetched ? 'It was made of these sources. Whoever passes the encoder on names them:' : 'The tables were given. Where they are those of Negscope, they were made of these sources; whoever passes the encoder on names them:'}

${sources.join('\n')}
`;
}
