// A tap chooses the face nearest to the finger; faces that cannot be recognized are explained instead.
import type { ReferenceRefusal } from '#contract/endpoints/athletes.ts';

export type SeenFace = ReferenceRefusal['faces'][number];
type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** A finger covers about 44 pixels, and people tap beside small faces. */
export const TAP_RADIUS_PX = 56;
/** Below this size a finger hits two neighboring faces at once. */
const SMALL_FACE_PX = 28;

type TapResult =
  | { kind: 'face'; index: number }
  | { kind: 'unusable'; index: number }
  /** Several small faces are under the finger, so the picture must be larger. */
  | { kind: 'zoom' }
  | { kind: 'nothing' };

/** `tap` and `shown` are in pixels of the picture as shown. */
export function pickFace(
  faces: readonly SeenFace[],
  { tap, shown, canZoom }: { tap: Point; shown: Size; canZoom: boolean },
): TapResult {
  const near = faces
    .map((face, index) => ({ face, index, distance: distanceTo(face, tap, shown) }))
    .filter(({ distance }) => distance.toBox <= TAP_RADIUS_PX)
    .sort((a, b) => a.distance.toBox - b.distance.toBox || a.distance.toCenter - b.distance.toCenter);
  const [nearest] = near;
  if (!nearest) return { kind: 'nothing' };
  const underFinger = near.filter(({ distance }) => distance.toBox <= SMALL_FACE_PX / 2);
  const isSmall =
    Math.min(nearest.face.width * shown.width, nearest.face.height * shown.height) < SMALL_FACE_PX;
  if (canZoom && isSmall && underFinger.length > 1) return { kind: 'zoom' };
  return { kind: nearest.face.problem ? 'unusable' : 'face', index: nearest.index };
}

function distanceTo(face: SeenFace, tap: Point, { width, height }: Size) {
  const [left, right] = [face.x * width, (face.x + face.width) * width];
  const [top, bottom] = [face.y * height, (face.y + face.height) * height];
  const beside = { x: Math.max(left - tap.x, 0, tap.x - right), y: Math.max(top - tap.y, 0, tap.y - bottom) };
  return {
    toBox: Math.hypot(beside.x, beside.y),
    toCenter: Math.hypot((left + right) / 2 - tap.x, (top + bottom) / 2 - tap.y),
  };
}
