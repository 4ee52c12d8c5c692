// Things that were not promised to be traced, but that people do.
import sharp, { type Sharp } from 'sharp';
import { type Attack, type Copy, cropped, cut, rendered, turned } from './trace-attacks.ts';
import { photographScreen } from './trace-screen-photo.ts';

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
