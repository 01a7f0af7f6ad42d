/** The pictures that are drawn over axes, in the order of their lessons. */

import { targetConsistency } from '../../scoring/gates';
import { axisBetween } from '../../ui/charts/axis';
import { formatPercent, formatSigned } from '../../ui/words';
import * as example from './example';
import type { LearnState } from './learn-state.svelte';
import { ALL_HOURS, COMPARED, HARD, LEADS, planHours, pullAt, TRAININGS } from './lessons';
import { BASES, firstShares, mixtureOf, mixturesOf, productOf } from './mixture';
import { BLOCKS, HOURS, MEANS, RANDOM } from './paper';
import { axis, bare, Picture, rowsOf, SIDES, type Place, type PlotPoint } from './plot';
import { SOURCES, taught, WORLDS, type SourceId } from './train/learnt';
import { STEPS, TOPICS } from './train/training';

const { ANSWER, lead, passage, PASSAGES, psiOf, QUERY_WORDS, rho, sharedWords, UNLABELLED } = example;

const HALVES = [0, 0.5, 1];

const percent = (share: number) => formatPercent(share, 0);

/** The answer and twelve wrong passages, by name before the prediction, by their cosine with the query after. */
function ranking({ isPredicted, said }: LearnState, isNarrow: boolean): Picture {
  const all = [ANSWER, ...PASSAGES];
  const rows = isPredicted ? all.toSorted((a, b) => b.query - a.query) : all;
  const columns = isPredicted || !isNarrow ? 1 : 2;
  const high = Math.ceil(all.length / columns);
  const up = rowsOf(rows.slice(0, high).map(({ name }) => (columns === 1 ? name : '')));
  const picture = new Picture(isPredicted ? bare(-0.2, 0.5) : bare(0, 1), up, 4);
  if (isPredicted) {
    const [hard, edge] = [ANSWER.query - HARD, ANSWER.query];
    picture.line('area', [hard, up.from], [edge, up.from], [edge, up.to], [hard, up.to]);
    picture.upright(edge);
  }
  // In one order always: what was tapped keeps the focus.
  for (const each of all) {
    const i = rows.indexOf(each);
    const row = 1 + (i % high);
    const isAnswer = each === ANSWER;
    const shown = isPredicted ? `${each.name}, ${formatSigned(each.query)}` : each.name;
    const more = { id: each.id, name: isAnswer ? undefined : shown };
    picture.description.push(`${shown}: ${each.text}`);
    if (isPredicted) {
      picture.dot([each.query, row], { ...more, colour: isAnswer ? 'var(--ink)' : 'var(--c2)' });
      picture.word(formatSigned(each.query), [0.5, row], [0.6, 0.35]);
      if (said.includes(each.id)) picture.dot([each.query, row], { dot: 'ring', colour: 'var(--accent)' });
    } else {
      picture.dot([Math.floor(i / high) / columns, row], {
        ...more,
        by: [0.6, 0],
        dot: isAnswer ? 'full' : 'hollow',
        label: columns === 1 ? each.text : each.name,
        room: 0.95,
      });
    }
  }
  return picture;
}

/** What is left of the pull, against the lead of the answer. */
function pull({ isPredicted, lesson, parameters }: LearnState): Picture {
  const up = { ...axis(0, 1, 'pull'), ticks: HALVES, format: percent };
  const picture = new Picture(axis(LEADS.min, LEADS.max, 'lead of the answer'), up);
  const diamonds = passage('diamonds');
  picture.upright(0);
  if (!isPredicted) {
    for (const { id, name } of lesson.choices) {
      const label = id === '50' ? 'Diamonds: at which height?' : undefined;
      picture.dot([lead(diamonds), Number(id) / 100], { id, name, label, dot: 'hollow' });
    }
    return picture;
  }
  picture.curve(pullAt);
  for (const each of PASSAGES) {
    const more = each === diamonds ? { colour: 'var(--ink)', label: each.name, isStrong: true } : {};
    picture.dot([lead(each), pullAt(lead(each))], more);
  }
  const value = Number(parameters.task);
  picture.dot([value, pullAt(value)], { dot: 'large', colour: 'var(--accent)' });
  picture.slider = {
    ...LEADS,
    name: 'Lead of the answer',
    value,
    shown: `lead ${formatSigned(value)}, pull ${percent(pullAt(value))}`,
    answer: String,
  };
  return picture;
}

