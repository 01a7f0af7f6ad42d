/** The plane of the bench: lines of equal ρ, η and w behind its dot, and what no three texts can have. */

import { lexicalResiduality, targetConsistency } from '../../../scoring/gates';
import { thirdCosineRange } from '../../../scoring/gram';
import type { LearnParameters } from '../parameters';
import { drawGround } from '../pictures';
import { benchFigures } from './bench';
import { axis, Picture, type Place } from '../plot';

const GATE_LEVELS = [0.1, 0.5, 0.9] as const;
const WEIGHT_LEVELS = [0.1, 0.25, 0.5, 0.75] as const;

const logit = (share: number) => Math.log(share / (1 - share));

/** The u·v⁻ at which ρ has a level. */
export function rhoPlace(level: number, queryPositive: number, tau: number): number {
  return queryPositive - tau * logit(level);
}

/** v⁺·v⁻ less u·v⁻ where η has a level. */
export function etaHeight(level: number, tau: number): number {
  return tau * logit(level);
}

/** The line on which w has a level, over u·v⁻ of [from, 1]; empty where no pair reaches it. */
export function weightLine(
  level: number,
  { cosines, coverage, tau }: Pick<LearnParameters, 'cosines' | 'coverage' | 'tau'>,
  from: number,
): readonly Place[] {
  const points: Place[] = [];
  for (let un = from; un <= 1; un += 0.005) {
    const rest = level / (lexicalResiduality(coverage) * targetConsistency(cosines[0] - un, tau));
    if (rest < 1) points.push([un, un + etaHeight(rest, tau)]);
  }
  return points;
}

/** The edge of what is possible beside u·v⁺: around it, from u·v⁻ = −1 to 1 and back. */
export function possibleEdge(queryPositive: number): readonly Place[] {
  const across = Array.from({ length: 201 }, (_, i) => i / 100 - 1);
  const ranges = across.map((un) => ({ un, ...thirdCosineRange(queryPositive, un) }));
  return [
    ...ranges.map(({ un, most }) => [un, most] as const),
    ...ranges.reverse().map(({ un, least }) => [un, least] as const),
  ];
}

/** @param cloud by default all passages of the demo */
export function benchPicture(parameters: LearnParameters, from: number, cloud?: readonly Place[]): Picture {
  const { cosines, tau, kept } = parameters;
  const [up, un, pn] = cosines;
  const to = 1;
  const isInside = ([x, y]: Place) => Math.min(x, y) >= from && Math.max(x, y) <= to;
  const across = axis(from, to, 'cosine with the query');
  const picture = new Picture(across, axis(from, to, 'cosine with the answer'), 3);
  picture.line({ look: 'area', hole: possibleEdge(up) }, [from, from], [from, to], [to, to], [to, from]);
  drawGround(picture, cloud);
  GATE_LEVELS.forEach((level, i) => {
    const x = rhoPlace(level, up, tau);
    if (isInside([x, 0])) {
      picture.line('thin', [x, from], [x, to]);
      picture.word(`ρ ${level}`, [x, from], [0.25, -0.3 - 1.2 * i]);
    }
    const height = etaHeight(level, tau);
    if (Math.abs(height) < to - from) {
      const [low, high] = [Math.max(from, from - height), Math.min(to, to - height)];
      picture.line('thin', [low, low + height], [high, high + height]);
      picture.word(`η ${level}`, [to, to], [0.3, 2.7 - 1.2 * i]);
    }
  });
  let last = Infinity;
  for (const level of WEIGHT_LEVELS) {
    const points = weightLine(level, parameters, from).filter(isInside);
    const end = points.at(-1);
    if (!end || points.length < 2) continue;
    picture.line('bold', ...points);
    picture.word(`w ${level}`, end, [0, -0.3], { room: last - end[0] });
    last = end[0];
  }
  for (const [query, answer] of kept) picture.dot([query, answer]);
  const isPossible = benchFigures(cosines, parameters.coverage, tau) !== null;
  picture.dot([un, pn], isPossible ? { dot: 'large' } : { dot: 'hollow', colour: 'var(--warn)' });
  return picture;
}
