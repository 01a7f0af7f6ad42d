/** The sources of a run as the result and the ranking have them, with current names, settings and references. */

import type { ExperimentSettings } from '../../experiments/experiment';
import type { ShownSource } from '../../experiments/shown-source';
import { knownShare } from '../../judge/figures';
import { isSameModel, readModel, type ModelIdentity } from '../../identity';
import type { ReportedSource } from '../../report/build';
import type { AskedFindings } from '../../report/evidence';
import {
  isBarred,
  knownInterval,
  runningRanking,
  type RankedSource,
  type RankingView,
  type Shown,
} from '../../report/ranking';
import type { SourceShortcut } from '../../shortcuts/shortcuts';
import { colourValue } from '../../ui/palette';
import type { JudgeState } from '../judge/judge-state.svelte';
import type { FinishedRun, OngoingRun, RunSource } from '../run/runs';

export function runningView({ sources, soFar, level }: OngoingRun): RankingView {
  const nameOf = (id: string) => sources.find((source) => String(source.id) === id)?.entry.name ?? id;
  const certainty = soFar?.certainty ?? null;
  const rows = sources.map((source) => {
    const { name, setting, reference } = source.entry;
    const last = soFar?.sources.find(({ id }) => id === source.id)?.figures ?? null;
    return {
      ...shownAs(source),
      name,
      setting,
      reference,
      records: last?.records ?? 0,
      eci: last?.eci ?? null,
      interval: knownInterval(certainty?.scores[source.id]),
      figures: null,
      gates: last,
      histograms: null,
      verdict: null,
      rank: null,
      flags: [],
    };
  });
  const pairs = certainty?.pairs.map((pair) => ({ ...pair, a: nameOf(pair.a), b: nameOf(pair.b) })) ?? [];
  return runningRanking(rows, certainty && { ...certainty, level, pairs });
}

/** What is known of the sources of a finished run beside its figures. */
export function readSources({ sources, result }: Pick<FinishedRun, 'sources' | 'result'>): ReportedSource[] {
  const encoder = readModel(result.encoder);
  return sources.map((source) => readSource(source, encoder));
}

/** @param encoder of the run; null before its end */
export function readSource(source: RunSource, encoder: ModelIdentity | null): ReportedSource {
  const { loaded, interpretation, options, sameAs } = source;
  const { name, setting, reference, asMeant, lookedAt, margin, evaluation } = source.entry;
  return {
    loaded,
    interpretation,
    options,
    name,
    setting,
    reference,
    sameAs,
    asMeant,
    lookedAt,
    margin: margin !== null && encoder !== null && isSameModel(margin, encoder),
    evaluation,
  };
}

export function shownAs({ id, entry: { key, colour } }: RunSource): Shown {
  return { id, key, colour };
}

/**
 * What somebody asked for beyond a run, for its findings: shortcuts, and answers among the judged pairs. Judged rates count where they have an interval and rest on enough pairs.
 * @param shortcuts null where nobody looked for them
 */
export function askedFindings(
  shortcuts: readonly SourceShortcut[] | null,
  { figures, order, answersAtMost: limit }: Pick<JudgeState, 'figures' | 'order' | 'answersAtMost'>,
): AskedFindings {
  const answers = (figures?.sources ?? []).flatMap((rate, place) => {
    const source = order?.sources[place];
    const known = knownShare(rate);
    return source !== undefined && known ? [[source, { ...known, limit }] as const] : [];
  });
  return { shortcuts, answers: new Map(answers) };
}

/**
 * The sources of an outcome under their current names, in the colours that they have on the page.
 * @param rows of the run shown; other sources get a colour by their place
 */
export function shownSources(
  { sources }: Pick<ExperimentSettings, 'sources'>,
  rows: readonly RankedSource[],
): ShownSource[] {
  return sources.map((source, place) => {
    const row = rows.find(({ id }) => id === source.id);
    const colour = row?.colour ?? place;
    return {
      ...source,
      name: row?.name ?? source.name,
      colour,
      css: colourValue(colour),
      outside: row ? isBarred(row) : false,
      figures: row?.figures ?? null,
    };
  });
}
