/** The judged false negatives in the report. */

import { ME } from '../candidates/marks/labels';
import type { RefusedLine } from '../judge/batch-api';
import { type JudgedRate, type JudgingOrder, judgedFigures } from '../judge/figures';
import { JUDGED_FINDINGS } from '../judge/findings';
import type { ReportFalseNegatives, ReportRate } from './result';
import { agreedVerdicts, agreements, VERDICTS, type Verdict, type VerdictBook } from '../judge/verdicts';

/** Verdicts and the sample that they are of. */
export interface JudgedSample {
  readonly order: JudgingOrder;
  readonly size: number;
  readonly book: VerdictBook;
  readonly refused: readonly RefusedLine[];
}

/** @param nameOf name of a source by its key */
export function reportFalseNegatives(
  { order, size, book, refused }: JudgedSample,
  nameOf: (source: number) => string,
): ReportFalseNegatives {
  const sample = new Set(order.pairs.slice(0, size).map(({ key }) => key));
  const counted: VerdictBook = new Map(
    [...book].map(([judge, verdicts]) => [judge, new Map([...verdicts].filter(([key]) => sample.has(key)))]),
  );
  const verdicts = agreedVerdicts(counted);
  const { counted: inRates, sources, findings } = judgedFigures(order, verdicts, size);
  return {
    seed: order.seed,
    sample: Math.min(size, order.pairs.length),
    judged: verdicts.size,
    counted: inRates,
    sources: Object.fromEntries(sources.map((rate, i) => [nameOf(order.sources[i] ?? -1), reportRate(rate)])),
    findings: Object.fromEntries(
      findings.flatMap((rate, i) => {
        const id = JUDGED_FINDINGS[i]?.id;
        return id === undefined || rate.pairs === 0 ? [] : [[id, reportRate(rate)]];
      }),
    ),
    judges: [...counted]
      .filter(([, own]) => own.size > 0)
      .map(([judge, own]) => {
        const said = [...own.values()];
        const counts = VERDICTS.map((verdict) => [verdict, said.filter((each) => each === verdict).length]);
        return { judge, judged: own.size, ...(Object.fromEntries(counts) as Record<Verdict, number>) };
      }),
    agreement: agreements(counted, ME),
    refused,
  };
}

function reportRate({ pairs, judged, answers, cannotTell, share }: JudgedRate): ReportRate {
  const { rate = null, low = null, high = null } = share ?? {};
  return { rate, low, high, pairs, judged, answers, cannot_tell: cannotTell };
}
