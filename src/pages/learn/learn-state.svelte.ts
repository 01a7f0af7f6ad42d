/** The state of the page: its parameters and all figures that follow from them. */

import { compete } from './compete/competition';
import { thirdCosineRange } from '../../scoring/gram';
import { circlePairOf, coverageOf, pairOf, sourceOf } from './figures';
import { lessonParameters, LESSONS, type Lesson } from './lessons/lessons';
import { rounded } from './codecs';
import { CHOICES_OF_GATES } from './gates-off';
import { readParameters, writeParameters } from './link';
import { initialParameters, type ChosenText, type CosineTriple, type LearnParameters } from './parameters';
import { ringPlaces } from './pair/field';
import { cosinesOf } from './pair/pair-figures';
import { coverageOfTexts } from './pair/words';
import type { Term } from './terms';

/** The user's own texts. They stay out of the address. */
export interface OwnTexts {
  readonly query: string;
  readonly positive: string;
  readonly negative: string;
  /** u·v⁺, u·v⁻ and v⁺·v⁻ where the points shown are theirs; else null. */
  readonly cosines: CosineTriple | null;
}

export class LearnState {
  parameters = $state<LearnParameters>(initialParameters());
  /** Parts of the address that could not be read. */
  unread = $state.raw<readonly string[]>([]);
  own = $state.raw<OwnTexts | null>(null);
  /** The cosine under the pointer, in a formula or in the picture. */
  lit = $state<Term | null>(null);
  /** Counts the steps that make an entry in the browser's history. */
  steps = $state(0);

  readonly coverage = $derived(coverageOf(this.parameters));
  readonly pair = $derived(pairOf(this.parameters));
  readonly circlePair = $derived(circlePairOf(this.parameters));
  readonly ring = $derived(ringPlaces(this.coverage, this.parameters.tau));
  readonly source = $derived(sourceOf(this.parameters));
  readonly competition = $derived(compete(this.parameters));
  readonly lesson: Lesson = $derived(LESSONS[this.parameters.lesson - 1] as Lesson);
  readonly lessonDone = $derived(this.parameters.done.includes(this.parameters.lesson));
  /** The address of this state. */
  readonly address = $derived(writeParameters(this.parameters).toString());

  /** Reads the state from an address. */
  take(address: URLSearchParams): void {
    if (address.toString() === this.address) return;
    const { parameters, unread } = readParameters(address);
    this.parameters = parameters;
    this.unread = unread;
    this.own = null;
  }

  /** Changes parameters as one step of the browser's history. */
  step(change: Partial<LearnParameters>): void {
    Object.assign(this.parameters, change);
    this.steps++;
  }

  /** Opens a lesson in its initial state. Done lessons and teacher mode stay. */
  openLesson(lesson: number): void {
    const { done, large } = this.parameters;
    this.own = null;
    this.step({ ...lessonParameters(lesson), done, large });
  }

  /** Goes on from the last lesson. Done lessons and teacher mode stay. */
  finish(): void {
    const { done, large, lesson } = this.parameters;
    this.step({ ...initialParameters(), done, large, lesson, end: true });
  }

  /** Takes the place of the negative as the guess; the ring then shows. */
  takeGuess(): void {
    this.step({ guess: this.parameters.angle });
  }

  /** Remembers a choice of gates that the learner looked at. */
  noticeTried(): void {
    const { part, lesson, off, tried } = this.parameters;
    const choice = CHOICES_OF_GATES.findIndex((gates) => gates.join() === off.join());
    if (part !== 'compete' || lesson !== LESSONS.length || tried.includes(choice)) return;
    this.parameters.tried = [...tried, choice].sort((a, b) => a - b);
  }

  /** Marks the lesson as done once its task is. */
  noticeDone(): void {
    this.noticeTried();
    if (this.parameters.end) return;
    if (this.lessonDone || !this.lesson.done(this.parameters)) return;
    this.parameters.done = [...this.parameters.done, this.parameters.lesson].sort((a, b) => a - b);
  }

  /** Moves the negative on the circle. @param angle in degrees from the query */
  turnNegative(angle: number): void {
    const wrapped = ((((angle + 180) % 360) + 360) % 360) - 180;
    this.parameters.given = null;
    this.parameters.angle = rounded(wrapped, 1);
  }

  /** Moves the negative on the sphere, in degrees. */
  moveNegative(longitude: number, latitude: number): void {
    const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
    this.parameters.longitude = rounded(wrapped, 1);
    this.parameters.latitude = rounded(Math.min(90, Math.max(-90, latitude)), 1);
  }

  /** Sets one cosine. An impossible value is noted as a wish and replaced by the nearest possible one. */
  wishCosine(cosine: 0 | 1 | 2, value: number): void {
    const { least, most } = this.cosineRange(cosine);
    const taken = Math.min(most, Math.max(least, value));
    const triple: [number, number, number] = [...this.parameters.cosines];
    triple[cosine] = taken;
    this.parameters.cosines = triple;
    // The points are no longer those of the user's texts.
    if (this.own) this.own = { ...this.own, cosines: null };
    this.parameters.wish = taken === value ? null : { cosine, value: rounded(value, 2) };
  }

  /** The possible range of one cosine given the other two, in hundredths. */
  cosineRange(cosine: 0 | 1 | 2): { least: number; most: number } {
    const [a, b] = this.parameters.cosines.filter((_, place) => place !== cosine) as [number, number];
    return roundRange(a, b);
  }

  /** Turns a pair in numbers into one that can be changed by its cosines. */
  releaseGiven(cosines: CosineTriple): void {
    this.step({ given: null, view: 'cosines', cosines, wish: null });
  }

  chooseText(text: ChosenText): void {
    this.own = null;
    this.step({ text, coverage: null });
  }

  /** Takes the user's own texts; only their C goes into the address. */
  writeTexts(own: OwnTexts): void {
    this.own = own;
    this.parameters.coverage = coverageOfTexts(own.query, own.negative);
  }

  /**
   * Puts the user's own texts in the place of the lesson's pair, by the encoder that comes with the page: its code and its
   * files are read only now.
   */
  async placeTexts(own: OwnTexts): Promise<void> {
    const { embedBundled } = await import('../../session/encoder/bundled');
    const [query, positive, negative] = await embedBundled([own.query, own.positive, own.negative]);
    if (!query || !positive || !negative) return;
    const exact = cosinesOf(query, positive, negative);
    const [a, b] = [rounded(exact[0], 2), rounded(exact[1], 2)];
    const { least, most } = roundRange(a, b);
    const cosines = [a, b, rounded(Math.min(most, Math.max(least, exact[2])), 2)] as const;
    this.own = { ...own, cosines: exact };
    const coverage = coverageOfTexts(own.query, own.negative);
    this.step({ given: null, view: 'cosines', cosines, wish: null, coverage });
  }

  setCoverage(coverage: number): void {
    this.own = null;
    this.parameters.coverage = coverage;
  }
}

/** The possible range of the third cosine, in hundredths. */
function roundRange(a: number, b: number): { least: number; most: number } {
  const { least, most } = thirdCosineRange(a, b);
  return { least: Math.ceil(least * 100 - 1e-9) / 100, most: Math.floor(most * 100 + 1e-9) / 100 };
}
