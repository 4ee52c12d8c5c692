import sharp from 'sharp';
import type { FaceBox } from '#server/platform/faces/face.ts';

const LONGEST_SIDE = 512;
const QUALITY = 82;
const MAX_PIXELS = 120_000_000;
/** Includes hair and chin: a share of the face's size on each side. */
const MARGIN = 0.35;

export async function cutFace(picture: Buffer, box: FaceBox): Promise<Buffer> {
  const upright = sharp(picture, { limitInputPixels: MAX_PIXELS }).autoOrient();
  const { autoOrient } = await sharp(picture, { limitInputPixels: MAX_PIXELS }).metadata();
  const across = between(box.x - box.width * MARGIN, box.x + box.width * (1 + MARGIN), autoOrient.width);
  const down = between(box.y - box.height * MARGIN, box.y + box.height * (1 + MARGIN), autoOrient.height);
  return upright
    .extract({ left: across.from, width: across.length, top: down.from, height: down.length })
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}

function between(start: number, end: number, size: number): { from: number; length: number } {
  const from = Math.max(0, Math.floor(start * size));
  return { from, length: Math.max(1, Math.min(size, Math.ceil(end * size)) - from) };
}
