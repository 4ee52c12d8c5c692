import type { Sharp } from 'sharp';

/** Brightness from 0 to 255, row by row. */
export type GrayImage = { width: number; height: number; data: Float32Array };

export async function readGray(picture: Sharp): Promise<GrayImage> {
  const { data, info } = await picture
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const gray = new Float32Array(width * height);
  for (let i = 0, at = 0; i < gray.length; i += 1, at += channels) {
    const red = data[at] as number;
    if (channels < 3) gray[i] = red;
    else gray[i] = 0.299 * red + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number);
  }
  return { width, height, data: gray };
}

/** Averages 2 x 2 pixels; an odd last row or column is dropped. */
export function halve({ width, height, data }: GrayImage): GrayImage {
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
export function pyramidOf(picture: GrayImage, halvings: number): GrayImage[] {
  const levels = [picture];
  for (let i = 0; i < halvings; i += 1) levels.push(halve(levels.at(-1) as GrayImage));
  return levels;
}

/** A few box blurs in a row come close to a Gaussian one. */
export function blur({ width, height, data }: GrayImage, radius: number, times: number): GrayImage {
  let blurred = data;
  for (let i = 0; i < times; i += 1) {
    blurred = blurColumns(blurRows(blurred, width, height, radius), width, height, radius);
  }
  return { width, height, data: blurred };
}

function blurRows(data: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(data.length);
  const shares = sharesOf(width, radius);
  const reach = Math.min(radius, width);
  for (let start = 0; start < width * height; start += width) {
    let sum = 0;
    for (let x = 0; x < reach; x += 1) sum += data[start + x] as number;
    for (let x = 0; x < width; x += 1) {
      if (x + radius < width) sum += data[start + x + radius] as number;
      if (x > radius) sum -= data[start + x - radius - 1] as number;
      out[start + x] = sum * (shares[x] as number);
    }
  }
  return out;
}

/** Keeps a sum for each column and goes down row by row, so that memory is read in its order. */
function blurColumns(data: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(data.length);
  const shares = sharesOf(height, radius);
  const sums = new Float64Array(width);
  const addRow = (y: number, sign: number) => {
    for (let x = 0, at = y * width; x < width; x += 1, at += 1)
      sums[x] = (sums[x] as number) + sign * (data[at] as number);
  };
  for (let y = 0; y < Math.min(radius, height); y += 1) addRow(y, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + radius < height) addRow(y + radius, 1);
    if (y > radius) addRow(y - radius - 1, -1);
    const share = shares[y] as number;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) out[at] = (sums[x] as number) * share;
  }
  return out;
}

/** One over how many values the box covers at each place of a line. */
function sharesOf(length: number, radius: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, i) => 1 / (Math.min(i + radius, length - 1) - Math.max(i - radius, 0) + 1),
  );
}

/** Halves the picture first where needed, so that no detail is skipped. */
export function resize(picture: GrayImage, width: number, height: number): GrayImage {
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
function blend({ width, data }: GrayImage, i: number, shareX: number, shareY: number): number {
  const a = data[i] as number;
  const c = data[i + width] as number;
  const top = a + ((data[i + 1] as number) - a) * shareX;
  return top + (c + ((data[i + width + 1] as number) - c) * shareX - top) * shareY;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
