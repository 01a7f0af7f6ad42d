/** A figure of the page as a file: an SVG with its styles inside, or a PNG of it. */

import { linesOf } from './charts/text';

/** Styles that are written into attributes. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
] as const;

/** Written for text elements only. */
const TEXT_STYLES = new Set<string>(['font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor']);

/** Attributes that only the page needs. */
const PAGE_ONLY = /^(class|style|role|tabindex|href|data-.*|aria-.*)$/;

/** Margin around the figure, and height of the title above it. */
const MARGIN = 40;
const TITLE = 48;

/** Dots an inch of a PNG, as journals ask for, and those of the page. */
const PNG_DPI = 300;
const PAGE_DPI = 96;

const SVG = 'http://www.w3.org/2000/svg';

/** The figure with its styles in attributes. */
export function frozen(figure: SVGSVGElement, title: string): SVGSVGElement {
  const picture = figure.cloneNode(true) as SVGSVGElement;
  const originals = [figure, ...figure.querySelectorAll<SVGElement>('*')];
  const copies = [picture, ...picture.querySelectorAll<SVGElement>('*')];
  copies.forEach((copy, i) => freeze(copy, originals[i] as SVGElement));
  const name = element('title', {});
  name.textContent = title;
  picture.setAttribute('xmlns', SVG);
  picture.setAttribute('role', 'img');
  picture.prepend(name);
  return picture;
}

/** The picture of a figure. @param title above it, with `words` below the title */
export function svgPicture(figure: SVGSVGElement, title: string, words: string): SVGSVGElement {
  const picture = frozen(figure, title);
  const { width, height } = sizeOf(figure);
  const colours = getComputedStyle(document.body);
  const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN] as const;
  const titles = linesOf(title, 17, width);
  const below = words.split('\n').flatMap((line) => linesOf(line, 13, width));
  const head = TITLE + 24 * (titles.length - 1) + 19 * (below.length - 1);
  const top = box[1] - head;
  picture.setAttribute('viewBox', [box[0], top, box[2], box[3] + head].join(' '));
  picture.setAttribute('width', String(box[2]));
  picture.setAttribute('height', String(box[3] + head));
  const ground = element('rect', {
    x: box[0],
    y: top,
    width: box[2],
    height: box[3] + head,
    fill: colours.backgroundColor,
  });
  const line = (text: string, y: number, size: number, weight: number) => {
    const written = element('text', {
      x: box[0] + 24,
      y: top + y,
      fill: colours.color,
      'font-family': colours.fontFamily,
      'font-size': size,
      'text-anchor': 'start',
      'font-weight': weight,
    });
    written.textContent = text;
    return written;
  };
  const start = 38 + 24 * titles.length;
  picture
    .querySelector('title')
    ?.after(
      ground,
      ...titles.map((text, i) => line(text, 38 + 24 * i, 17, 620)),
      ...below.map((text, i) => line(text, start + 19 * i, 13, 400)),
    );
  return picture;
}

/** A picture as a file; a PNG has 300 dots an inch. @throws Error if the browser makes no PNG */
export async function pictureFile(picture: SVGSVGElement, kind: 'svg' | 'png'): Promise<Blob> {
  const svg = new XMLSerializer().serializeToString(picture);
  if (kind === 'svg') return new Blob([svg], { type: 'image/svg+xml' });
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((PNG_DPI / PAGE_DPI) * image.naturalWidth);
  canvas.height = Math.round((PNG_DPI / PAGE_DPI) * image.naturalHeight);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (made === null) throw new Error('The browser made no PNG of this picture. Take the SVG.');
  return made;
}

/** Size of a figure in its own units. */
function sizeOf(figure: SVGSVGElement): { width: number; height: number } {
  const { width, height } = figure.viewBox.baseVal;
  return width > 0 ? { width, height } : { width: figure.clientWidth, height: figure.clientHeight };
}

/** Writes the computed styles of an element into attributes of its copy. */
function freeze(copy: SVGElement, original: SVGElement): void {
  const styles = getComputedStyle(original);
  for (const { name } of [...copy.attributes]) if (PAGE_ONLY.test(name)) copy.removeAttribute(name);
  const isText = original instanceof SVGTextElement;
  for (const name of STYLES) {
    if (TEXT_STYLES.has(name) && !isText) continue;
    copy.setAttribute(name, plainColour(styles.getPropertyValue(name)));
  }
}

/** `color(srgb 0.5 0 1)` as `rgb(128, 0, 255)`, which every SVG program reads. */
function plainColour(value: string): string {
  const [, parts] = /^color\(srgb ([\d. ]+)\)$/.exec(value) ?? [];
  if (parts === undefined) return value;
  return `rgb(${parts
    .split(' ')
    .map((part) => Math.round(255 * Number(part)))
    .join(', ')})`;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
