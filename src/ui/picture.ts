/** A figure of the page as a file: an SVG with its styles inside, or a PNG of it. */

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

/** Around a figure, in pixels. */
const MARGIN = 40;

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
  const name = document.createElementNS(SVG, 'title');
  name.textContent = title;
  picture.setAttribute('xmlns', SVG);
  picture.setAttribute('role', 'img');
  picture.prepend(name);
  return picture;
}

/** A figure of the page as a picture: light in both themes, with a margin for what stands beyond its edge. */
export function lightPicture(figure: SVGSVGElement, title: string): SVGSVGElement {
  const paper = document.createElement('div');
  paper.className = 'paper';
  paper.hidden = true;
  const shown = figure.cloneNode(true) as SVGSVGElement;
  paper.append(shown);
  document.body.append(paper);
  const picture = frozen(shown, title);
  paper.remove();
  const { viewBox, clientWidth, clientHeight } = figure;
  const { width, height } =
    viewBox.baseVal.width > 0 ? viewBox.baseVal : { width: clientWidth, height: clientHeight };
  const [across, down] = [width + 2 * MARGIN, height + 2 * MARGIN];
  picture.setAttribute('viewBox', [-MARGIN, -MARGIN, across, down].join(' '));
  picture.setAttribute('width', String(across));
  picture.setAttribute('height', String(down));
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

/** Writes the computed styles of an element into attributes of its copy. */
function freeze(copy: SVGElement, original: SVGElement): void {
  const styles = getComputedStyle(original);
  for (const { name } of [...copy.attributes]) if (PAGE_ONLY.test(name)) copy.removeAttribute(name);
  const isText = original instanceof SVGTextElement;
  for (const name of STYLES) {
    if (TEXT_STYLES.has(name) && !isText) continue;
    copy.setAttribute(name, styles.getPropertyValue(name));
  }
}
