import { toCanvas } from 'html-to-image';

const MAX_WIDTH = 1_600;
const TIMEOUT_MS = 20_000;
const PRIVATE =
  'img, picture, canvas, video, iframe, [data-private], textarea, select, input:not([type=checkbox]):not([type=radio])';

/** Copying every property takes a phone many seconds. */
const LOOK = `
  display position top right bottom left z-index float inset transform translate width height
  min-width min-height max-width max-height box-sizing aspect-ratio margin padding overflow visibility
  opacity color background-color box-shadow border-width border-style border-color border-radius
  outline-width outline-style font-family font-size font-weight font-style line-height letter-spacing
  text-align white-space word-break text-overflow text-decoration-line vertical-align list-style-type
  flex-direction flex-wrap flex-grow flex-shrink flex-basis justify-content align-items align-content
  align-self justify-self justify-items gap row-gap column-gap order grid-template-columns
  grid-template-rows grid-auto-flow grid-auto-columns grid-column grid-row fill stroke stroke-width
  stroke-linecap stroke-linejoin clip-path clip
`
  .trim()
  .split(/\s+/);

/**
 * Photos, fields and private elements are left out of the copy and drawn as black boxes. Returns undefined
 * where a browser cannot do it.
 */
export async function takeScreenshot(page: HTMLElement): Promise<Blob | undefined> {
  try {
    return await Promise.race([
      draw(page),
      new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined)),
    ]);
  } catch {
    return undefined;
  }
}

async function draw(page: HTMLElement): Promise<Blob | undefined> {
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight;
  const scale = Math.min(1, MAX_WIDTH / width);
  const boxes = privateBoxes(page);
  const canvas = await toCanvas(page, {
    width,
    height,
    pixelRatio: scale,
    skipFonts: true,
    skipAutoScale: true,
    includeStyleProperties: LOOK,
    backgroundColor: getComputedStyle(document.body).backgroundColor,
    style: { transform: `translateY(${-window.scrollY}px)` },
    filter: (node) => !(node instanceof HTMLElement) || (!isPrivate(node) && !isBelow(node, height)),
  });
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  pen.fillStyle = '#000';
  for (const { x, y, width: w, height: h } of boxes) pen.fillRect(x, y, w, h);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/webp', 0.8);
  });
}

function isPrivate(element: HTMLElement): boolean {
  return element.matches(PRIVATE) || getComputedStyle(element).backgroundImage.includes('url(');
}

/** Elements below the screen are invisible, and there can be thousands. */
function isBelow(element: HTMLElement, height: number): boolean {
  return element.getBoundingClientRect().top > height && getComputedStyle(element).position !== 'fixed';
}

function privateBoxes(page: HTMLElement): DOMRect[] {
  return [...page.querySelectorAll<HTMLElement>('*')]
    .filter(isPrivate)
    .map((element) => element.getBoundingClientRect());
}
