// Rotates, scales and moves a face so that its landmarks are where the embedding network expects them.
import type { FaceQuality, Point } from './face.ts';
import type { Pixels } from './pixels.ts';

export const CROP_SIDE = 112;

/** The landmark positions that the network was trained with. */
const EXPECTED: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
];

/** Maps x' = cos x - sin y + right and y' = sin x + cos y + down; cos and sin include the scale. */
export type Similarity = { cos: number; sin: number; right: number; down: number };

/** Finds the similarity transform with the least squared distance to the targets. */
export function fitSimilarity(points: readonly Point[], targets: readonly Point[]): Similarity {
  const from = centerOf(points);
  const to = centerOf(targets);
  let along = 0;
  let turned = 0;
  let spread = 0;
  points.forEach((point, i) => {
    const target = targets[i] ?? to;
    const [x, y] = [point.x - from.x, point.y - from.y];
    const [u, v] = [target.x - to.x, target.y - to.y];
    along += x * u + y * v;
    turned += x * v - y * u;
    spread += x * x + y * y;
  });
  if (spread === 0) throw new RangeError('all points are identical');
  const cos = along / spread;
  const sin = turned / spread;
  return {
    cos,
    sin,
    right: to.x - cos * from.x + sin * from.y,
    down: to.y - sin * from.x - cos * from.y,
  };
}

/** Returns a 112 x 112 crop as RGB bytes; landmarks are in pixels. */
export function alignFace(pixels: Pixels, landmarks: readonly Point[]): Pixels {
  return warp(pixels, fitSimilarity(landmarks, EXPECTED), CROP_SIDE);
}

const MAX_SAMPLES_A_SIDE = 6;

/** Pixels outside the picture are black. Large faces are oversampled to avoid aliasing. */
export function warp({ data, width, height }: Pixels, similarity: Similarity, side: number): Pixels {
  const square = similarity.cos ** 2 + similarity.sin ** 2;
  const cos = similarity.cos / square;
  const sin = -similarity.sin / square;
  const samples = Math.min(MAX_SAMPLES_A_SIDE, Math.max(1, Math.round(1 / Math.sqrt(square))));
  const count = samples * samples;
  const crop = new Uint8Array(side * side * 3);
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let sample = 0; sample < count; sample += 1) {
      const u = (pixel % side) + ((sample % samples) + 0.5) / samples - 0.5 - similarity.right;
      const v =
        Math.floor(pixel / side) + (Math.floor(sample / samples) + 0.5) / samples - 0.5 - similarity.down;
      const x = cos * u - sin * v;
      const y = sin * u + cos * v;
      const left = Math.floor(x);
      const top = Math.floor(y);
      for (let corner = 0; corner < 4; corner += 1) {
        const column = left + (corner & 1);
        const row = top + (corner >> 1);
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
        const at = (row * width + column) * 3;
        red += (data[at] as number) * weight;
        green += (data[at + 1] as number) * weight;
        blue += (data[at + 2] as number) * weight;
      }
    }
    crop[pixel * 3] = red / count + 0.5;
    crop[pixel * 3 + 1] = green / count + 0.5;
    crop[pixel * 3 + 2] = blue / count + 0.5;
  }
  return { data: crop, width: side, height: side };
}

function centerOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** The median of sharp faces, which counts as sharpness 1. */
const DETAIL_IN_FOCUS = 1.34;
/** Adjacent pixels would measure JPEG noise; three pixels apart measures the face. */
const REACH = 3;

/** Landmarks are in pixels. */
export function measureQuality(landmarks: readonly Point[], crop: Pixels, sizePx: number): FaceQuality {
  const [leftEye = ORIGIN, rightEye = ORIGIN, nose = ORIGIN] = landmarks;
  const across = { x: rightEye.x - leftEye.x, y: rightEye.y - leftEye.y };
  const eyeDistance = Math.hypot(across.x, across.y) || 1;
  const toNose = { x: nose.x - leftEye.x, y: nose.y - leftEye.y };
  const alongEyes = (toNose.x * across.x + toNose.y * across.y) / eyeDistance ** 2;
  return {
    sizePx: Math.round(sizePx),
    sharpness: round(detailOf(crop) / DETAIL_IN_FOCUS),
    turn: round(Math.min(1, Math.abs(alongEyes - 0.5) * 2)),
    tiltDegrees: Math.round((Math.atan2(across.y, across.x) * 180) / Math.PI),
  };
}

const ORIGIN = { x: 0, y: 0 };

/** Returns the share of contrast between nearby pixels in the center of the face. */
function detailOf({ data, width, height }: Pixels): number {
  const gray = (x: number, y: number) => {
    const at = (y * width + x) * 3;
    return 0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
  };
  const margin = Math.round(width / 6);
  let detail = 0;
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = margin; y < height - margin; y += 1) {
    for (let x = margin; x < width - margin; x += 1) {
      const here = gray(x, y);
      const beside = gray(x - REACH, y) + gray(x + REACH, y) + gray(x, y - REACH) + gray(x, y + REACH);
      detail += (4 * here - beside) ** 2;
      sum += here;
      squares += here * here;
      count += 1;
    }
  }
  const contrast = squares / count - (sum / count) ** 2;
  return Math.sqrt(detail / count) / Math.sqrt(contrast + 1);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
