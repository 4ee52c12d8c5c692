// Covers exist in these sizes beside the thumb, so that they are sharp on screens with two and three pixels per dot.

/** Lengths of the longer side in pixels. A photo is never enlarged. */
export const COVER_SIDES = [480, 960, 1440] as const;
export type CoverSide = (typeof COVER_SIDES)[number];
export type CoverVariant = `cover-${CoverSide}`;

export const COVER_VARIANTS: readonly CoverVariant[] = COVER_SIDES.map((side) => `cover-${side}` as const);

export const THUMB_SIDE = 400;

/** The largest cover without the mark of a viewer; visitors and unverified accounts see no larger one. */
export const PUBLIC_COVER_SIDE = 480 satisfies CoverSide;

type Size = { width: number; height: number };

/** Returns the real width of a rendition, which for an upright photo is less than the named side. */
export function renditionWidth({ width, height }: Size, side: number): number {
  return Math.max(1, Math.round(width * Math.min(1, side / Math.max(width, height, 1))));
}
