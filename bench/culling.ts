// Measures how well look-alikes are told from other pictures, on the drawn scenes and on a folder of licensed pictures:
// npm run bench:culling -- [FOLDER]. A look-alike is the same picture a moment later: moved, zoomed, tilted and lit anew.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ALIKE_BITS, differentBits } from '#server/modules/culling/suggestions.rules.ts';
import { decodePhoto } from '#server/modules/images/derivatives.ts';
import { measureLook } from '#server/modules/images/look.ts';

/** The maps of the uniforms beside the scenes are no pictures. */
const PICTURE = /(?<!\.zones)\.(jpe?g|png|webp)$/i;
const MOST_PICTURES = 300;
const THRESHOLDS = [4, 6, 8, 10, 12, 14];
/** Shares of the width and height, degrees, and brightness. */
const MOMENTS = [
  { shift: 0.02, zoom: 1.02, tilt: 0.5, light: 1.03 },
  { shift: -0.03, zoom: 1.04, tilt: -1, light: 0.95 },
  { shift: 0.05, zoom: 1.06, tilt: 1.5, light: 1.08 },
];

async function listPictures(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const pictures = names.filter((name) => PICTURE.test(name)).sort();
  const step = Math.max(1, Math.floor(pictures.length / MOST_PICTURES));
  return pictures.filter((_, index) => index % step === 0).map((name) => join(folder, name));
}

async function aMomentLater(file: string, { shift, zoom, tilt, light }: (typeof MOMENTS)[number]) {
  const { width, height } = await sharp(file).metadata();
  const turned = await sharp(file)
    .rotate(tilt, { background: '#404040' })
    .modulate({ brightness: light })
    .toBuffer();
  const { width: wide, height: high } = await sharp(turned).metadata();
  const cut = { width: Math.round(width / zoom), height: Math.round(height / zoom) };
  const left = Math.round((wide - cut.width) / 2 + shift * width);
  const top = Math.round((high - cut.height) / 2 + (shift * height) / 2);
  return sharp(turned)
    .extract({
      left: Math.min(Math.max(0, left), wide - cut.width),
      top: Math.min(Math.max(0, top), high - cut.height),
      ...cut,
    })
    .jpeg({ quality: 85 })
    .toBuffer();
}

const hashOf = async (picture: string | Buffer) => (await measureLook(await decodePhoto(picture))).hash;

async function measure(title: string, folder: string): Promise<void> {
  const files = await listPictures(folder);
  const hashes: string[] = [];
  const alike: number[] = [];
  for (const file of files) {
    const hash = await hashOf(file);
    hashes.push(hash);
    for (const moment of MOMENTS)
      alike.push(differentBits(hash, await hashOf(await aMomentLater(file, moment))));
  }
  const others = hashes.flatMap((hash, index) =>
    hashes.slice(index + 1).map((other) => differentBits(hash, other)),
  );
  console.log(
    `${title}: ${files.length} pictures, ${alike.length} look-alikes, ${others.length} other pairs`,
  );
  for (const limit of THRESHOLDS) {
    const found = alike.filter((bits) => bits <= limit).length;
    const wrong = others.filter((bits) => bits <= limit).length;
    // As many pairs of each kind, because an album has far fewer other pairs within ten seconds than a whole shop.
    const wrongShare = others.length === 0 ? 0 : wrong / others.length;
    const recall = found / alike.length;
    const precision = recall / (recall + wrongShare || 1);
    const mark = limit === ALIKE_BITS ? ' <- in use' : '';
    console.log(
      `  up to ${String(limit).padStart(2)} bits: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}, false ${wrongShare.toFixed(4)}${mark}`,
    );
  }
}

await measure('drawn', 'server/demo/scenes');
const [folder] = process.argv.slice(2);
if (folder && existsSync(folder)) await measure('licensed', folder);
else console.log('licensed: name a folder of pictures');
