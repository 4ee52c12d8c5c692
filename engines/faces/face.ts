export type Point = { x: number; y: number };
/** In fractions of the upright picture's width and height, so that it fits every size of the picture. */
export type FaceBox = { x: number; y: number; width: number; height: number };

export type FaceQuality = {
  /** The shorter side of the face in pixels of the full picture. */
  sizePx: number;
  /** About 1 when in focus; below 0.35 the face is too blurred to recognize. */
  sharpness: number;
  /** 0 is a frontal view, 1 is a profile. */
  turn: number;
  /** The head's tilt in degrees. */
  tiltDegrees: number;
};

export type Face = {
  box: FaceBox;
  /** Left eye, right eye, nose, left and right mouth corner from the viewer's side, in fractions. */
  landmarks: Point[];
  /** Ranges from 0 to 1. */
  confidence: number;
  quality: FaceQuality;
  /** A JPEG file of the upright face, 112 x 112 pixels, cut from the full picture. */
  crop: Buffer;
};

export type Detection = {
  faces: Face[];
  /** Likeliest first. Only covers use uncertain faces; nobody compares or counts them. */
  uncertain: FaceBox[];
  width: number;
  height: number;
};

/** A rectangle in pixels of the current picture. */
export type Box = { left: number; top: number; right: number; bottom: number };
export type ScoredBox = Box & { score: number };

/** Keeps only the best of boxes that overlap too much. */
export function suppressOverlaps<T extends ScoredBox>(
  boxes: T[],
  limit: number,
  overlap: (a: Box, b: Box) => number = overlapOfUnion,
): T[] {
  const kept: T[] = [];
  for (const box of boxes.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((better) => overlap(box, better) <= limit)) kept.push(box);
  }
  return kept;
}

export function overlapOfUnion(a: Box, b: Box): number {
  const shared = sharedArea(a, b);
  return shared === 0 ? 0 : shared / (area(a) + area(b) - shared);
}

/** Also detects a small box inside a large one, for which intersection over union is low. */
export function overlapOfSmaller(a: Box, b: Box): number {
  const shared = sharedArea(a, b);
  return shared === 0 ? 0 : shared / Math.min(area(a), area(b));
}

export function holdsCenter(outer: Box, inner: Box): boolean {
  const x = (inner.left + inner.right) / 2;
  const y = (inner.top + inner.bottom) / 2;
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
}

/** Returns the enclosing square with the same center, because the networks expect squares. */
export function squareOf(box: Box): Box {
  const half = Math.max(box.right - box.left, box.bottom - box.top) / 2;
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  return { left: x - half, top: y - half, right: x + half, bottom: y + half };
}

/** Corrections are in fractions of the box size. */
export function correctBox(box: Box, corrections: ArrayLike<number>, offset: number, step = 1): Box {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const by = (side: number) => corrections[offset + side * step] as number;
  return {
    left: box.left + by(0) * width,
    top: box.top + by(1) * height,
    right: box.right + by(2) * width,
    bottom: box.bottom + by(3) * height,
  };
}

function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width <= 0 || height <= 0 ? 0 : width * height;
}

function area(box: Box): number {
  return (box.right - box.left) * (box.bottom - box.top);
}