/** Ten topics on a ring for each source: the question's own is ringed, the topics of its negatives are filled. */
function topics(isNarrow: boolean): Picture {
  const radius = isNarrow ? 2.8 : 3;
  const others = Array.from({ length: TOPICS - 1 }, (_, i) => i + 1);
  const filled: Readonly<Record<SourceId, readonly number[]>> = {
    random: others,
    neighbours: [1, TOPICS - 1],
    half: [0, 1, TOPICS - 1],
    answers: [0],
  };
  const picture = new Picture(bare(0, SOURCES.length), bare(0, 1));
  SOURCES.forEach(({ id, name, colour }, i) => {
    const at: Place = [i + 0.5, 0.5];
    for (const topic of [0, ...others]) {
      const angle = (2 * Math.PI * topic) / TOPICS;
      const by: Place = [radius * Math.sin(angle), -radius * Math.cos(angle)];
      picture.dot(at, { by, colour: filled[id].includes(topic) ? colour : 'var(--axis)' });
    }
    picture.dot(at, { by: [0, -radius], dot: 'ring', colour: 'var(--ink)' });
    // Every other name lower, where two do not stand side by side.
    picture.word(name, at, [0, radius + (isNarrow && i % 2 === 1 ? 3.3 : 2)]);
  });
  return picture;
}

/** What four sources teach, once that is predicted. */
function training({ isPredicted, worlds, parameters }: LearnState, isNarrow: boolean): Picture {
  if (!isPredicted) return topics(isNarrow);
  const across = { ...axis(0, STEPS, 'training steps'), ticks: [0, STEPS / 2, STEPS] };
  const picture = new Picture(across, { ...axis(0, 1), ticks: HALVES, format: percent }, 13.5);
  const sources = worlds.length === 0 ? [] : SOURCES.map((each) => ({ ...each, ...taught(worlds, each.id) }));
  sources.forEach(({ name, colour, curve, middle, end }, i) => {
    const aside = 0.5 + 0.6 * i;
    const [untrained = 0] = curve;
    if (i === 0) {
      picture.level(untrained);
      picture.word(`untrained ${percent(untrained)}`, [0, untrained], SIDES.below);
    }
    const [low, high] = middle;
    picture.line({ look: 'curve', colour }, ...curve.map((y, x): Place => [x, y]));
    picture.line({ look: 'bar', colour, by: [aside, 0] }, [STEPS, low], [STEPS, high]);
    const label = `${percent(end)} ${name}`;
    picture.dot([STEPS, end], { colour, by: [aside, 0], label, shift: [3 - aside, 0.33], isStrong: true });
  });
  const ends = sources.map(({ name, end }) => `${name} ${percent(end)}`).join(', ');
  if (worlds.length > 0)
    picture.description.push(`Share of new questions answered right, at the end of training: ${ends}`);
  if (worlds.length < WORLDS) picture.note = `world ${worlds.length} of ${WORLDS}`;
  else {
    const name = 'Which source taught nothing?';
    picture.group = { name, options: SOURCES, chosen: parameters.task, answer: String };
  }
  return picture;
}

/** A part of a row, as wide as its value; in colour where it is on. */
type Part = Pick<PlotPoint, 'id' | 'name'> & { value: number; words: string; isOn?: boolean };

/** Draws parts one after the other under their title. */
function drawParts(picture: Picture, row: number, title: string, parts: readonly Part[]): void {
  const gap = 0.1;
  let from = 0;
  picture.word(title, [0, row], [0.01, -1.6], { room: picture.across.to });
  for (const { value, words: label, isOn = false, ...part } of parts) {
    const colour = isOn ? 'var(--c2)' : 'var(--band)';
    picture.line({ look: 'strip', colour }, [from + gap, row], [from + value - gap, row]);
    picture.word(label, [from + value / 2, row], [0, 0.35], { ...part, room: value, isLight: isOn });
    from += value;
  }
}

/** GPU-hours of trying six sources, of scoring them, and of a plan that drops trainings. */
function hours({ isPredicted, tapped, lesson }: LearnState): Picture {
  const { scoring, training: train, testing, sources } = HOURS;
  const up = bare(isPredicted ? 3.6 : 2.6, 0.4);
  const picture = new Picture(axis(0, scoring + ALL_HOURS, 'GPU-hours'), up);
  const scored = { value: scoring, words: String(scoring), isOn: true };
  const all = `Train and test six sources: ${ALL_HOURS.toFixed(1)}`;
  picture.description.push(`${all} GPU-hours, training ${train}, testing on BEIR ${testing}`);
  drawParts(picture, 1, all, [
    { value: train, words: `training ${train}` },
    { value: testing, words: `testing on BEIR ${testing}` },
  ]);
  drawParts(picture, 2, 'Score six sources', isPredicted ? [scored] : []);
  if (!isPredicted) {
    for (const { id, name } of lesson.choices) {
      const at = (Number(id) * ALL_HOURS) / 100;
      picture.upright(at, 2.07, 1.93);
      picture.word(name, [at, 2], [0.4, 0.35]);
    }
    return picture;
  }
  const value = ALL_HOURS / sources;
  const trainings = TRAININGS.map(({ id }) => {
    const name = `Drop training ${id} of 6, ${value.toFixed(1)} GPU-hours`;
    return { id, name, value, words: id, isOn: !tapped.includes(id) };
  });
  const plan = planHours(sources - tapped.length).toFixed(1);
  picture.description.push(`Score six sources: ${scoring} GPU-hours`);
  picture.status = `Your plan: ${plan} GPU-hours`;
  drawParts(picture, 3, `Your plan: ${plan}. Tap a training to drop it.`, [scored, ...trainings]);
  return picture;
}

