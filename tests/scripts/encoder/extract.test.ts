import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fetchFile, fetchRepository, filesOf, unpackDebian } from '../../../scripts/encoder/extract/fetch';
import { plainText, unescaped } from '../../../scripts/encoder/extract/markup';
import { answerRows, bookRows, countryRows, questionRow } from '../../../scripts/encoder/extract/rows';
import { FACTBOOK, MEDQUAD, OPENSTAX, QED } from '../../../scripts/encoder/extract/sources';
import { synsetRows } from '../../../scripts/encoder/extract/wordnet';
import { MINI } from '../../support/folders';

const LONG = 'of a paragraph that is long enough to be read has at least fourteen words';

describe('plain text', () => {
  it('has no tags, formulas, footnotes or empty brackets, and single blanks', () => {
    expect(
      plainText(
        'A <term>cell</term>\n(<link target="x"/>) is<footnote>no</footnote> <m:math>x</m:math> small.',
      ),
    ).toBe('A cell is small.');
    expect(plainText('one<list><item>two</item></list>')).toBe('one two');
  });

  it('has characters for their references; what is not known stays', () => {
    expect(unescaped('EU&rsquo;s &#233;&#xe9;&eacute;&Ntilde; a&amp;lt; &nothing;')).toBe(
      'EU’s éééÑ a&lt; &nothing;',
    );
  });
});

describe('rows', () => {
  it('of a book: paragraphs under their headings, once each, and the glossary', () => {
    const module = `<document><title>Cells</title><content>
      <para>First ${LONG}.</para><para>Too short.</para>
      <section><title>Walls</title><para>Second ${LONG}.</para>
        <section><list><item>Third ${LONG}.</item></list></section></section>
      <exercise><para>Fourth ${LONG}.</para></exercise><para>First ${LONG}.</para>
      <figure><caption>Fifth ${LONG}.</caption></figure></content>
      <glossary><definition><term>wall</term> <meaning>what stands around it</meaning></definition>
      <definition><term>x</term><meaning>short</meaning></definition></glossary></document>`;
    expect([...bookRows(module, new Set([`Fifth ${LONG}.`]))]).toEqual([
      ['glo', 'wall', 'Cells', 'what stands around it'],
      ['par', 'Cells', 'Cells', `First ${LONG}.`],
      ['par', 'Walls', 'Cells', `Second ${LONG}.`],
      ['par', 'Walls', 'Cells', `Third ${LONG}.`],
    ]);
  });

  it('of an answer: its longer paragraphs', () => {
    const document = `<Focus>Flu</Focus><QAPair><Question qid="1">What is it ?</Question>
      <Answer>Key Points
                    - the patient&apos;s health habits and past illnesses too
                \n                    Short one.</Answer></QAPair><Question>And?</Question><Answer></Answer>`;
    expect([...answerRows(document)]).toEqual([
      ['qa', 'What is it ?', 'Flu', "- the patient's health habits and past illnesses too"],
    ]);
  });

  it('of a country: fields with the names that lead to their texts, 120 words a row', () => {
    const words = Array.from({ length: 130 }, (_, i) => `w${i}`);
    const json = JSON.stringify({
      Government: { 'Country name': { 'conventional short form': { text: 'Utopia' } } },
      Land: { Area: { total: { text: '61 sq km' } }, Terrain: { text: words.join(' ') } },
      People: { Ages: { young: { text: 'one two three four five' }, old: { text: 'six seven eight nine' } } },
    });
    expect([...countryRows(json)]).toEqual([
      ['par', 'Utopia Terrain', 'Land', words.slice(0, 120).join(' ')],
      ['par', 'Utopia Terrain', 'Land', words.slice(120).join(' ')],
      ['par', 'Utopia Ages', 'People', 'young: one two three four five; old: six seven eight nine'],
    ]);
    expect([...countryRows('{"Land":{"Area":{"text":"a b c d e f g h i j k l"}}}')]).toEqual([]);
  });

  it('of a question', () => {
    const line = JSON.stringify({ question_text: 'who', title_text: 'T', paragraph_text: 'a  b &amp; c' });
    expect(questionRow(line)).toEqual(['dev', 'who', 'T', 'a b & c']);
  });

  it('of synsets: lemmas, relatives, gloss, examples, the gloss above', () => {
    const noun = [
      '  1 licence',
      '00000001 03 n 01 entity 0 001 ~ 00000002 n 0000 | that which is  ',
      '00000002 03 n 02 true_cat 0 cat 1 002 @ 00000001 n 0000 + 00000003 v 0101 | a pet; "the cat sat"; "a cat"  ',
    ].join('\n');
    const verb = '00000003 29 v 01 cat 2 000 01 + 01 00 | to hoist';
    expect([
      ...synsetRows(
        new Map([
          ['noun', noun],
          ['verb', verb],
        ]),
      ),
    ]).toEqual([
      ['wn', 'entity', ' | ', 'that which is'],
      ['wn', 'true cat; cat', 'entity | cat', 'a pet || the cat sat || a cat ^^ that which is'],
      ['wn', 'cat', ' | ', 'to hoist'],
    ]);
  });
});

