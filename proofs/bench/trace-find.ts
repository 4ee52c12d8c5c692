// Measures how well and how fast the photo that a leak shows is found among many stored ones.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { fingerprint, openSearch } from '#engines/watermark/find-photo.ts';
import { LIKELY_TURNS, openLeak } from '#engines/watermark/open-leak.ts';
import { seededRandom } from '#server/demo/random.ts';
import { ATTACKS, attack, FURTHER_ATTACKS } from './trace-attacks.ts';
import { makePreview } from './trace-images.ts';

const STORED = '.cache/trace-fingerprints.json';
const KEPT_EVERY = 500;
const SHORT_LIST = 5;
const SIDE = 500;
const LONG_SIDE = 1200;

/** Some usual leaks, and those that are hardest to find. */
const SEARCHED = [
  'phone screenshot, dark page, q85',
  'crop 40 %, mirrored, q80',
  'crop 60 % + scale 0.6 + turned + brightness + q50',
  'JPEG q30',
  'photograph of a screen, slight angle',
  'text banner over it, q80',
  'half of it in a collage, q80',
  'crop 25 % of the area, q80',
  'scale 0.4, q70',
  'desktop screenshot, zoom 1.25, PNG',
];

/** The stored photos are the pictures themselves and other frames of them: moved, zoomed, mirrored and in other colors. */
export async function benchFind(files: string[], stored: number, leaks: number): Promise<void> {
  const every = Math.max(1, Math.floor(files.length / leaks));
  const isLeaked = (index: number) => index % every === 0 && index < every * leaks;
  const leaked = files.filter((_, index) => isLeaked(index));
  const previews = await Promise.all(leaked.map((file) => makePreview(file, LONG_SIDE)));
  const index: Uint8Array[] = [];
  // At ingest the fingerprint is taken before the watermark is burned in.
  for (const file of leaked) index.push(await fingerprint(sharp(file).autoOrient()));
  // Frames of a leaked picture show the same, so they would be right answers too.
  for (const [i, bytes] of (await fillIndex(files, stored)).entries())
    if (!isLeaked(i % files.length)) index.push(bytes);
  const all: number[] = [];
  for (const name of SEARCHED) {
    const apply = { ...ATTACKS, ...FURTHER_ATTACKS }[name];
    if (!apply) throw new Error(`there is no attack called ${name}`);
    let [first, listed] = [0, 0];
    const times: number[] = [];
    for (const [photo, jpeg] of previews.entries()) {
      const { width = 0, height = 0 } = await sharp(jpeg).metadata();
      const leak = await openLeak(
        await attack(apply, { jpeg, width, height, random: seededRandom(photo + 1) }),
      );
      const began = processorMs();
      const search = await openSearch(leak, LIKELY_TURNS);
      for (const [id, bytes] of index.entries()) search.add(id, bytes);
      const found = search.best(SHORT_LIST);
      times.push(processorMs() - began);
      if (found[0]?.photoId === photo) first += 1;
      if (found.some(({ photoId }) => photoId === photo)) listed += 1;
    }
    all.push(...times);
    console.log(
      `| ${name} | ${first}/${previews.length} | ${listed}/${previews.length} | ${spreadOf(times)} |`,
    );
  }
  console.log(`${index.length} stored: ${spreadOf(all)}`);
}

function spreadOf(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const seconds = (ms = 0) => (ms / 1000).toFixed(1);
  return `${seconds(sorted[sorted.length >> 1])} s of a processor median, ${seconds(sorted.at(-1))} s most`;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Fingerprints of other frames are kept in a file, because ten thousand take minutes; a run that was stopped goes on. */
async function fillIndex(files: string[], count: number): Promise<Buffer[]> {
  const kept: string[] = existsSync(STORED) ? JSON.parse(await readFile(STORED, 'utf8')) : [];
  const small = kept.length < count ? await Promise.all(files.map(decodeSmall)) : [];
  for (let i = kept.length; i < count; i += 1) {
    kept.push((await anotherFrame(small[i % files.length] as Pixels, i)).toString('base64'));
    if (kept.length % KEPT_EVERY === 0 || kept.length === count)
      await writeFile(STORED, JSON.stringify(kept));
  }
  return kept.slice(0, count).map((text) => Buffer.from(text, 'base64'));
}

type Pixels = { data: Buffer; width: number; height: number };

async function decodeSmall(file: string): Promise<Pixels> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize(SIDE * 2, SIDE * 2, { fit: 'inside' })
    .flatten()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A part of the picture in other colors, as another photo of the same stage would show it. */
async function anotherFrame({ data, width, height }: Pixels, seed: number): Promise<Buffer> {
  const random = seededRandom(seed + 1000);
  const share = 0.45 + random() * 0.4;
  const [w, h] = [Math.round(width * share), Math.round(height * share)];
  const [left, top] = [Math.floor(random() * (width - w)), Math.floor(random() * (height - h))];
  const part = sharp(data, { raw: { width, height, channels: 3 } }).extract({
    left,
    top,
    width: w,
    height: h,
  });
  const changed = part.modulate({ brightness: 0.8 + random() * 0.4, hue: Math.floor(random() * 360) });
  return fingerprint(random() < 0.5 ? changed.flop() : changed);
}
