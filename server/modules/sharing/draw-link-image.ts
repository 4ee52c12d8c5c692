import sharp from 'sharp';
import { outlineText } from '#server/platform/drawing/text-outlines.ts';
import type { LinkFacts } from './link-previews.ts';

export const IMAGE_SIZE = { width: 1200, height: 630 };

const MARGIN = 80;
const INNER = IMAGE_SIZE.width - 2 * MARGIN;
/** The headline is so large that its descenders would touch the smaller line below. */
const HEADLINE_GAP = 26;

type Line = { text: string; size: number; color: string; max: number };

/** Stage lights and words: no picture of anybody. The words are outlines, so that no installed font is needed. */
export async function drawLinkImage(facts: LinkFacts, siteName: string): Promise<Buffer> {
  const headline = await layOut({ text: facts.headline, size: 104, color: '#fff', max: 2 });
  const line = await layOut({ text: facts.line, size: 46, color: '#d5dbea', max: 2 });
  const price = await layOut({ text: facts.price, size: 46, color: '#ffc62b', max: 1 });
  const name = await layOut({ text: siteName, size: 44, color: '#fff', max: 1 });
  const words = [...headline, ...line];
  const wordsHeight = words.reduce((sum, { height }) => sum + height, HEADLINE_GAP);
  let y = IMAGE_SIZE.height - MARGIN - 64 - wordsHeight;
  const placed = words.map((one, index) => {
    y += one.height + (index === headline.length ? HEADLINE_GAP : 0);
    return place(one, MARGIN, y);
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${IMAGE_SIZE.width}" height="${IMAGE_SIZE.height}">
    <defs>
      <linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#12306e"/><stop offset="1" stop-color="#060a18"/></linearGradient>
      <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#bfe0ff" stop-opacity=".55"/><stop offset=".8" stop-color="#bfe0ff" stop-opacity="0"/></linearGradient>
    </defs>
    <rect width="1200" height="630" fill="url(#night)"/>
    <path d="M260 -20L40 520H360Z M620 -20L480 560H820Z M980 -20L900 520H1220Z" fill="url(#beam)"/>
    <ellipse cx="600" cy="640" rx="760" ry="130" fill="#0d1f49"/>
    <circle cx="${MARGIN + 22}" cy="${MARGIN + 8}" r="22" fill="#ffc62b"/>
    ${name.map((one) => place(one, MARGIN + 60, MARGIN + 23)).join('')}
    ${placed.join('')}
    ${price.map((one) => place(one, MARGIN, IMAGE_SIZE.height - MARGIN + 10)).join('')}
  </svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 90 }).toBuffer();
}

type LaidOut = { path: string; height: number; scale: number; color: string };

function place({ path, scale, color }: LaidOut, x: number, y: number): string {
  return `<path transform="translate(${x} ${y.toFixed(1)}) scale(${scale.toFixed(4)})" fill="${color}" d="${path}"/>`;
}

/** Breaks between words, and cuts what does not fit with an ellipsis. */
async function layOut({ text, size, color, max }: Line): Promise<LaidOut[]> {
  const scale = size / 100;
  const fits = async (words: string) => (await outlineText(words)).width * scale <= INNER;
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && (await fits(longer))) lines[lines.length - 1] = longer;
    else lines.push(word);
    if (lines.length > max) break;
  }
  const isCut = lines.length > max;
  const shown = lines.slice(0, max);
  const last = shown.length - 1;
  for (const [index, words] of shown.entries()) {
    const ending = isCut && index === last ? '…' : '';
    shown[index] = await cut(words, ending, fits);
  }
  const outlines = await Promise.all(shown.map((words) => outlineText(words)));
  return outlines.map(({ path }) => ({ path, height: size * 1.22, scale, color }));
}

async function cut(
  words: string,
  ending: string,
  fits: (words: string) => Promise<boolean>,
): Promise<string> {
  if (await fits(words + ending)) return words + ending;
  const characters = [...words];
  const beginning = (length: number) => `${characters.slice(0, length).join('')}…`;
  let [length, tooLong] = [1, characters.length];
  while (tooLong - length > 1) {
    const middle = Math.floor((length + tooLong) / 2);
    if (await fits(beginning(middle))) length = middle;
    else tooLong = middle;
  }
  return beginning(length);
}
