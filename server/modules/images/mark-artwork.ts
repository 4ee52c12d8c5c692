import { outlineText } from '#server/platform/drawing/text-outlines.ts';
import type { Mark } from './mark.ts';

/** The SVG has outlines instead of text, so that it does not depend on installed fonts. */
export type Artwork = { svg: string; width: number; height: number; textWidth: number };

const LETTER_SCALE = 0.8;
const SLOPE_DEGREES = 17;
const EDGE_WIDTH = 5;
/** The dark edge keeps the white text visible on light pictures. */
const EDGE_SHARE_OF_OPACITY = 0.22 / 0.42;
/** The room around the text keeps the distance between watermarks the same for any length. */
const ROOM = { width: 298, height: 314, left: 150, bottom: 126 };

export async function drawArtwork({ text, opacityPercent }: Mark): Promise<Artwork> {
  const { path, width: lineWidth } = await outlineText(text);
  const slope = (SLOPE_DEGREES * Math.PI) / 180;
  const textWidth = lineWidth * LETTER_SCALE * Math.cos(slope);
  const width = Math.round(ROOM.width + textWidth);
  const height = Math.round(ROOM.height + lineWidth * LETTER_SCALE * Math.sin(slope));
  const opacity = opacityPercent / 100;
  const place = `translate(${ROOM.left} ${height - ROOM.bottom}) rotate(${-SLOPE_DEGREES}) scale(${LETTER_SCALE})`;
  const look = [
    `fill="#fff" fill-opacity="${opacity}"`,
    `stroke="#000" stroke-opacity="${opacity * EDGE_SHARE_OF_OPACITY}"`,
    `stroke-width="${EDGE_WIDTH}" paint-order="stroke"`,
  ].join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><path transform="${place}" ${look} d="${path}"/></svg>`;
  return { svg, width, height, textWidth };
}
