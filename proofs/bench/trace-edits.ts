// What people and their apps do to a picture before they post it.
import sharp, { type Sharp } from 'sharp';
import { type Attack, type Copy, cut, rendered } from './trace-attacks.ts';

const drawing = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);

const stretched =
  (share: number): Attack =>
  (picture, { width, height }) =>
    picture.resize(Math.round(width * share), height, { fit: 'fill' }).jpeg({ quality: 80 });

/** `draw` returns what is drawn over the picture. */
const covered =
  (draw: (width: number, height: number) => string): Attack =>
  (picture, { width, height }) =>
    picture
      .composite([{ input: drawing(width, height, draw(width, height)) }])
      .removeAlpha()
      .jpeg({ quality: 80 });

const vignette = () =>
  `<radialGradient id="g" r="0.75"><stop offset="0.4" stop-opacity="0"/><stop offset="1" stop-opacity="0.8"/></radialGradient>
   <rect width="100%" height="100%" fill="url(#g)"/>`;
const sticker = (width: number, height: number) =>
  `<circle cx="${width / 2}" cy="${height / 2}" r="${height / 4}" fill="#fc3" stroke="#000" stroke-width="9"/>
   <circle cx="${width / 2 - 60}" cy="${height / 2 - 50}" r="22"/><circle cx="${width / 2 + 60}" cy="${height / 2 - 50}" r="22"/>`;
const textLine = (width: number, height: number) =>
  `<text x="${width / 2}" y="${height * 0.4}" font-size="${width / 13}" text-anchor="middle" font-family="sans-serif"
   font-weight="bold" fill="#fff" stroke="#000" stroke-width="3">best team ever!!</text>`;
const frame = (width: number, height: number) =>
  `<rect width="${width}" height="${height}" fill="none" stroke="#fff" stroke-width="${width / 10}"/>
   <rect x="8" y="8" width="${width - 16}" height="${height - 16}" fill="none" stroke="#b33" stroke-width="16"/>`;

async function roundCorners(picture: Sharp, { width, height }: Copy): Promise<Sharp> {
  const mask = `<rect width="${width}" height="${height}" rx="${height / 6}" fill="#fff"/>`;
  const round = picture.ensureAlpha().composite([{ input: drawing(width, height, mask), blend: 'dest-in' }]);
  return (await rendered(round)).flatten({ background: '#fff' }).jpeg({ quality: 80 });
}

async function blurMiddle(picture: Sharp, { width, height }: Copy): Promise<Sharp> {
  const [left, top] = [Math.round(width * 0.35), Math.round(height * 0.2)];
  const area = { left, top, width: Math.round(width * 0.3), height: Math.round(height * 0.45) };
  const input = await (await rendered(picture.clone().extract(area))).blur(14).png().toBuffer();
  return picture.composite([{ input, left, top }]).jpeg({ quality: 80 });
}

/** A phone that shows the picture in a feed, with other posts above and below it. */
async function inFeed(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture
    .resize(1170, 1500, { fit: 'inside' })
    .toBuffer({ resolveWithObject: true });
  const low = 560 + info.height;
  const feed = `<rect width="1170" height="2532" fill="#fff"/><rect width="1170" height="120" fill="#111"/>
    <rect y="120" width="1170" height="260" fill="#7a4"/><path d="M0 380 L400 180 L800 380 L1170 200 V380 Z" fill="#264"/>
    <circle cx="90" cy="470" r="60" fill="#c63"/><text x="180" y="490" font-size="52" font-family="sans-serif">coach_dana</text>
    <text x="40" y="${low + 90}" font-size="52" font-family="sans-serif">4,312 likes · What a day for the whole team</text>
    <rect y="${low + 160}" width="1170" height="900" fill="#358"/><circle cx="500" cy="${low + 500}" r="240" fill="#fe9"/>
    <rect y="2380" width="1170" height="152" fill="#eee"/>`;
  return sharp(drawing(1170, 2532, feed))
    .composite([{ input: data, left: Math.round((1170 - info.width) / 2), top: 560 }])
    .removeAlpha();
}

