import sharp from 'sharp';
import { type Code, openCode } from '#engines/watermark/codeword.ts';
import { makeVariants } from '#engines/watermark/make-variants.ts';
import { openLeak, openReference, type Reference } from '#engines/watermark/open-leak.ts';
import { readLeak } from '#engines/watermark/read-leak.ts';
import { assemble, openVariants, type Variants } from '#engines/watermark/variants.ts';
import { addGuess, openScores, openTally, totalOf, weightOfGuess } from '#engines/watermark/viewer-scores.ts';
import { weighTiles } from '#engines/watermark/weigh-tiles.ts';
import { makePreview } from './leaks-images.ts';
import { isNamed, SECRET } from './leaks-readings.ts';
import { percentile } from './measure.ts';

// People who leak together mix their copies, so that tiles in which they differ show neither. The same people leak all pictures.

const PREVIEW_SIDE = 1600;
const COPIES = [2, 3, 4, 5, 6, 8, 10, 12];
const TOGETHER = [1, 5, 10];

type Picture = { index: number; pair: Variants; reference: Reference; code: Code };

/** Returns the value of a pixel from those of the copies; `piece` is the number of the tile, and `pixel` that of the value. */
type Mix = (values: readonly number[], piece: number, pixel: number) => number;

const MIXES: Record<string, Mix> = {
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  'half way between least and greatest': (values) => (Math.min(...values) + Math.max(...values)) / 2,
  least: (values) => Math.min(...values),
  greatest: (values) => Math.max(...values),
  median: medianOf,
  'random pixels': (values, _, pixel) => values[chooseOf(pixel, values.length)] as number,
  'random tiles': (values, piece) => values[chooseOf(piece, values.length)] as number,
};

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

/** A hash, because pixels are chosen one by one. */
function chooseOf(number: number, choices: number): number {
  const mixed = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) >>> 0) % choices;
}

export async function benchCollusion(files: readonly string[], viewers: number): Promise<void> {
  const pictures: Picture[] = [];
  for (const [index, file] of files.entries()) {
    const preview = await makePreview(file, PREVIEW_SIDE);
    const pair = openVariants(makeVariants(preview, SECRET, index, { keyId: 'bench' }));
    const code = openCode(SECRET, index, pair.tiles);
    pictures.push({ index, pair, reference: await openReference(pair), code });
  }
  console.log(
    `${pictures.length} previews of ${PREVIEW_SIDE} pixels, ${viewers} viewers; leaks in which somebody was named, at quality 80\n`,
  );
  console.log(
    '| mixed | copies | one picture | 5 pictures | 10 pictures | best score of one, median | wrongly named |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const [name, mix] of Object.entries(MIXES)) {
    for (const copies of COPIES) await measure(pictures, { name, mix, copies, viewers });
  }
}

type Asked = { name: string; mix: Mix; copies: number; viewers: number };

async function measure(pictures: readonly Picture[], { name, mix, copies, viewers }: Asked): Promise<void> {
  const guilty = new Set(Array.from({ length: copies }, (_, i) => (copies * 131 + i * 797) % viewers));
  const scores: Float64Array[][] = [];
  for (const picture of pictures) scores.push(await scoresOf(picture, [...guilty], mix, viewers));
  let wrong = 0;
  const best: number[] = [];
  const cells = TOGETHER.map((count) => {
    let named = 0;
    const leaks = Math.floor(pictures.length / count);
    for (let leak = 0; leak < leaks; leak += 1) {
      const totals = Array.from({ length: viewers }, (_, viewer) => {
        const tally = openTally(count);
        for (let picture = 0; picture < count; picture += 1) {
          const own = scores[leak * count + picture]?.[viewer];
          if (own) addGuess(tally, { picture, weight: weightOfGuess(0), scores: own });
        }
        return totalOf(tally);
      });
      const found = [...totals.keys()].filter((viewer) => isNamed(totals[viewer] as number, viewers));
      if (found.some((viewer) => guilty.has(viewer))) named += 1;
      wrong += found.filter((viewer) => !guilty.has(viewer)).length;
      if (count === 1) best.push(Math.max(...[...guilty].map((viewer) => totals[viewer] as number)));
    }
    return leaks === 0 ? '-' : `${named}/${leaks}`;
  });
  console.log(`| ${[name, copies, ...cells, percentile(best, 0.5).toFixed(0), wrong].join(' | ')} |`);
}

async function scoresOf(
  { pair, reference, code }: Picture,
  guilty: readonly number[],
  mix: Mix,
  viewers: number,
): Promise<Float64Array[]> {
  const copies = await Promise.all(
    guilty.map((viewer) =>
      sharp(assemble(pair, code.of(`account:${viewer}`)))
        .raw()
        .toBuffer(),
    ),
  );
  const reading = await readLeak(reference, await openLeak(await mixCopies(copies, pair, mix)));
  if (!reading) return [];
  const scoreOf = openScores(weighTiles(reading, code.biases));
  return Array.from({ length: viewers }, (_, viewer) => scoreOf(code.of(`account:${viewer}`)));
}

async function mixCopies(
  copies: readonly Buffer[],
  { width, height, tileMcus }: Variants,
  mix: Mix,
): Promise<Buffer> {
  const mixed = Buffer.from(copies[0] as Buffer);
  const values = new Array<number>(copies.length);
  for (let i = 0; i < mixed.length; i += 1) {
    // Most pixels are the same in all copies.
    if (copies.every((copy) => copy[i] === mixed[i])) continue;
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const piece = Math.floor(((y >> 4) * Math.ceil(width / 16) + (x >> 4)) / tileMcus);
    for (const [j, copy] of copies.entries()) values[j] = copy[i] as number;
    mixed[i] = Math.round(mix(values, piece, Math.floor(i / 3)));
  }
  return sharp(mixed, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}
