import sharp from 'sharp';
import { alignFace } from './align.ts';
import { holdsCentre } from './boxes.ts';
import type { Detection, Face } from './face.ts';
import { type FoundFace, type Mtcnn, openMtcnn } from './mtcnn.ts';
import type { OpenNetwork } from './network.ts';
import { decodePicture, type Picture, type Pixels, resizePixels } from './pixels.ts';
import { measureQuality } from './quality.ts';
import { openSsd, type Ssd } from './ssd.ts';

export type DetectFaces = (picture: Picture) => Promise<Detection>;

export const DETECTION = {
  longSide: 1_600,
  smallestFacePx: 20,
  /** What only the second detector sees must be this large: it invents small ones. */
  smallestRescuedPx: 40,
};
const CROP_QUALITY = 92;

export async function openDetectors(open: OpenNetwork): Promise<DetectFaces> {
  const mtcnn = await openMtcnn(open);
  const ssd = await openSsd(open);
  return async (picture) => {
    const full = await decodePicture(picture);
    const scale = Math.min(1, DETECTION.longSide / Math.max(full.width, full.height));
    const copy = await resizePixels(full, Math.round(full.width * scale), Math.round(full.height * scale));
    const found = await findFaces(copy, mtcnn, ssd);
    const faces = await Promise.all(found.map((face) => describeFace(face, full, scale)));
    return { faces, width: full.width, height: full.height };
  };
}

export async function findFaces(pixels: Pixels, mtcnn: Mtcnn, ssd: Ssd): Promise<FoundFace[]> {
  const found = await mtcnn.find(pixels, { smallestFacePx: DETECTION.smallestFacePx });
  const missed = (await ssd.find(pixels)).filter(
    (box) =>
      box.right - box.left >= DETECTION.smallestRescuedPx &&
      !found.some((face) => holdsCentre(face, box) || holdsCentre(box, face)),
  );
  const described = await mtcnn.describe(pixels, missed);
  return [...found, ...missed.map((box, i) => ({ landmarks: described[i]?.landmarks ?? [], ...box }))];
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
