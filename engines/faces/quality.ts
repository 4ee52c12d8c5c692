import type { FaceQuality, Point } from './face.ts';
import type { Pixels } from './pixels.ts';

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
  const grey = (x: number, y: number) => {
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
      const here = grey(x, y);
      const beside = grey(x - REACH, y) + grey(x + REACH, y) + grey(x, y - REACH) + grey(x, y + REACH);
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
