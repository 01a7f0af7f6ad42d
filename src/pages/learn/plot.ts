/** What a picture draws over two axes, and what stands below it. */

import type { ComponentProps } from 'svelte';

import type { LabelledAxis } from '../../experiments/chart';
import { axisOn } from '../../ui/charts/axis';
import type Slider from '../../ui/Slider.svelte';
import type { Option } from './lesson';

/** Values on the two axes, or letters to the right and down. */
export type Place = readonly [x: number, y: number];

const looks = <Name extends string>(
  all: Record<Name, { stroke?: string; width?: number; dash?: string; fill?: string }>,
) => all;

/** How lines are drawn; a cloud's dots are not joined. */
export const LOOKS = looks({
  curve: { stroke: 'var(--ink)', width: 2 },
  thin: { stroke: 'var(--edge)', width: 1 },
  bold: { stroke: 'var(--accent)', width: 1.5 },
  dashed: { stroke: 'var(--muted)', width: 1.5, dash: '4 3' },
  mixed: { stroke: 'var(--ink)', width: 1.5, dash: '6 4' },
  flagged: { stroke: 'var(--warn)', width: 2, dash: '6 4' },
  bar: { stroke: 'var(--axis)', width: 3 },
  strip: { stroke: 'var(--band)', width: 28 },
  cloud: { stroke: 'var(--axis)', width: 3 },
  area: { fill: 'var(--sink)' },
});

export interface PlotLine {
  readonly look: keyof typeof LOOKS;
  readonly points: readonly Place[];
  /** What is cut out of an area. */
  readonly hole?: readonly Place[];
  readonly colour?: string;
  /** Letters by which it is moved. */
  readonly by?: Place;
}

/** A dot, a label, or both. */
export interface PlotPoint {
  /** One of its own, where it can be tapped. */
  readonly id?: string;
  readonly at: Place;
  readonly dot?: 'full' | 'hollow' | 'large' | 'ring';
  readonly colour?: string;
  /** Letters by which it is moved. */
  readonly by?: Place;
  /** For assistive tools, where it can be tapped. */
  readonly name?: string | undefined;
  readonly label?: string | undefined;
  /** From the place to the label, which ends there where that is to the left. */
  readonly shift?: Place | undefined;
  readonly isStrong?: boolean;
  /** On a strip: true on one in colour. */
  readonly isLight?: boolean;
  /** Values across into which the label has to fit. */
  readonly room?: number;
}

/** Where a label stands beside its dot. */
export const SIDES = {
  left: [-0.8, 0.35],
  right: [0.8, 0.35],
  above: [0.8, -0.6],
  below: [0.8, 1.2],
} satisfies Record<string, Place>;

export class Picture {
  readonly lines: PlotLine[] = [];
  readonly points: PlotPoint[] = [];
  /** What is drawn, line by line, for assistive tools. */
  readonly description: string[] = [];
  /** For assistive tools, as soon as it changes. */
  status = '';
  /** With the answer that a value means. */
  slider?: Omit<ComponentProps<typeof Slider>, 'onInput'> & { answer: (value: number) => string };
  /** Buttons, of which one is chosen, with the answer that each means. */
  group?: { name: string; options: readonly Option[]; chosen: string; answer: (id: string) => string };
  /** The learner's own text. */
  field?: string;
  note = '';

  /** @param right room to the right of the axes, in letters */
  constructor(
    readonly across: LabelledAxis,
    readonly up: LabelledAxis,
    readonly right = 2,
  ) {}

  line(how: PlotLine['look'] | Omit<PlotLine, 'points'>, ...points: readonly Place[]): void {
    this.lines.push({ ...(typeof how === 'string' ? { look: how } : how), points });
  }

  upright(x: number, from = this.up.from, to = this.up.to): void {
    this.line('dashed', [x, from], [x, to]);
  }

  level(y: number): void {
    this.line('dashed', [this.across.from, y], [this.across.to, y]);
  }

  /** The values of a function. */
  curve(of: (x: number) => number): void {
    const { from, to } = this.across;
    const across = Array.from({ length: 161 }, (_, i) => from + ((to - from) * i) / 160);
    this.line('curve', ...across.map((x): Place => [x, of(x)]));
  }

  dot(at: Place, more: Partial<PlotPoint> = {}): void {
    this.points.push({ at, dot: 'full', ...more });
  }

  word(label: string, at: Place, shift: Place, more: Partial<PlotPoint> = {}): void {
    this.points.push({ label, at, shift, ...more });
  }
}

export function axis(from: number, to: number, label = ''): LabelledAxis {
  return { ...axisOn(from, to), label };
}

/** An axis without ticks. */
export function bare(from: number, to: number): LabelledAxis {
  return { ...axis(from, to), ticks: [] };
}

/** An axis with names as ticks, the first at the top. */
export function rowsOf(names: readonly string[]): LabelledAxis {
  const ticks = names.map((_, i) => i + 1);
  return { ...bare(names.length + 0.6, 0.4), ticks, format: (row) => names[row - 1] ?? '' };
}

/** A label with room for so many letters: a long one is cut, a short one is left out where it is much too long. */
export function fitted(label: string, letters: number): string {
  if (label.length <= letters + 1) return label;
  return label.length > 12 ? `${label.slice(0, letters)}…` : '';
}
