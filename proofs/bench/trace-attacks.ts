import sharp, { type Sharp } from 'sharp';

// What is done to a viewer's copy before it is traced. Everything random comes from the given generator.

export type Copy = { jpeg: Buffer; width: number; height: number; random: () => number };
export type Attack = (picture: Sharp, copy: Copy) => Sharp | Promise<Sharp>;

/** One pipeline cannot cut, resize and turn in any order, so steps that follow each other need a picture in between. */
export const rendered = async (picture: Sharp) =>
  sharp(await picture.png({ compressionLevel: 0 }).toBuffer());

export function cut(picture: Sharp, { width, height, random }: Copy, share: number): Sharp {
  const [w, h] = [Math.round(width * Math.sqrt(share)), Math.round(height * Math.sqrt(share))];
  const [left, top] = [Math.floor(random() * (width - w)), Math.floor(random() * (height - h))];
  return picture.extract({ left, top, width: w, height: h });
}

const scaled =
  (scale: number, quality: number): Attack =>
  (picture, { width }) =>
    picture.resize(Math.round(width * scale)).jpeg({ quality });
export const cropped =
  (share: number, quality: number): Attack =>
  (picture, copy) =>
    cut(picture, copy, share).jpeg({ quality });
export const turned =
  (most: number, background: string): Attack =>
  (picture, { random }) =>
    picture.rotate((random() * 2 - 1) * most, { background }).jpeg({ quality: 80 });

const cutAndScaled = async (picture: Sharp, copy: Copy) =>
  (await rendered(cut(picture, copy, 0.6))).resize(Math.round(copy.width * 0.775 * 0.6));

async function onPhone(picture: Sharp, background: string): Promise<Sharp> {
  const input = await picture.resize(1170, 2000, { fit: 'inside' }).toBuffer();
  const bars = `<svg xmlns="http://www.w3.org/2000/svg" width="1170" height="2532"><rect width="1170" height="140" fill="#eee"/>
    <rect y="2300" width="1170" height="232" fill="#333"/><circle cx="585" cy="2410" r="60" fill="#e33"/></svg>`;
  return sharp({ create: { width: 1170, height: 2532, channels: 3, background } }).composite([
    { input: Buffer.from(bars) },
    { input },
  ]);
}

/** The rows of the first table, each of which has to name every viewer. */
export const ATTACKS: Record<string, Attack> = {
  'as served': (picture) => picture.png({ compressionLevel: 0 }),
  'JPEG q80': (picture) => picture.jpeg({ quality: 80 }),
  'JPEG q50': (picture) => picture.jpeg({ quality: 50 }),
  'JPEG q30': (picture) => picture.jpeg({ quality: 30 }),
  'WebP q50': (picture) => picture.webp({ quality: 50, effort: 1 }),
  'scale 0.4, q70': scaled(0.4, 70),
  'scale 0.6, q70': scaled(0.6, 70),
  'scale 2.0, q70': scaled(2, 70),
  'crop 60 % of the area, q80': cropped(0.6, 80),
  'crop 40 % of the area, q80': cropped(0.4, 80),
  'screenshot 390 px x 3, q85': (picture) => picture.resize(1170).jpeg({ quality: 85 }),
  'screenshot 390 px x 1, q85': (picture) => picture.resize(390).jpeg({ quality: 85 }),
  'phone screenshot, dark page, q85': async (picture) =>
    (await onPhone(picture, '#111')).jpeg({ quality: 85 }),
  'phone screenshot, light page, PNG': async (picture) =>
    (await onPhone(picture, '#fff')).png({ compressionLevel: 1 }),
  'brightness +15 %, q80': (picture) => picture.linear(1.15, 0).jpeg({ quality: 80 }),
  'brightness -15 %, q80': (picture) => picture.linear(0.85, 0).jpeg({ quality: 80 }),
  'contrast +15 %, q80': (picture) => picture.linear(1.15, -19).jpeg({ quality: 80 }),
  'gamma 1.3, q80': (picture) => picture.gamma(1.3, 1).jpeg({ quality: 80 }),
  'blur 1 px, q80': (picture) => picture.blur(1).jpeg({ quality: 80 }),
  'blur 2 px, q80': (picture) => picture.blur(2).jpeg({ quality: 80 }),
  'messenger: 1280 px, q60': (picture) => picture.resize(1280, 1280, { fit: 'inside' }).jpeg({ quality: 60 }),
  'turned by up to 2 degrees, q80': turned(2, '#000'),
  'mirrored, q80': (picture) => picture.flop().jpeg({ quality: 80 }),
  'crop 60 % + scale 0.6 + q50': async (picture, copy) =>
    (await cutAndScaled(picture, copy)).jpeg({ quality: 50 }),
  'crop 60 % + scale 0.6 + turned + brightness + q50': async (picture, copy) =>
    (await rendered(await cutAndScaled(picture, copy)))
      .rotate(copy.random() * 4 - 2, { background: '#000' })
      .linear(1.1, 5)
      .jpeg({ quality: 50 }),
};

export async function attack(apply: Attack, copy: Copy): Promise<Buffer> {
  return (await apply(await rendered(sharp(copy.jpeg)), copy)).toBuffer();
}

// Simulates a photograph of a screen: perspective, the screen's grid of pixels, uneven light, noise and blur.

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

// Things that were not promised to be traced, but that people do.

