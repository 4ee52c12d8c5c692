/** Drawn pictures of an event. Staff choose one of them or upload their own; strangers see nothing else. */
export const DRAWN_PICTURES = ['cheer', 'cheer-stunt', 'dance', 'gymnastics', 'other'] as const;
export type DrawnPicture = (typeof DRAWN_PICTURES)[number];

export const isDrawnPicture = (picture: string): picture is DrawnPicture =>
  (DRAWN_PICTURES as readonly string[]).includes(picture);

/** An uploaded picture is stored this wide, or as wide as it is. */
export const EVENT_PICTURE_WIDTHS = [640, 1280] as const;
export const MIN_EVENT_PICTURE_WIDTH = 640;
export const MAX_EVENT_PICTURE_BYTES = 15_000_000;
