// Measures what covers miss, what they hide for nothing, how long a copy takes, and whether anything under a cover can be
// recovered: npm run bench:safe-share [-- FOLDER], where FOLDER holds pictures of people, one folder each. Without it the
// faces come from the sample pictures of a development package.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { discOf } from '#contract/rules/safe-share.ts';
import { alignFace } from '#engines/faces/align.ts';
import type { Point } from '#engines/faces/face.ts';
import { cosine } from '#engines/faces/matching.ts';
import { decodeImage } from '#engines/faces/pixels.ts';
import { burnCovers } from '#server/modules/images/cover-faces.ts';
import { burnSafeCopy } from '#server/modules/images/safe-copy.ts';
import { openFaces } from '#server/platform/faces/faces.ts';
import { describeLoad } from './measure.ts';
import { composeScene, type Labeled, makeRandom, type Portrait } from './safe-share-scenes.ts';

const LIMITS = { missed: 0.005, needless: 0.05, copyMs: 300 };
const SCENES = Number(process.env.SCENES ?? 40);
/** Other scenes, to see that a figure does not hang on these. */
const SEED = Number(process.env.SEED ?? 7);
const MAX_PEOPLE = 220;
const OTHERS = 100;
const SMALLEST_PX = 40;
const SAMPLES = join(import.meta.dirname, '../../node_modules/@vladmandic/face-api/demo');

const [folder] = process.argv.slice(2);
const faces = await openFaces({ log: { warn: console.error }, threads: 2 });
if (!faces) process.exit(1);
let isGood = true;
const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
function print(what: string, value: string, goal = '', isMet = true): void {
  isGood &&= isMet;
  console.log(`  ${what.padEnd(58)}${value.padStart(12)}  ${goal}${isMet ? '' : '  MISSED'}`);
}

async function listFiles(): Promise<string[]> {
  if (!folder) return [1, 2, 3, 4, 5, 6].map((number) => join(SAMPLES, `sample${number}.jpg`));
  const people = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const files = people.slice(0, MAX_PEOPLE).map(async ({ name }) => {
    const [first] = (await readdir(join(folder, name))).sort();
    return first ? [join(folder, name, first)] : [];
  });
  return (await Promise.all(files)).flat();
}

/** Cuts portraits out with hair and neck. Pictures of a person with others behind are left out. */
async function readPortraits(file: string): Promise<Portrait[]> {
  const picture = await decodeImage(file);
  const { width, height } = picture;
  const found = (await faces?.detect(file))?.faces ?? [];
  // A person behind would be a face without a label.
  if (folder && found.length > 1) return [];
  const chosen = found.filter(({ quality }) => quality.sizePx >= 60);
  return Promise.all(
    chosen.map(async ({ box, landmarks }) => {
      const [across, down] = [box.width * width, box.height * height];
      const left = Math.max(0, Math.floor(box.x * width - across * 0.45));
      const top = Math.max(0, Math.floor(box.y * height - down * 0.45));
      const right = Math.min(width, Math.ceil((box.x + box.width) * width + across * 0.45));
      const bottom = Math.min(height, Math.ceil((box.y + box.height) * height + down * 0.6));
      const cut = { left, top, width: right - left, height: bottom - top };
      return {
        picture: await sharp(Buffer.from(picture.data), { raw: { width, height, channels: 3 } })
          .extract(cut)
          .png()
          .toBuffer(),
        width: cut.width,
        height: cut.height,
        face: { left: box.x * width - left, top: box.y * height - top, width: across, height: down },
        landmarks: landmarks.map(({ x, y }): Point => ({ x: x * width - left, y: y * height - top })),
      };
    }),
  );
}

/** A face is hidden if all landmarks and nine tenths of an oval in its box that can be seen are under covers. */
function isHidden(
  { landmarks, box, boardEnds }: Labeled,
  discs: readonly { x: number; y: number; radius: number }[],
): boolean {
  const isUnder = ({ x, y }: Point) =>
    discs.some((disc) => Math.hypot(x - disc.x, y - disc.y) <= disc.radius);
  const oval: Point[] = [];
  for (let v = -0.9; v <= 0.9; v += 0.2)
    for (let u = -0.9; u <= 0.9; u += 0.2)
      if (Math.hypot(u, v) <= 1)
        oval.push({ x: box.left + (box.width * (1 + u)) / 2, y: box.top + (box.height * (1 + v)) / 2 });
  const isSeen = ({ x }: Point) => x > boardEnds;
  const seen = oval.filter(isSeen);
  return landmarks.filter(isSeen).every(isUnder) && seen.filter(isUnder).length >= 0.9 * seen.length;
}