const BANNER = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="160"><rect width="1000" height="160" fill="#fff" fill-opacity="0.9"/>
  <text x="500" y="110" font-size="90" text-anchor="middle" font-family="sans-serif">GO TEAM GO</text></svg>`;

const corner =
  (share: number, isRight: boolean, isLow: boolean): Attack =>
  (picture, { width, height }) => {
    const [w, h] = [Math.round(width * Math.sqrt(share)), Math.round(height * Math.sqrt(share))];
    const place = { left: isRight ? width - w : 0, top: isLow ? height - h : 0, width: w, height: h };
    return picture.extract(place).jpeg({ quality: 80 });
  };

async function withBanner(picture: Sharp, { width, height }: Copy): Promise<Sharp> {
  const input = await sharp(Buffer.from(BANNER)).resize(width).png().toBuffer();
  return picture.composite([{ input, left: 0, top: Math.round(height * 0.7) }]).jpeg({ quality: 80 });
}

async function withNoise(picture: Sharp, { random }: Copy): Promise<Sharp> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let i = 0; i < data.length; i += 1) {
    const noise = (random() + random() + random() - 1.5) * 16;
    data[i] = Math.max(0, Math.min(255, (data[i] as number) + noise));
  }
  const { width, height } = info;
  return sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 80 });
}

/** Halves of two copies of different pictures beside each other, as in a collage. */
async function inCollage(picture: Sharp, { width, height, random }: Copy): Promise<Sharp> {
  const half = Math.round(width / 2);
  const input = await picture
    .extract({ left: Math.round(half * random()), top: 0, width: half, height })
    .png()
    .toBuffer();
  const other = `<svg xmlns="http://www.w3.org/2000/svg" width="${half}" height="${height}"><rect width="100%" height="100%" fill="#864"/>
    <circle cx="${half / 2}" cy="${height / 3}" r="${half / 4}" fill="#fd8"/><rect y="${height / 2}" width="${half}" height="90" fill="#246"/></svg>`;
  return sharp({ create: { width: half * 2, height, channels: 3, background: '#000' } })
    .composite([
      { input, left: 0, top: 0 },
      { input: Buffer.from(other), left: half, top: 0 },
    ])
    .jpeg({ quality: 80 });
}

async function onDesktop(picture: Sharp, { width, height }: Copy): Promise<Sharp> {
  const zoom = Math.min(1, 1920 / width, 1000 / height) * 0.8 * 1.25;
  const input = await (await rendered(picture.resize(Math.round(width * zoom)))).toBuffer();
  return sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#f4f4f4' } })
    .composite([{ input, left: 40, top: 20 }])
    .png({ compressionLevel: 1 });
}

export const FURTHER_ATTACKS: Record<string, Attack> = {
  'turned by up to 5 degrees, q80': turned(5, '#fff'),
  'turned by 90 degrees, q80': (picture) => picture.rotate(90).jpeg({ quality: 80 }),
  'turned by 180 degrees, q80': (picture) => picture.rotate(180).jpeg({ quality: 80 }),
  'mirrored and turned by 180 degrees, q80': (picture) => picture.flip().jpeg({ quality: 80 }),
  'width 0.9 of the height, q80': (picture, { width, height }) =>
    picture.resize(Math.round(width * 0.9), height, { fit: 'fill' }).jpeg({ quality: 80 }),
  'stretched by 5 %, q80': (picture, { width, height }) =>
    picture.resize(Math.round(width * 1.05), height, { fit: 'fill' }).jpeg({ quality: 80 }),
  'scale 0.7, sharpened, q70': (picture, { width }) =>
    picture
      .resize(Math.round(width * 0.7))
      .sharpen({ sigma: 1.2 })
      .jpeg({ quality: 70 }),
  'median 3 x 3, q80': (picture) => picture.median(3).jpeg({ quality: 80 }),
  'noise, q80': withNoise,
  'gray, q80': (picture) => picture.greyscale().jpeg({ quality: 80 }),
  'saturation 1.6, q80': (picture) => picture.modulate({ saturation: 1.6 }).jpeg({ quality: 80 }),
  'negative, q80': (picture) => picture.negate({ alpha: false }).jpeg({ quality: 80 }),
  'AVIF q45': (picture) => picture.avif({ quality: 45, effort: 1 }),
  'JPEG q15': (picture) => picture.jpeg({ quality: 15 }),
  'text banner over it, q80': withBanner,
  'desktop screenshot, zoom 1.25, PNG': onDesktop,
  'half of it in a collage, q80': inCollage,
  'top left 40 % of the area, q80': corner(0.4, false, false),
  'top right 40 % of the area, q80': corner(0.4, true, false),
  'bottom left 40 % of the area, q80': corner(0.4, false, true),
  'bottom right 40 % of the area, q80': corner(0.4, true, true),
  'crop 25 % of the area, q80': cropped(0.25, 80),
  'crop 20 % of the area, q80': cropped(0.2, 80),
  'crop 40 %, mirrored, q80': async (picture, copy) =>
    (await rendered(cut(picture, copy, 0.4))).flop().jpeg({ quality: 80 }),
  'photograph of a screen, slight angle': (picture, copy) => photographScreen(picture, copy, 0.03),
  'photograph of a screen, wide angle': (picture, copy) => photographScreen(picture, copy, 0.08),
};
