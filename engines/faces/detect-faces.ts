import sharp from 'sharp';
import { alignFace, measureQuality } from './align.ts';
import { type Detection, type Face, holdsCenter } from './face.ts';
import { type FoundFace, type Mtcnn, openMtcnn } from './mtcnn.ts';
import type { OpenNetwork } from './onnx.ts';
import { decodeImage, type Picture, type Pixels, resizePixels } from './pixels.ts';
import { openSsd, type Ssd } from './ssd.ts';

export type DetectFaces = (picture: Picture) => Promise<Detection>;

export const DETECTION = {
  longSide: 1_600,
  /** Faces smaller than this share of the long side, or than 20 pixels, are not worth the cost. */
  smallestFaceShare: 28 / 1_600,
  smallestFacePx: 20,
  /** A box that MTCNN's last stage doubts must be at least this large, because SSD reports false small faces. */
  smallestDoubtedPx: 40,
  doubt: 0.5,
};
const CROP_QUALITY = 92;

export async function openDetectors(open: OpenNetwork): Promise<DetectFaces> {
  const mtcnn = await openMtcnn(open);
  const ssd = await openSsd(open);
  return async (picture) => {
    const full = await decodeImage(picture);
    const scale = Math.min(1, DETECTION.longSide / Math.max(full.width, full.height));
    const copy = await resizePixels(full, Math.round(full.width * scale), Math.round(full.height * scale));
    const found = await findFaces(copy, mtcnn, ssd);
    const faces = await Promise.all(found.map((face) => describeFace(face, full, scale)));
    return { faces, width: full.width, height: full.height };
  };
}

/**
 * The fast detector runs first and finds almost all faces. The slower one then only judges new candidates, which saves
 * more than half of the time on team photos.
 */
export async function findFaces(pixels: Pixels, mtcnn: Mtcnn, ssd: Ssd): Promise<FoundFace[]> {
  const boxes = await ssd.find(pixels);
  const described = await mtcnn.describe(pixels, boxes);
  const known = described.flatMap((face, i) => {
    const box = boxes[i];
    if (!box) return [];
    const isDoubted = face.score <= DETECTION.doubt;
    if (isDoubted && box.right - box.left < DETECTION.smallestDoubtedPx) return [];
    return [isDoubted ? { ...box, landmarks: face.landmarks } : face];
  });
  const longSide = Math.max(pixels.width, pixels.height);
  const smallestFacePx = Math.max(DETECTION.smallestFacePx, longSide * DETECTION.smallestFaceShare);
  const others = await mtcnn.find(pixels, { smallestFacePx, known });
  const isNew = (face: FoundFace) =>
    !known.some((other) => holdsCenter(other, face) || holdsCenter(face, other));
  return [...known, ...others.filter(isNew)];
}

async function describeFace(face: FoundFace, full: Pixels, scale: number): Promise<Face> {
  const landmarks = face.landmarks.map(({ x, y }) => ({
    x: (x + 0.5) / scale - 0.5,
    y: (y + 0.5) / scale - 0.5,
  }));
  const crop = alignFace(full, landmarks);
  const left = Math.max(0, face.left / scale);
  const top = Math.max(0, face.top / scale);
  const width = Math.min(full.width, face.right / scale) - left;
  const height = Math.min(full.height, face.bottom / scale) - top;
  return {
    box: {
      x: left / full.width,
      y: top / full.height,
      width: width / full.width,
      height: height / full.height,
    },
    landmarks: landmarks.map(({ x, y }) => ({ x: x / full.width, y: y / full.height })),
    confidence: face.score,
    quality: measureQuality(landmarks, crop, Math.min(width, height)),
    crop: await encodeCrop(crop),
  };
}

function encodeCrop({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: CROP_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
