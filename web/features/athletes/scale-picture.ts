import type { ReferenceRefusal } from '#contract/endpoints/athletes.ts';

/** Larger pictures do not improve recognition and are slow to send. */
export const MAX_SIDE = 2048;
const JPEG_QUALITY = 0.9;
/** The crop needs hair, chin and some surroundings for the face to be found again. */
const FACE_MARGIN = 0.7;

type Size = { width: number; height: number };
type Box = Pick<ReferenceRefusal['faces'][number], 'x' | 'y' | 'width' | 'height'>;
type Area = Size & { x: number; y: number };

export class UnreadablePicture extends Error {}

export function fitInto({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Converts a box in fractions to pixels, with a margin and within the picture. */
export function areaAround(box: Box, { width, height }: Size): Area {
  const marginX = box.width * width * FACE_MARGIN;
  const marginY = box.height * height * FACE_MARGIN;
  const left = Math.max(0, Math.round(box.x * width - marginX));
  const top = Math.max(0, Math.round(box.y * height - marginY));
  const right = Math.min(width, Math.round((box.x + box.width) * width + marginX));
  const bottom = Math.min(height, Math.round((box.y + box.height) * height + marginY));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The middle of a face in fractions of the area around it. */
export function middleWithin(box: Box, area: Area, { width, height }: Size) {
  const inside = (value: number) => Math.max(0, Math.min(1, value));
  return {
    x: inside(((box.x + box.width / 2) * width - area.x) / area.width),
    y: inside(((box.y + box.height / 2) * height - area.y) / area.height),
  };
}

/** Applies the camera's rotation, so that the picture is sent as it is seen. */
export async function scalePicture(file: Blob): Promise<Blob> {
  const picture = await decode(file);
  try {
    return await draw(picture, { x: 0, y: 0, width: picture.width, height: picture.height });
  } finally {
    picture.close();
  }
}

/** Neighbors may still be in the cut, so it says where the chosen face is. */
export async function cutToFace(
  picture: Blob,
  face: Box,
): Promise<{ picture: Blob; at: { x: number; y: number } }> {
  const whole = await decode(picture);
  try {
    const area = areaAround(face, whole);
    return { picture: await draw(whole, area), at: middleWithin(face, area, whole) };
  } finally {
    whole.close();
  }
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new UnreadablePicture();
  }
}

async function draw(picture: ImageBitmap, area: Area): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const { width, height } = fitInto(area, MAX_SIDE);
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new UnreadablePicture();
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
  );
  if (!blob) throw new UnreadablePicture();
  return blob;
}
