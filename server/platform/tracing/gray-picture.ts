import type { Sharp } from 'sharp';

/** Brightness from 0 to 255, row by row. */
export type GrayPicture = { width: number; height: number; data: Float32Array };

export async function readGray(picture: Sharp): Promise<GrayPicture> {
  const { data, info } = await picture
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const gray = new Float32Array(width * height);
  for (let i = 0, at = 0; i < gray.length; i += 1, at += channels) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
    gray[i] = channels < 3 ? red : 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return { width, height, data: gray };
}

/** Averages 2 x 2 pixels; an odd last row or column is dropped. */
export function halve({ width, height, data }: GrayPicture): GrayPicture {
  const [w, h] = [width >> 1, height >> 1];
  const out = new Float32Array(w * h);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0, i = 2 * y * width; x < w; x += 1, i += 2) {
      const top = (data[i] as number) + (data[i + 1] as number);
      out[y * w + x] = (top + (data[i + width] as number) + (data[i + width + 1] as number)) / 4;
    }
  }
  return { width: w, height: h, data: out };
}

/** Returns the picture and the given number of pictures, each of half the size of the one before. */
export function pyramidOf(picture: GrayPicture, halvings: number): GrayPicture[] {
  const levels = [picture];
  for (let i = 0; i < halvings; i += 1) levels.push(halve(levels.at(-1) as GrayPicture));
  return levels;
}

/** A few box blurs in a row come close to a Gaussian one. */
export function blur({ width, height, data }: GrayPicture, radius: number, times: number): GrayPicture {
  let blurred = data;
  for (let i = 0; i < times; i += 1) {
    const rows = boxBlur(blurred, { lines: height, length: width, lineStep: width, step: 1 }, radius);
    blurred = boxBlur(rows, { lines: width, length: height, lineStep: 1, step: width }, radius);
  }
  return { width, height, data: blurred };
}

type Lines = { lines: number; length: number; lineStep: number; step: number };

function boxBlur(data: Float32Array, { lines, length, lineStep, step }: Lines, radius: number): Float32Array {
  const out = new Float32Array(data.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    let sum = 0;
    let count = 0;
    for (let i = 0; i < Math.min(radius, length); i += 1, count += 1) sum += data[start + i * step] as number;
    for (let i = 0; i < length; i += 1) {
      if (i + radius < length) {
        sum += data[start + (i + radius) * step] as number;
        count += 1;
      }
      if (i - radius - 1 >= 0) {
        sum -= data[start + (i - radius - 1) * step] as number;
        count -= 1;
      }
      out[start + i * step] = sum / count;
    }
  }
  return out;
}

/** Halves the picture first where needed, so that no detail is skipped. */
export function resize(picture: GrayPicture, width: number, height: number): GrayPicture {
  let from = picture;
  while (from.width >= 2 * width && from.height >= 2 * height && from.width > 3 && from.height > 3) {
    from = halve(from);
  }
  const out = new Float32Array(width * height);
  const [scaleX, scaleY] = [from.width / width, from.height / height];
  for (let y = 0; y < height; y += 1) {
    const fromY = clamp((y + 0.5) * scaleY - 0.5, 0, from.height - 1.001);
    const row = Math.floor(fromY);
    for (let x = 0; x < width; x += 1) {
      const fromX = clamp((x + 0.5) * scaleX - 0.5, 0, from.width - 1.001);
      const column = Math.floor(fromX);
      const i = row * from.width + column;
      out[y * width + x] = blend(from, i, fromX - column, fromY - row);
    }
  }
  return { width, height, data: out };
}

/** Interpolates between the pixel at `i` and its neighbors to the right and below. */
function blend({ width, data }: GrayPicture, i: number, shareX: number, shareY: number): number {
  const [a, b] = [data[i] as number, data[i + 1] as number];
  const [c, d] = [data[i + width] as number, data[i + width + 1] as number];
  const top = a + (b - a) * shareX;
  return top + (c + (d - c) * shareX - top) * shareY;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