/** ρ against the cosine with the query. The unlabelled answer shows its place after the prediction. */
function doubt({ isPredicted }: LearnState): Picture {
  const up = { ...axis(0, 1, 'ρ'), ticks: HALVES };
  const picture = new Picture(axis(-0.2, 0.6, 'cosine with the query'), up);
  const named = ['saturn', 'mars', 'mantle', 'subduction', UNLABELLED.id];
  picture.upright(ANSWER.query);
  picture.word('labelled answer', [ANSWER.query, 1], [0.5, 1], { isStrong: true });
  picture.curve((cosine) => targetConsistency(ANSWER.query - cosine, example.TAU));
  for (const each of isPredicted ? [...PASSAGES, UNLABELLED] : PASSAGES) {
    picture.dot([each.query, rho(each)], {
      id: each.id,
      name: isPredicted ? `${each.name}, ${formatSigned(each.query)}` : undefined,
      label: named.includes(each.id) ? each.name : undefined,
      shift: SIDES.left,
      dot: each === UNLABELLED ? 'hollow' : 'full',
    });
  }
  return picture;
}

/** The ground of two cosines: a cloud, by default all passages of the demo, and the diagonal where η is ½. */
export function drawGround(picture: Picture, cloud: readonly Place[] = example.DEMO_COSINES): void {
  const { from, to } = picture.across;
  picture.line('cloud', ...cloud);
  picture.line('curve', [from, from], [to, to]);
}

/** Twelve passages by their cosines with the query and with the answer, before all of the demo. */
function nearness({ isPredicted }: LearnState): Picture {
  const [across, up] = [
    axis(-0.25, 0.5, 'cosine with the query'),
    axis(-0.25, 0.6, 'cosine with the answer'),
  ];
  const picture = new Picture(across, up);
  const sides: Readonly<Record<string, Place>> = {
    granite: SIDES.left,
    porcelain: SIDES.left,
    saturn: SIDES.right,
    steel: SIDES.below,
    civil: SIDES.right,
  };
  if (isPredicted) {
    const corner: Place = [across.from, up.to];
    picture.line('area', corner, [across.from, up.from], [across.to, across.to], [across.to, up.to]);
    picture.word('η above ½', corner, [0.6, 1.4], { isStrong: true });
    picture.word('η below ½', [across.to, up.from], [-0.6, -1], { isStrong: true });
  }
  drawGround(picture);
  for (const { id, name, query, answer } of PASSAGES) {
    picture.dot([query, answer], {
      id,
      name: isPredicted ? `${name}, query ${formatSigned(query)}, answer ${formatSigned(answer)}` : undefined,
      label: id in sides ? name : undefined,
      shift: sides[id],
      dot: id === 'porcelain' ? 'hollow' : 'full',
    });
  }
  return picture;
}

/** The query's words, wider where they are rare and never too narrow to read, and which of them a passage has too. */
function words({ isPredicted, parameters: { task } }: LearnState, isNarrow: boolean): Picture {
  const all = QUERY_WORDS.map(({ word, idf }) => {
    return { words: word, value: Math.max(isNarrow ? word.length : 2, idf) };
  });
  const total = all.reduce((sum, { value }) => sum + value, 0);
  const picture = new Picture(bare(0, total), bare(isPredicted ? 4.6 : 3.6, 0.4), 1);
  const drawRow = (row: number, title: string, text: string | null) => {
    const shared = sharedWords(text ?? '');
    const parts = all.map((part) => ({ ...part, isOn: shared.has(part.words) }));
    const said = text === null ? title : `ψ ${psiOf(text).toFixed(2)} · ${title}`;
    drawParts(picture, row, said, parts);
    return text === null ? said : `${said} · shared words: ${[...shared].join(', ') || 'none'}`;
  };
  drawRow(1, 'The query', null);
  const rarity = QUERY_WORDS.map(({ word, idf }) => `${word} ${idf.toFixed(1)}`).join(', ');
  picture.description.push(
    `The query’s words, a rarer one with a larger number: ${rarity}`,
    drawRow(2, `Subduction zones: ${passage('subduction').text}`, passage('subduction').text),
    drawRow(3, `The answer: ${ANSWER.text}`, isPredicted ? ANSWER.text : null),
  );
  if (isPredicted) {
    picture.status = drawRow(4, 'Your wrong passage', task);
    picture.field = task;
  }
  return picture;
}

