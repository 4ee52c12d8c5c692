import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Face } from '#engines/faces/face.ts';
import { cosine, MAYBE_SCORE } from '#engines/faces/matching.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import { grainOf, SCENES } from './camera-photos.ts';

const SAMPLES = join(import.meta.dirname, '../../node_modules/@vladmandic/face-api/demo');
const SIZE = { width: 6000, height: 4000 };
const PORTRAIT_PX = 1_000;
const PEOPLE_IN_FRAME = 4;
const FRAMES = 24;
const MIN_FACE_PX = 60;

export type Person = { portrait: Buffer; embedding: Float32Array };

export async function findPeople(engine: Pick<Faces, 'detect' | 'embed'>): Promise<Person[]> {
  const people: Person[] = [];
  for (const file of readdirSync(SAMPLES).filter((name) => /^sample\d\.jpg$/.test(name))) {
    const picture = await readFile(join(SAMPLES, file));
    const { faces, width, height } = await engine.detect(picture);
    const large = faces.filter(({ box }) => box.height * height >= MIN_FACE_PX);
    const embeddings = await engine.embed(large.map(({ crop }) => crop));
    for (const [place, face] of large.entries()) {
      const embedding = embeddings[place] as Float32Array;
      if (people.some((person) => cosine(person.embedding, embedding) >= MAYBE_SCORE)) continue;
      people.push({ portrait: await cutPortrait(picture, face, { width, height }), embedding });
    }
  }
  return people;
}

async function cutPortrait(picture: Buffer, { box }: Face, { width, height }: typeof SIZE): Promise<Buffer> {
  const left = Math.max(0, Math.floor((box.x - box.width * 0.5) * width));
  const top = Math.max(0, Math.floor((box.y - box.height * 0.5) * height));
  const across = Math.min(width - left, Math.ceil(box.width * 2 * width));
  const down = Math.min(height - top, Math.ceil(box.height * 2 * height));
  return sharp(picture)
    .extract({ left, top, width: across, height: down })
    .resize(PORTRAIT_PX, PORTRAIT_PX, { fit: 'cover' })
    .toBuffer();
}

/** Writes frames of 24 megapixels with grain. One after the other they show everybody, so that first matches are spread. */
export async function drawFrames(folder: string, people: Person[], takenAt: Date): Promise<string[]> {
  const scenes = readdirSync(SCENES).filter((name) => name.endsWith('.jpg'));
  const noise = await sharp(grainOf(SIZE)).raw().toBuffer();
  const time = takenAt.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  const paths: string[] = [];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const first = Math.floor((frame * people.length) / FRAMES);
    const portraits = Array.from({ length: PEOPLE_IN_FRAME }, (_, place) => ({
      input: people[(first + place) % people.length]?.portrait ?? Buffer.alloc(0),
      left: 200 + place * 1_450,
      top: 1_200,
    }));
    const path = join(folder, `frame-${frame}.jpg`);
    const drawn = await sharp(join(SCENES, scenes[frame % scenes.length] ?? ''))
      .resize(SIZE.width, SIZE.height, { fit: 'cover' })
      .composite([{ input: noise, raw: { ...SIZE, channels: 3 }, blend: 'soft-light' }, ...portraits])
      .withExif({ IFD0: { Make: 'Encore' }, IFD2: { DateTimeOriginal: time } })
      .jpeg({ quality: 92 })
      .toBuffer();
    await writeFile(path, drawn);
    paths.push(path);
  }
  return paths;
}
