/** The audit report as one page of HTML, to read, send and print: no script, nothing fetched. */

import { rangeInWords } from '../flags';
import {
  countOf,
  firstNegatives,
  formatCount,
  formatMean,
  formatPercent,
  formatScore,
  listInWords,
} from '../../ui/words';
import { FINDINGS } from '../../scoring/findings';
import { BUCKETS } from '../../scoring/buckets';
import { byWeight } from '../findings';
import { classed, html, Markup, table } from './markup';
import { FILE_HEADS, fileRow, fileRows, memo, type NamedSource } from './memo';
import { envelopeStrips, histogramPlot } from './plots';
import { AUDIT_STYLE } from './style';
import type { AuditedSource, AuditReport, ListedPair } from './types';

/** Characters of a text that the page shows; the JSON holds all of it. */
const TEXT = 600;

/**
 * The page. It is well-formed XML too.
 * @param colours place of each source in the palette, by name
 */
export function auditPage(report: AuditReport, colours: Readonly<Record<string, number>>): string {
  const sources = entriesOf(report).map(([name, source], i) => ({
    name,
    source,
    colour: colours[name] ?? i,
  }));
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
      <title>Audit of ${countOf(Object.keys(report.sources).length, 'source')} of hard negatives</title>
      <style>
        ${new Markup(AUDIT_STYLE)}
      </style>
    </head>
    <body>
      <main>
        ${memo(report, sources)} ${foundSection(report)} ${retentionSection(report)} ${sourceSection(report)}
        ${bucketSection(report)} ${findingSection(report)} ${fileSection(report, sources)}
        ${settingSection(report)} ${pairSection(report)}
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function entriesOf(report: AuditReport): [string, AuditedSource][] {
  return Object.entries(report.sources);
}

/** All that was found, the worst first. */
function foundSection({
  sources,
  reference,
  entered,
  envelope,
  not_looked_for: unseen,
}: AuditReport): Markup {
  const rows = Object.entries(sources)
    .flatMap(([name, { found }]) => found.map((finding) => ({ name, finding })))
    .sort((a, b) => byWeight(a.finding, b.finding));
  const lines = rows.map(({ name, finding: { severity, sentence, cure, set_aside: aside } }) => {
    const warm = severity === 'stop' || severity === 'train';
    return html`<tr>
      <td>${warm ? html`<span class="warm">${severity}</span>` : severity}</td>
      <th scope="row">${name}</th>
      <td>${sentence} ${cure} ${aside ? 'Set aside after a look at its pairs.' : ''}</td>
    </tr>`;
  });
  const range =
    envelope === null
      ? ''
      : `${entered ? 'The range entered by hand' : `The range of ${listInWords([...reference])}`}: ${rangeInWords(envelope)}.`;
  return section(
    'Findings',
    html`${lines.length === 0 ? html`<p>Nothing was found.</p>` : table(['', 'source', 'what'], lines)}
      <p class="muted">${range} Not looked for: ${unseen.join(', ')}.</p>`,
  );
}

/** What was kept of the files. */
function retentionSection({ retention }: AuditReport): Markup {
  const kept = retention.map((row) => {
    const why = Object.entries(row.reasons).map(([reason, count]) => `${reason} ${formatCount(count)}`);
    return html`<tr>
      <th scope="row">${row.source}</th>
      <td>${formatCount(row.records_before)} → ${formatCount(row.records_after)}</td>
      <td>${formatCount(row.negatives_before)} → ${formatCount(row.negatives_after)}</td>
      <td>${formatPercent(row.share_kept)}</td>
      <td>${why.join(', ')}</td>
    </tr>`;
  });
  if (kept.length === 0) return html``;
  return section(
    'Kept of the files',
    table(['kept of', 'records', 'negatives', 'share kept', 'left for'], kept),
  );
}

function sourceSection(report: AuditReport): Markup {
  const sources = entriesOf(report).map(
    ([name, source]) =>
      html`<div class="source">
        <h3>${name}</h3>
        <p>${source.reading}</p>
        <p class="muted">
          ${countOf(source.records, 'record')}, ${countOf(source.negatives, 'pair')}, score
          ${formatScore(source.eci)}, from ${source.file}.
        </p>
        <div class="plots">
          <figure>
            ${envelopeStrips(source, report.envelope)}
            <figcaption>shaded: the references' side</figcaption>
          </figure>
          ${histograms(source)}
        </div>
      </div>`,
  );
  return section('Sources', html`${sources}`);
}

function histograms({ histograms: distributions }: AuditedSource): Markup {
  if (distributions === null) return html``;
  const plots = [
    ['ρ', distributions.rho],
    ['η', distributions.eta],
    ['ψ', distributions.psi],
    ['w', distributions.weight],
  ] as const;
  return html`${plots.map(
    ([sign, counts]) =>
      html`<figure>
        ${histogramPlot(counts, `Pairs by ${sign}, from 0 to 1`)}
        <figcaption>${sign}, from 0 to 1</figcaption>
      </figure>`,
  )}`;
}

function bucketSection(report: AuditReport): Markup {
  const rows = entriesOf(report).map(
    ([name, { counts, buckets }]) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${BUCKETS.map(
          ({ id }) =>
            html`<td class="number">${formatCount(counts.buckets[id])} (${formatPercent(buckets[id])})</td>`,
        )}
      </tr>`,
  );
  const heads = BUCKETS.map(({ words, rule }) => html`<th scope="col" class="number">${words}, ${rule}</th>`);
  return section('Failure buckets', html`${wide(['source', ...heads], rows)}`);
}

function findingSection(report: AuditReport): Markup {
  const rows = entriesOf(report).map(
    ([name, { findings }]) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${FINDINGS.map(({ id }) => {
          const count = findings?.[id] ?? null;
          return html`<td class="number">${count === null ? 'not looked for' : formatCount(count)}</td>`;
        })}
      </tr>`,
  );
  const heads = FINDINGS.map(({ words }) => html`<th scope="col" class="number">${words}</th>`);
  return section(
    'Known positives among the negatives',
    html`<p>
        Pairs by text. The gates do not catch these: a positive of another query looks like a good negative to
        them.
      </p>
      ${wide(['source', ...heads], rows)}`,
  );
}

/** Pairs that are listed where their texts are not: the whole report stays within twelve sheets. */
const MOST_WITHOUT_TEXTS = 100;

const PAIR_HEADS = ['record, negative', 'place', 'query id', 'cosine', 'ρ', 'η', 'ψ', 'found', 'mark'];

function pairSection(report: AuditReport): Markup {
  const { pairs_in_all, texts_included } = report;
  const pairs = texts_included ? report.pairs : report.pairs.slice(0, MOST_WITHOUT_TEXTS);
  if (pairs_in_all === 0) {
    return section('Pairs', html`<p>No pair has a finding or a mark.</p>`);
  }
  const listed =
    pairs.length < pairs_in_all
      ? `The first ${formatCount(pairs.length)} of ${countOf(pairs_in_all, 'pair')}`
      : countOf(pairs_in_all, 'pair');
  return section(
    'Pairs',
    html`<p>
        ${listed} with a finding or a mark, by source, the most suspicious first.
        ${texts_included ? '' : 'Texts were left out: record, place and query id say where each pair stands. The JSON has more.'}
      </p>
      ${entriesOf(report).map(([name, source]) =>
        pairGroup(
          name,
          source,
          pairs.filter((pair) => pair.source === name),
        ),
      )}`,
    'sheet',
  );
}

function pairGroup(name: string, { place_kind }: AuditedSource, pairs: readonly ListedPair[]): Markup {
  if (pairs.length === 0) return html``;
  const marked = pairs.filter(({ mark }) => mark !== null).length;
  return html`<h3>${name}</h3>
    <p class="muted">${countOf(pairs.length, 'pair')}, ${formatCount(marked)} of them marked.</p>
    ${wide(
      PAIR_HEADS,
      pairs.map((pair) => pairRow(pair, place_kind)),
    )}`;
}

function pairRow(pair: ListedPair, placeKind: string): Markup {
  const words = pair.findings.map((id) => FINDINGS.find((finding) => finding.id === id)?.words ?? id);
  const row = html`<tr>
    <th scope="row" class="number">${formatCount(pair.record)}, ${formatCount(pair.position)}</th>
    <td class="number">${placeKind} ${formatCount(pair.place)}</td>
    <td class="id">${pair.query_id ?? ''}</td>
    <td class="number">${formatMean(pair.cos_positive)}</td>
    <td class="number">${formatMean(pair.rho)}</td>
    <td class="number">${formatMean(pair.eta)}</td>
    <td class="number">${formatMean(pair.psi)}</td>
    <td>${words.join('; ')}</td>
    <td>${[pair.mark, pair.note].filter((part) => part !== null).join(': ')}</td>
  </tr>`;
  if (pair.texts === null) return row;
  const { query, positive, negative } = pair.texts;
  return html`${row}
    <tr>
      <td colspan="${PAIR_HEADS.length}">
        <dl>
          <dt>query</dt>
          <dd class="text" dir="auto">${cut(query)}</dd>
          <dt>positive</dt>
          <dd class="text" dir="auto">${cut(positive)}</dd>
          <dt>negative</dt>
          <dd class="text" dir="auto">${cut(negative)}</dd>
        </dl>
      </td>
    </tr>`;
}

function cut(text: string): string {
  return text.length <= TEXT ? text : `${text.slice(0, TEXT)}… (${countOf(text.length, 'character')})`;
}

function section(title: string, body: Markup, kind = ''): Markup {
  return html`<section${classed(kind)}>
    <h2>${title}</h2>
    ${body}
  </section>`;
}

/** A table that scrolls where it is too wide. */
function wide(heads: readonly (string | Markup)[], rows: readonly Markup[]): Markup {
  return html`<div class="scroll">${table(heads, rows)}</div>`;
}

function fileSection(report: AuditReport, sources: readonly NamedSource[]): Markup {
  return section(
    'Files',
    html`${wide(
      FILE_HEADS,
      fileRows(report, sources).map((row) => fileRow(row, false)),
    )}`,
  );
}

function settingSection(report: AuditReport): Markup {
  const { settings, encoder, idf_corpus, findings_left_out } = report;
  const lines: readonly (readonly [string, string | number])[] = [
    ['encoder', encoder.name],
    ['temperature τ', settings.tau],
    ['weighting', settings.weighting],
    ['records sampled', settings.sample ?? 'all'],
    ['negatives', firstNegatives(settings.negatives) ?? 'all'],
    ['seed', settings.seed],
    ['made at', report.place],
    ['texts of the IDF corpus', formatCount(idf_corpus.texts)],
    ...FINDINGS.flatMap(({ id, words }): [string, string][] => {
      const reason = findings_left_out[id];
      return reason === undefined ? [] : [[`not looked for: ${words}`, reason]];
    }),
  ];
  return section(
    'Settings',
    html`<dl>
      ${lines.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>`,
  );
}