async function benchScenes(portraits: readonly Portrait[]): Promise<void> {
  const random = makeRandom(SEED);
  const counts = { faces: 0, missed: 0, covers: 0, needless: 0, uncertain: 0 };
  const missedBy = new Map<string, number>();
  for (let scene = 0; scene < SCENES; scene += 1) {
    const { jpeg, width, height, labels } = await composeScene(
      portraits,
      5 + Math.round((25 * scene) / (SCENES - 1)),
      random,
    );
    const found = await faces?.detect(jpeg);
    const boxes = [...(found?.faces ?? []).map(({ box }) => box), ...(found?.uncertain ?? [])];
    counts.uncertain += found?.uncertain.length ?? 0;
    const discs = boxes.map((box) => discOf(box, { width, height }));
    counts.covers += discs.length;
    counts.needless += discs.filter((disc) =>
      labels.every(({ middle }) => Math.hypot(middle.x - disc.x, middle.y - disc.y) > disc.radius),
    ).length;
    for (const label of labels.filter(({ box }) => Math.max(box.width, box.height) >= SMALLEST_PX)) {
      counts.faces += 1;
      if (isHidden(label, discs)) continue;
      counts.missed += 1;
      missedBy.set(label.kind, (missedBy.get(label.kind) ?? 0) + 1);
    }
  }
  console.log(`scenes: ${SCENES} of 5 to 30 people, ${portraits.length} portraits`);
  const missed = counts.missed / counts.faces;
  print(
    `faces of ${SMALLEST_PX} pixels and more left visible`,
    `${counts.missed}/${counts.faces}`,
    `${percent(missed)}, goal < ${percent(LIMITS.missed)}`,
    missed < LIMITS.missed,
  );
  for (const [kind, count] of missedBy) print(`  of them ${kind}`, String(count));
  print('covers of uncertain faces', String(counts.uncertain));
  const needless = counts.needless / counts.covers;
  print(
    'covers that hit no face',
    `${counts.needless}/${counts.covers}`,
    `${percent(needless)}, goal < ${percent(LIMITS.needless)}`,
    needless < LIMITS.needless,
  );
}

async function benchCopies(portraits: readonly Portrait[]): Promise<void> {
  const { jpeg, width, height, labels } = await composeScene(portraits, 30, makeRandom(3));
  const large = await sharp(jpeg).resize(6_000, 4_000, { fit: 'fill' }).jpeg({ quality: 92 }).toBuffer();
  const covers = labels.map(({ box }) => ({
    x: Math.max(0, box.left / width),
    y: Math.max(0, box.top / height),
    width: box.width / width,
    height: box.height / height,
  }));
  const rounds = 8;
  for (const ratio of ['4:5', 'original'] as const) {
    const order = {
      rotation: 0,
      covers,
      visible: [],
      look: { style: 'blur', color: '#1d3fb4' },
      ratio,
    } as const;
    await burnSafeCopy(large, order);
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) await burnSafeCopy(large, order);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1_000 / rounds;
    print(
      `copy of 24 megapixels, 30 covers, ${ratio}, processor`,
      `${ms.toFixed(0)} ms`,
      `goal < ${LIMITS.copyMs} ms`,
      ms < LIMITS.copyMs,
    );
  }
}

const gray = ({ data }: { data: Uint8Array }) =>
  Float64Array.from(
    { length: data.length / 3 },
    (_, at) => (data[at * 3] ?? 0) + (data[at * 3 + 1] ?? 0) + (data[at * 3 + 2] ?? 0),
  );

/** Correlation of the brightness of two pictures; 0 if one of them is flat. */
function correlate(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(a), mean(b)];
  let [up, left, right] = [0, 0, 0];
  a.forEach((value, at) => {
    const other = (b[at] ?? 0) - y;
    up += (value - x) * other;
    left += (value - x) ** 2;
    right += other ** 2;
  });
  return left * right > 0 ? up / Math.sqrt(left * right) : 0;
}

/**
 * The face of each portrait is put into the middle of a picture of noise and covered there. An attacker who knows its exact
 * place compares what is left with the true face and 100 others, by our own embedding and by pixels.
 */
