import sharp from 'sharp';
import { alignFace, measureQuality } from './align.ts';
import { type Box, type Detection, type Face, type FaceBox, holdsCenter } from './face.ts';
import { type Found, type FoundFace, type Mtcnn, openMtcnn } from './mtcnn.ts';
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
  /** Keeps what covers add to a photo small, whatever it shows. */
  maxUncertain: 20,
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
    const faces = await Promise.all(found.faces.map((face) => describeFace(face, full, scale)));
    const uncertain = found.uncertain.map((box) => fractionsOf(placeIn(box, full, scale), full));
    return { faces, uncertain, width: full.width, height: full.height };
  };
}

/**
 * The fast detector runs first and finds almost all faces. The slower one then only judges new candidates, which saves
 * more than half of the time on team photos.
 */
export async function findFaces(pixels: Pixels, mtcnn: Mtcnn, ssd: Ssd): Promise<Found> {
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
  const faces = [...known, ...others.faces.filter((face) => isApart(face, known))];
  const uncertain: Found['uncertain'] = [];
  for (const box of others.uncertain) if (isApart(box, [...faces, ...uncertain])) uncertain.push(box);
  return { faces, uncertain: uncertain.slice(0, DETECTION.maxUncertain) };
}

function isApart(box: Box, others: readonly Box[]): boolean {
  return !others.some((other) => holdsCenter(other, box) || holdsCenter(box, other));
}

async function describeFace(face: FoundFace, full: Pixels, scale: number): Promise<Face> {
  const landmarks = face.landmarks.map(({ x, y }) => ({
    x: (x + 0.5) / scale - 0.5,
    y: (y + 0.5) / scale - 0.5,
  }));
  const crop = alignFace(full, landmarks);
  const place = placeIn(face, full, scale);
  return {
    box: fractionsOf(place, full),
    landmarks: landmarks.map(({ x, y }) => ({ x: x / full.width, y: y / full.height })),
    confidence: face.score,
    quality: measureQuality(landmarks, crop, Math.min(place.width, place.height)),
    crop: await encodeCrop(crop),
  };
}

/** The part of the box that lies in the full picture, in its pixels. */
function placeIn(box: Box, full: Pixels, scale: number) {
  const left = Math.max(0, box.left / scale);
  const top = Math.max(0, box.top / scale);
  return {
    left,
    top,
    width: Math.min(full.width, box.right / scale) - left,
    height: Math.min(full.height, box.bottom / scale) - top,
  };
}

function fractionsOf({ left, top, width, height }: ReturnType<typeof placeIn>, full: Pixels): FaceBox {
  return {
    x: left / full.width,
    y: top / full.height,
    width: width / full.width,
    height: height / full.height,
  };
}

function encodeCrop({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: CROP_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