/** The means of three sources before training. */
function means(): Picture {
  const picture = new Picture(axis(0, 1, 'mean'), rowsOf(MEANS.map(({ name }) => name)));
  MEANS.forEach(({ name, words: found, rho: r, eta: e, psi: p }, i) => {
    const row = i + 1;
    picture.word(found, [0, row], [0.3, -2]);
    const [trust, near, own] = [`ρ ${r.toFixed(2)}`, `η ${e.toFixed(2)}`, `ψ ${p.toFixed(2)}`];
    picture.dot([r, row], { label: trust, shift: [0.1, -0.8] });
    picture.dot([e, row], { label: near, shift: [0, -0.8] });
    picture.dot([p, row], { label: own, shift: [0, 1.5] });
    picture.description.push(`${name}, ${found}: ${trust}, ${near}, ${own}`);
  });
  return picture;
}

/** Eighteen trainings against the score, once the best source is predicted. */
function runs({ isPredicted }: LearnState): Picture {
  if (!isPredicted) return means();
  const up = axis(0.32, 0.49, 'nDCG@10 on BEIR, after training');
  const picture = new Picture(axis(0.05, 0.28, 'score, before training'), up, 7);
  for (const { encoder, colour, mixed, runs: three } of BLOCKS) {
    const look = mixed ? 'mixed' : 'curve';
    picture.line({ look, colour }, ...three.map(({ score, ndcg }): Place => [score, ndcg]));
    three.forEach((run, i) =>
      picture.dot([run.score, run.ndcg], {
        id: run.id,
        colour,
        name: `${encoder}, ${run.name}: score ${run.score}, result ${run.ndcg}`,
        label: mixed || i < 2 ? undefined : `${encoder}, LLM`,
        shift: run === COMPARED ? SIDES.above : SIDES.right,
        dot: mixed ? 'hollow' : 'full',
      }),
    );
  }
  picture.note =
    'Hollow, dashed: two miners mixed. Single runs; mean *ψ* alone gives the same order (Table 4).';
  return picture;
}

/** The score of a mix against its share of random passages, and what the audit says. */
function mixedIn({ isPredicted, parameters }: LearnState): Picture {
  const across = { ...axis(0, 100, 'random passages in the mix'), format: (share: number) => `${share} %` };
  const up = { ...axisBetween(0, productOf(RANDOM)), label: 'score' };
  const picture = new Picture(across, up);
  for (const source of MEANS) {
    const score = productOf(source);
    picture.level(score);
    picture.word(source.name, [across.to, score], [-0.01, -0.4]);
  }
  const mix = mixtureOf(parameters.task);
  if (!isPredicted || !mix) return picture;
  const { base, percent: value } = mix;
  const { flagged } = firstShares(base);
  const places = mixturesOf(base).map((each): Place => [each.percent, each.score]);
  picture.line('curve', ...places.slice(0, flagged + 1));
  picture.line('flagged', ...places.slice(flagged));
  const isFlagged = mix.flags.length > 0;
  picture.dot([value, mix.score], { dot: 'large', colour: isFlagged ? 'var(--warn)' : 'var(--accent)' });
  const said = isFlagged ? `flagged: ${mix.flags.join(', ')}` : 'no flag';
  picture.slider = {
    name: 'Random in the mix',
    min: 0,
    max: 100,
    step: 1,
    value,
    shown: `${value} %: rank ${mix.rank}, ${said}`,
    answer: (to) => `${base}.${to}`,
  };
  picture.group = { name: 'Mixed into', options: BASES, chosen: base, answer: (id) => `${id}.${value}` };
  const highest = Math.max(...MEANS.map(({ psi }) => psi));
  picture.note = `Audit: mean *ψ* ${mix.psi.toFixed(2)}, highest trusted ${highest.toFixed(2)}`;
  return picture;
}

/** In the order of the lessons; the last shows pairs. */
export const PICTURES = [ranking, pull, training, hours, doubt, nearness, words, runs, mixedIn] as const;
