/** The eight controls among the sources: score and what the audit says. */

import type { ExperimentOutcome } from '../../../experiments/types';
import { bestReference, controlsTitle } from '../../../report/titles/controls';
import { countInWords, listInWords } from '../../../ui/words';
import { AUDIT_STATISTICS, type AuditStatistics, type Flag } from '../../../scoring/audit';
import { WEIGHTING_IDS, WEIGHTINGS } from '../../../scoring/weightings';
import { zeroAxis } from '../chart/axes';
import { rowChart, type ChartRow } from '../chart/rows';
import type { Drawn, ExperimentView } from '../view';

type Outcome = ExperimentOutcome<'controls'>;

export const controlsView: ExperimentView<'controls'> = {
  id: 'controls',
  question: 'Can the score be fooled by sources built to fail?',
  about: 'Builds the eight controls of the paper from one source; all their texts are encoded already.',
  title: controlsTitle,
  how: ({ about, result: { base } }) =>
    `Diamonds: sources built to fail, from ${nameOf(about.sources, base)}, seed ${about.seed}. Circles: yours; hollow outside the ranking.`,
  draw(outcome, sources, width, label) {
    const rows = rowsOf(outcome, sources);
    const best = bestReference(outcome);
    const leader = sources.find(({ reference }, place) => reference && outcome.result.scores[place] === best);
    return rowChart(
      {
        rows,
        x: zeroAxis(Math.max(...rows.map(({ value }) => value)), 'score'),
        ...(best !== null && leader && { rule: { at: best, label: 'best reference', colour: leader.css } }),
      },
      width,
      label,
    );
  },
  table: ({ about, result: { controls, scores, ranking, flags } }, sources) => ({
    columns: [
      'source',
      'rank of all',
      'ECI',
      'mean ρ',
      'mean η',
      'mean ψ',
      'inverted',
      'records',
      'pairs',
      'pairs replaced',
      'flags',
    ],
    rows: ranking.map((name, i) => {
      const control = controls.find((each) => each.name === name);
      const place = about.sources.findIndex((source) => source.name === name);
      return [
        name,
        i + 1,
        control?.eci ?? scores[place] ?? null,
        ...profileOf(control ?? sources[place]?.figures ?? null),
        control?.records ?? sources[place]?.figures?.records ?? null,
        control?.negatives ?? sources[place]?.figures?.negatives ?? null,
        control?.replaced.pairs ?? null,
        (flags[name] ?? []).join(' ') || 'none',
      ];
    }),
  }),
  tables: (outcome) => [
    {
      id: 'safe',
      caption: 'Is a weighting safe? Scores of the controls under each',
      table: safeTable(outcome),
    },
  ],
  notes: (outcome) => [safeWords(outcome), ...missingWords(outcome)],
};

function rowsOf(
  { about, result: { controls, scores, ranking, flags, envelope } }: Outcome,
  sources: Drawn,
): ChartRow[] {
  const noteOf = (name: string, otherwise: string) => {
    const found = flags[name] ?? [];
    if (found.length > 0) return `outside on ${marksOf(found)}`;
    return envelope === null ? 'not audited' : otherwise;
  };
  return ranking.flatMap((name): ChartRow[] => {
    const warm = (flags[name] ?? []).length > 0;
    const control = controls.find((each) => each.name === name);
    if (control) {
      return [
        { name, colour: null, mark: 'diamond', value: control.eci, note: noteOf(name, 'inside'), warm },
      ];
    }
    const place = about.sources.findIndex((source) => source.name === name);
    const source = sources[place];
    if (!source) return [];
    const note = noteOf(name, source.reference ? 'reference' : 'inside');
    const mark = source.outside ? 'hollow' : 'circle';
    return [{ name, colour: source.css, mark, value: scores[place] ?? 0, note, warm }];
  });
}

/** `ρ ψ inv`. */
function marksOf(flags: readonly Flag[]): string {
  return AUDIT_STATISTICS.flatMap(({ flag, sign }) => (flags.includes(flag) ? [sign] : [])).join(', ');
}

/** The four audit statistics. */
function profileOf(statistics: AuditStatistics | null) {
  if (!statistics) return AUDIT_STATISTICS.map(() => null);
  return AUDIT_STATISTICS.map(({ key }) => statistics[key]);
}

/** Which weightings keep all controls below all references. */
function safeWords({ result: { safe } }: Outcome): string {
  const grid = WEIGHTING_IDS.filter((id) => WEIGHTINGS[id].inSafetyGrid);
  if (grid.every((id) => safe[id] === null)) return 'Without a reference no weighting can be called safe.';
  const kept = grid.filter((id) => safe[id] === true);
  const all = countInWords(grid.length);
  if (kept.length === 0) {
    return `No weighting is safe: under each of the ${all} some control comes above a reference. That is why the audit stands beside the score. (The paper: one of 36 cells is safe.)`;
  }
  return `Safe, with all controls below all references: ${listInWords(kept.map((id) => WEIGHTINGS[id].formula))}, ${countInWords(kept.length)} of ${all} weightings. (The paper: one of 36 cells.)`;
}

function missingWords({ result: { missing } }: Outcome): string[] {
  return missing.map(({ control, reason }) => `control:${control} could not be built: ${reason}`);
}

function safeTable({ result: { controls, safe } }: Outcome) {
  return {
    columns: ['weighting', 'formula', 'safe', ...controls.map(({ name }) => name)],
    rows: WEIGHTING_IDS.map((id) => [
      id,
      WEIGHTINGS[id].formula,
      safe[id] === null ? 'n/a' : safe[id] ? 'yes' : 'no',
      ...controls.map(({ weightings }) => weightings[id].eci),
    ]),
  };
}

function nameOf(sources: readonly { readonly id: number; readonly name: string }[], id: number): string {
  return sources.find((source) => source.id === id)?.name ?? '';
}
