// Simulates a photograph of a screen: perspective, the screen's grid of pixels, uneven light, noise and blur.
import sharp, { type Sharp } from 'sharp';

type Scene = { width: number; height: number; random: () => number };

const LONG_SIDE = 1400;
const MARGIN = 0.06;
const GRID_DEPTH = 0.06;
const NOISE = 6;
const BACKGROUND = 24;

/** `tilt` is by which share of the picture each corner is moved at most. */
export async function photographScreen(picture: Sharp, scene: Scene, tilt: number): Promise<Sharp> {
  const { random } = scene;
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const zoom = LONG_SIDE / Math.max(info.width, info.height);
  const [width, height] = [Math.round(info.width * zoom), Math.round(info.height * zoom)];
  const [g, h] = [(random() * 2 - 1) * 4 * tilt, (random() * 2 - 1) * 4 * tilt];
  const [shear, turn] = [(random() * 2 - 1) * tilt, (random() * 2 - 1) * tilt];
  const [periodX, periodY] = [2.1 + random(), 2.1 + random()];
  const out = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [nx, ny] = [x / width - 0.5, y / height - 0.5];
      const depth = (1 + g * nx + h * ny) / (1 + 2 * MARGIN);
      const u = ((nx + turn * ny) / depth + 0.5) * info.width;
      const v = ((ny - (turn + shear) * nx) / depth + 0.5) * info.height;
      const grid =
        1 -
        GRID_DEPTH *
          (1 + Math.sin((u * zoom * 2 * Math.PI) / periodX) * Math.sin((v * zoom * 2 * Math.PI) / periodY));
      const light = 1 - 0.25 * (nx * nx + ny * ny) + 0.1 * nx;
      for (let c = 0; c < 3; c += 1) {
        const value = sample(data, info.width, info.height, u, v, c) * grid * light;
        const noise = (random() + random() + random() - 1.5) * NOISE;
        out[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, value + noise));
      }
    }
  }
  const bitmap = await sharp(out, { raw: { width, height, channels: 3 } })
    .blur(0.8)
    .png()
    .toBuffer();
  return sharp(bitmap).jpeg({ quality: 80 });
}

function sample(data: Buffer, width: number, height: number, u: number, v: number, c: number): number {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return BACKGROUND;
  const at = (y * width + x) * 3 + c;
  const [fx, fy] = [u - x, v - y];
  const top = (data[at] as number) * (1 - fx) + (data[at + 3] as number) * fx;
  const low = (data[at + width * 3] as number) * (1 - fx) + (data[at + width * 3 + 3] as number) * fx;
  return top * (1 - fy) + low * fy;
}
