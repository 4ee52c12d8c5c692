import type { CoverImage } from '#contract/entities/album.ts';
import { COVER_SIDES, type CoverVariant, renditionWidth, THUMB_SIDE } from '#contract/rules/albums.ts';

/** The box that a cover fills: its CSS width on phones and on desks, and its width divided by its height. */
export type CoverFrame = { phone: string; desk: string; ratio: number };

const DESK = '(min-width: 1000px)';

/**
 * Lists the renditions with their real widths, and the width at which the browser draws the photo. That is more than
 * the width of the box when the photo is cut at the sides.
 */
export function coverSources(
  image: CoverImage,
  frame: CoverFrame,
  addressOf: (variant: 'thumb' | CoverVariant) => string,
): { srcSet: string; sizes: string } | undefined {
  if (!image.width || !image.height) return undefined;
  const sources = new Map<number, string>([[renditionWidth(image, THUMB_SIDE), addressOf('thumb')]]);
  for (const side of COVER_SIDES) {
    const width = renditionWidth(image, side);
    // A small photo is the same in several renditions.
    if (!sources.has(width)) sources.set(width, addressOf(`cover-${side}`));
  }
  const overhang = Math.max(1, image.width / image.height / frame.ratio).toFixed(2);
  return {
    srcSet: [...sources].map(([width, address]) => `${address} ${width}w`).join(', '),
    sizes: `${DESK} calc(${frame.desk} * ${overhang}), calc(${frame.phone} * ${overhang})`,
  };
}

/** Heads are in the upper part of an upright photo, so it is cut at the bottom where no faces are known. */
const UPRIGHT_FOCUS = { x: 50, y: 25 };

/** Centers the visible part of a cropped photo on the faces in it. */
export function focusStyle({ focus, width, height }: Pick<CoverImage, 'focus' | 'width' | 'height'>): {
  objectPosition?: string;
} {
  const shown = focus ?? (height > width ? UPRIGHT_FOCUS : undefined);
  return shown ? { objectPosition: `${shown.x}% ${shown.y}%` } : {};
}