const strongNoise: Attack = async (picture, { random }) => {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let i = 0; i < data.length; i += 1) {
    const noise = (random() + random() + random() - 1.5) * 50;
    data[i] = Math.max(0, Math.min(255, (data[i] as number) + noise));
  }
  const { width, height } = info;
  return sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 80 });
};

/** Small things stand out and large ones are evened out. */
async function withLocalContrast(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const around = await picture.clone().removeAlpha().blur(30).raw().toBuffer();
  for (let i = 0; i < data.length; i += 1) {
    const value = 64 + 1.6 * (data[i] as number) - 1.1 * (around[i] as number);
    data[i] = Math.max(0, Math.min(255, value));
  }
  const { width, height } = info;
  return sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 80 });
}

const SEPIA: [[number, number, number], [number, number, number], [number, number, number]] = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
];

export const EDITS: Record<string, Attack> = {
  'sepia, q80': (picture) => picture.recomb(SEPIA).jpeg({ quality: 80 }),
  'strong color cast, q80': (picture) => picture.linear([1.25, 0.95, 0.6], [10, 0, 20]).jpeg({ quality: 80 }),
  'hue turned by 90 degrees, q80': (picture) => picture.modulate({ hue: 90 }).jpeg({ quality: 80 }),
  'GIF of 64 colors': (picture) => picture.gif({ colours: 64, effort: 1 }),
  'PNG of 32 colors': (picture) => picture.png({ palette: true, colours: 32, effort: 1 }),
  'WebP q20': (picture) => picture.webp({ quality: 20, effort: 1 }),
  'stretched by 20 %, q80': stretched(1.2),
  'stretched by 30 %, q80': stretched(1.3),
  'width 0.75 of the height, q80': stretched(0.75),
  'sheared by 0.1, q80': (picture) =>
    picture.affine([1, 0.1, 0, 1], { background: '#fff' }).jpeg({ quality: 80 }),
  'sheared by 0.2, q80': (picture) =>
    picture.affine([1, 0.2, 0, 1], { background: '#fff' }).jpeg({ quality: 80 }),
  'rounded corners, q80': roundCorners,
  'sticker over the middle, q80': covered(sticker),
  'text line, q80': covered(textLine),
  'frame, q80': covered(frame),
  'vignette, q80': covered(vignette),
  'middle blurred, q80': blurMiddle,
  'scale 0.3, q70': (picture, { width }) => picture.resize(Math.round(width * 0.3)).jpeg({ quality: 70 }),
  '300 pixels, q70': (picture) => picture.resize(300, 300, { fit: 'inside' }).jpeg({ quality: 70 }),
  '200 pixels, q70': (picture) => picture.resize(200, 200, { fit: 'inside' }).jpeg({ quality: 70 }),
  'scale 3, q70': (picture, { width }) => picture.resize(width * 3).jpeg({ quality: 70 }),
  'sharpened strongly, q80': (picture) => picture.sharpen({ sigma: 3, m1: 2, m2: 4 }).jpeg({ quality: 80 }),
  'strong noise, q80': strongNoise,
  'HDR-like local contrast, q80': withLocalContrast,
  'steep tone curve, q80': (picture) => picture.linear(1.6, -70).jpeg({ quality: 80 }),
  'post in a feed on a phone, q80': async (picture) => (await inFeed(picture)).jpeg({ quality: 80 }),
  'post in a feed on a phone, gray, q60': async (picture) =>
    (await rendered(await inFeed(picture))).greyscale().jpeg({ quality: 60 }),
  'crop 60 %, mirrored, q40': async (picture, copy) =>
    (await rendered(cut(picture, copy, 0.6))).flop().jpeg({ quality: 40 }),
  'crop 40 %, text line, scale 0.6, q60': async (picture, copy) => {
    const part = cut(picture, copy, 0.4);
    const { data, info } = await part.png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const written = await covered(textLine)(sharp(data), { ...copy, width, height });
    return sharp(await written.toBuffer())
      .resize(Math.round(width * 0.6))
      .jpeg({ quality: 60 });
  },
};