describe('sources', () => {
  it('are named by their whole commits; those of OpenStax are the card’s', () => {
    const all = [...OPENSTAX, MEDQUAD, FACTBOOK, QED];
    for (const { commit } of all) expect(commit).toMatch(/^[0-9a-f]{40}$/);
    const card = readFileSync(join(MINI, 'README.md'), 'utf8');
    for (const { name, commit } of OPENSTAX) expect(card).toContain(`- ${name} ${commit.slice(0, 12)}`);
    expect(OPENSTAX).toHaveLength(26);
  });

  it('a repository is checked out at its commit, with the paths that are asked for', () => {
    const base = mkdtempSync(join(tmpdir(), 'negscope-git-'));
    const origin = join(base, 'owner', 'name');
    for (const path of ['modules/m1/index.cnxml', 'modules/m1/other.txt', 'media/large.jpg']) {
      mkdirSync(dirname(join(origin, path)), { recursive: true });
      writeFileSync(join(origin, path), path);
    }
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', origin, ...args], { encoding: 'utf8' }).trim();
    git('init', '--quiet');
    git('config', 'uploadpack.allowFilter', 'true');
    git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const commit = (message: string) => {
      git('add', '.');
      git('-c', 'user.name=n', '-c', 'user.email=n@localhost', 'commit', '--quiet', '--message', message);
      return git('rev-parse', 'HEAD');
    };
    const wanted = commit('first');
    writeFileSync(join(origin, 'modules/m1/index.cnxml'), 'later');
    const later = commit('second');
    const kept = mkdtempSync(join(tmpdir(), 'negscope-sources-'));
    const repository = { name: 'owner/name', commit: wanted, licence: '', paths: ['/modules/*/index.cnxml'] };
    const address = `file://${base}/`;
    for (const again of [false, true]) {
      const folder = fetchRepository(repository, again ? 'file:///nowhere/' : address, kept);
      expect([...filesOf(folder, '.cnxml')]).toEqual(['modules/m1/index.cnxml']);
      expect([...filesOf(folder, '.txt'), ...filesOf(folder, '.jpg')]).toEqual([]);
    }
    expect(() => fetchRepository({ ...repository, commit: later }, address, kept)).toThrow(
      `is at ${wanted}; delete it`,
    );
  });

  describe('a file', () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/there' ? 200 : 404;
      response.end('content');
    });
    beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
    afterAll(() => new Promise((resolve) => server.close(resolve)));
    const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;
    const hash = createHash('sha256').update('content').digest('hex');

    it('is brought once and held to its hash', async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'negscope-file-')), 'file');
      await expect(fetchFile(address('there'), '0'.repeat(64), path)).rejects.toThrow('its hash differs');
      await expect(fetchFile(address('gone'), hash, path)).rejects.toThrow('answered 404');
      await fetchFile(address('there'), hash, path);
      await fetchFile(address('gone'), hash, path);
      expect(readFileSync(path, 'utf8')).toBe('content');
    });
  });

  it('of a Debian package the data are unpacked', () => {
    const folder = mkdtempSync(join(tmpdir(), 'negscope-deb-'));
    writeFileSync(join(folder, 'data.noun'), 'cat');
    const data = execFileSync('tar', ['-cJf', '-', '-C', folder, 'data.noun']);
    const member = (name: string, content: Buffer) =>
      Buffer.concat([
        Buffer.from(`${name.padEnd(48)}${String(content.length).padEnd(10)}\`\n`, 'latin1'),
        content,
        Buffer.alloc(content.length % 2, '\n'),
      ]);
    const archive = join(folder, 'a.deb');
    const members = [member('debian-binary', Buffer.from('2.0')), member('data.tar.xz', data)];
    writeFileSync(archive, Buffer.concat([Buffer.from('!<arch>\n'), ...members]));
    unpackDebian(archive, join(folder, 'out'));
    expect(readFileSync(join(folder, 'out/data.noun'), 'utf8')).toBe('cat');
    writeFileSync(archive, '!<arch>\n');
    expect(() => unpackDebian(archive, folder)).toThrow('is no Debian package');
  });
});
