import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { burnWatermark, type Mark, nameOfMark, type Pixels } from './watermark.ts';

const WIDTH = 960;
const HEIGHT = 640;

/** The picture has light, dark and sharp edges, so that a watermark visible here is visible on photos. */
const TEST_IMAGE = `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" width="${WIDTH}" height="${HEIGHT}">
  <defs>
    <linearGradient id="wall" x2="1" y2="0">
      <stop offset="0" stop-color="#fbfaf7"/><stop offset=".34" stop-color="#d9d4cb"/>
      <stop offset=".67" stop-color="#6b6a70"/><stop offset="1" stop-color="#101116"/>
    </linearGradient>
    <linearGradient id="floor" x2="1" y2="0">
      <stop offset="0" stop-color="#8fa8bd"/><stop offset="1" stop-color="#0d2235"/>
    </linearGradient>
    <radialGradient id="light"><stop offset="0" stop-color="#fff" stop-opacity=".85"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="960" height="640" fill="url(#wall)"/>
  <rect y="430" width="960" height="210" fill="url(#floor)"/>
  <g fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="5">
    <path d="M0 500H960M0 570H960M160 430L60 640M320 430L270 640M480 430V640M640 430L690 640M800 430L900 640"/>
  </g>
  <circle cx="720" cy="180" r="170" fill="url(#light)"/>
  <rect x="90" y="120" width="190" height="150" rx="8" fill="#fff"/>
  <rect x="360" y="90" width="170" height="220" rx="8" fill="#b3452f"/>
  <rect x="600" y="250" width="280" height="130" rx="8" fill="#07080b"/>
  <circle cx="185" cy="470" r="95" fill="#e8b23a"/>
  <circle cx="780" cy="520" r="80" fill="#2c6b4f"/>
</svg>`;

let drawn: Promise<Pixels> | undefined;

export async function previewMark(mark: Mark): Promise<Bytes> {
  const content = await drawPreview(mark);
  const name = createHash('sha256').update(nameOfMark(mark)).digest('base64url').slice(0, 22);
  return {
    content,
    sizeBytes: content.length,
    etag: `"${name}-${content.length.toString(36)}"`,
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=600',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}

async function drawPreview(mark: Mark): Promise<Buffer> {
  const pixels = await copyTestImage();
  await burnWatermark(pixels, mark);
  const { data, width, height } = pixels;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function copyTestImage(): Promise<Pixels> {
  drawn ??= drawTestImage().catch((error) => {
    drawn = undefined;
    throw error;
  });
  const { data, width, height } = await drawn;
  return { data: Buffer.from(data), width, height };
}

async function drawTestImage(): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(TEST_IMAGE))
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