async function benchRecovery(portraits: readonly Portrait[]): Promise<void> {
  const side = 200;
  const gallery = await Promise.all(
    portraits.slice(0, OTHERS + 1).map(async ({ picture, landmarks, face }) => {
      const pixels = await decodeImage(picture);
      return { pixels, landmarks, face, aligned: alignFace(pixels, landmarks) };
    }),
  );
  const toCrop = ({ data, width, height }: { data: Uint8Array; width: number; height: number }) =>
    sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      .toBuffer();
  const known = (await faces?.embed(await Promise.all(gallery.map(({ aligned }) => toCrop(aligned))))) ?? [];
  const knownGray = gallery.map(({ aligned }) => gray(aligned));
  const ranks = { embedding: [] as number[], pixels: [] as number[], open: [] as number[] };
  for (const [index, one] of gallery.entries()) {
    const scale = 90 / Math.max(one.face.width, one.face.height);
    const corner = {
      left: side / 2 - (one.face.left + one.face.width / 2) * scale,
      top: side / 2 - (one.face.top + one.face.height / 2) * scale,
    };
    const landmarks = one.landmarks.map(({ x, y }) => ({
      x: x * scale + corner.left,
      y: y * scale + corner.top,
    }));
    const disc = { x: side / 2, y: side / 2, radius: 90 * 0.75 };
    const scene = await putFace(one.pixels, { side, scale, corner, disc });
    const shownFirst = alignFace(scene, landmarks);
    await burnCovers(scene, [disc], { style: 'blur', color: '#1d3fb4' });
    const jpeg = await sharp(scene.data, { raw: { width: side, height: side, channels: 3 } })
      .jpeg({ quality: 88 })
      .toBuffer();
    const left = alignFace(await decodeImage(jpeg), landmarks);
    const [embedded, open] = (await faces?.embed([await toCrop(left), await toCrop(shownFirst)])) ?? [];
    const rankOf = (scores: readonly number[]) =>
      1 +
      scores.filter((score) => score > (scores[index] ?? 0)).length +
      scores.filter((score, at) => at !== index && score === scores[index]).length / 2;
    if (embedded) ranks.embedding.push(rankOf(known.map((other) => cosine(embedded, other))));
    if (open) ranks.open.push(rankOf(known.map((other) => cosine(open, other))));
    ranks.pixels.push(rankOf(knownGray.map((other) => correlate(gray(left), other))));
  }
  const count = gallery.length;
  const chance = (count + 1) / 2;
  // Three standard errors of the mean of ranks that are all equally likely.
  const slack = 3 * Math.sqrt((count * count - 1) / 12 / count);
  console.log(`recovery: ${count} covered faces, each among ${count - 1} others`);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const goal = `chance ${chance.toFixed(0)}, goal > ${(chance - slack).toFixed(1)}`;
  print(
    'mean rank of the true face, by embedding',
    mean(ranks.embedding).toFixed(1),
    goal,
    mean(ranks.embedding) > chance - slack,
  );
  print(
    'mean rank of the true face, by pixels',
    mean(ranks.pixels).toFixed(1),
    goal,
    mean(ranks.pixels) > chance - slack,
  );
  print(
    'the same before the cover, by embedding',
    mean(ranks.open).toFixed(1),
    'goal < 2: the attack works',
    mean(ranks.open) < 2,
  );
}

type Place = {
  side: number;
  scale: number;
  corner: { left: number; top: number };
  disc: { x: number; y: number; radius: number };
};

/** Noise with the face in the disc, so that nothing around the cover is of the person. */
async function putFace(
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  { side, scale, corner, disc }: Place,
) {
  const scene = randomBytes(side * side * 3);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (Math.hypot(x + 0.5 - disc.x, y + 0.5 - disc.y) > disc.radius) continue;
      const [column, row] = [Math.floor((x - corner.left) / scale), Math.floor((y - corner.top) / scale)];
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      for (let channel = 0; channel < 3; channel += 1)
        scene[(y * side + x) * 3 + channel] = data[(row * width + column) * 3 + channel] ?? 0;
    }
  }
  return { data: scene, width: side, height: side };
}

console.log(`load ${describeLoad()} before`);
const portraits: Portrait[] = [];
for (const file of await listFiles()) portraits.push(...(await readPortraits(file)));
await benchScenes(portraits);
await benchCopies(portraits);
await benchRecovery(portraits);
await faces.close();
if (!isGood) process.exitCode = 1;
