import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { type FaceImage, listFaceImages } from '#server/modules/images/image-faces.ts';
import type { FaceBox } from '#server/platform/faces/face.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import {
  certaintyOf,
  combine,
  compare,
  expand,
  LEARNING_SCORE,
  type Template,
} from '#server/platform/faces/matching.ts';
import { isMatchingOn, openFaces } from './face-matching.ts';
import { keepFindings, keepFinished } from './keep-findings.ts';
import { type Finding, listSurest } from './matches.queries.ts';
import { type CutFaces, seeFaces } from './see-faces.ts';
import { findSeekers, type Seeker } from './seekers.ts';

type MatchWorld = Context & { purchases: Purchases };

/** The first matches come soon, the others in larger steps. */
const FIRST_IMAGES = 8;
const IMAGES_A_STEP = 20;
const MOST_LEARNED_FROM = 20;
const LANES = 2;
/** The face is at least this share of the picture's height. */
const CLOSE_UP_HEIGHT = 0.2;

/** A face of the album, known for as long as the album is looked through. */
type KnownFace = { imageId: number; box: FaceBox; embedding: Float32Array };

/**
 * Looks for every athlete whose customer holds the album, in the pictures that are new to them. Each face is computed
 * once for all of them, in memory, and dropped at the end. May run twice, even at once: what is found is written by
 * athlete and image, and every step is kept, so that a later run goes on where an earlier one ended, or was
 * switched off.
 */
export async function matchAlbum(world: MatchWorld, albumId: number, signal: AbortSignal): Promise<void> {
  const engine = await openFaces(world);
  if (!engine) return;
  const images = await listFaceImages(world.db, albumId);
  const imageIds = images.map(({ id }) => id);
  const seekers = await findSeekers(world, albumId, imageIds);
  if (seekers.length === 0) return;
  const needed = images.filter(({ id }) => seekers.some(({ unseen }) => unseen.has(id)));
  const templates = await learnFromEarlier(world, engine, seekers, images);
  const known: KnownFace[] = [];
  for (const step of stepsOf(needed)) {
    signal.throwIfAborted();
    if (!(await isMatchingOn(world))) return;
    known.push(...(await knowFaces(world, engine, step)));
    for (const seeker of seekers) templates.set(seeker.id, learn(seeker, templates.get(seeker.id), known));
    const stepIds = step.map(({ id }) => id);
    await keep(world, albumId, seekers, stepIds, known, templates);
  }
  // What was learned from the last pictures may know a face in the first.
  await keep(world, albumId, seekers.filter(isLearning), imageIds, known, templates);
  await inTransaction(world, (tx) =>
    keepFinished({ ...tx, purchases: world.purchases }, albumId, seekers, imageIds),
  );
}

function* stepsOf(images: FaceImage[]): Generator<FaceImage[]> {
  for (let start = 0; start < images.length; ) {
    const length = start === 0 ? FIRST_IMAGES : IMAGES_A_STEP;
    yield images.slice(start, start + length);
    start += length;
  }
}

async function knowFaces(world: MatchWorld, engine: Faces, images: FaceImage[]): Promise<KnownFace[]> {
  const seen: CutFaces[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (next < images.length) {
        const place = next++;
        seen[place] = await seeFaces(world, engine, images[place] as FaceImage);
      }
    }),
  );
  const embeddings = await engine.embed(seen.flatMap(({ crops }) => crops));
  let at = 0;
  return images.flatMap(({ id }, place) =>
    (seen[place]?.faces ?? []).map(({ box }) => ({
      imageId: id,
      box,
      embedding: embeddings[at++] as Float32Array,
    })),
  );
}

/** Several photos tell enough; a single one is helped by faces that are surely the same. */
function isLearning({ template }: Seeker): boolean {
  return template.references.length === 1;
}

function learn(seeker: Seeker, earlier: Template = seeker.template, known: KnownFace[]): Template {
  if (!isLearning(seeker)) return seeker.template;
  const trusted = known.filter(({ imageId }) => !seeker.rejected.has(imageId));
  const alike = expand(
    seeker.template,
    trusted.map(({ embedding }) => embedding),
  ).references.slice(1);
  const before = earlier.references.slice(1).filter((reference) => !alike.includes(reference));
  return alike.length + before.length === 0
    ? seeker.template
    : expand(seeker.template, [...before, ...alike]);
}

/** In an album looked through before, by the faces that were surely theirs. */
async function learnFromEarlier(
  world: MatchWorld,
  engine: Faces,
  seekers: Seeker[],
  images: FaceImage[],
): Promise<Map<number, Template>> {
  const learning = seekers.filter(
    (seeker) => isLearning(seeker) && !seeker.isFirstLook && seeker.unseen.size > 0,
  );
  const templates = new Map<number, Template>();
  if (learning.length === 0) return templates;
  const surest = await listSurest(
    world.db,
    learning.map(({ id }) => id),
    images.map(({ id }) => id),
    LEARNING_SCORE,
  );
  for (const seeker of learning) {
    const wanted = new Set(
      surest
        .filter(({ athleteId }) => athleteId === seeker.id)
        .slice(0, MOST_LEARNED_FROM)
        .map(({ imageId }) => imageId),
    );
    const faces = await knowFaces(
      world,
      engine,
      images.filter(({ id }) => wanted.has(id)),
    );
    templates.set(seeker.id, learn(seeker, undefined, faces));
  }
  return templates;
}

async function keep(
  world: MatchWorld,
  albumId: number,
  seekers: Seeker[],
  imageIds: number[],
  known: KnownFace[],
  templates: ReadonlyMap<number, Template>,
): Promise<void> {
  const looks = seekers.flatMap((seeker) => {
    const looked = imageIds.filter((imageId) => seeker.unseen.has(imageId));
    const template = templates.get(seeker.id) ?? seeker.template;
    return looked.length === 0 ? [] : [{ seeker, looked, found: findIn(template, looked, known) }];
  });
  if (looks.length > 0) await inTransaction(world, (tx) => keepFindings(tx, albumId, looks));
}

/** A face that was learned from is no proof of itself. */
function scoreOf(template: Template, embedding: Float32Array): number {
  if (!template.references.includes(embedding)) return compare(template, embedding);
  return compare(combine(template.references.filter((reference) => reference !== embedding)), embedding);
}

/** The best face of each picture, where it is like enough. */
function findIn(template: Template, imageIds: number[], known: KnownFace[]): Finding[] {
  const wanted = new Set(imageIds);
  const best = new Map<number, Finding>();
  for (const { imageId, box, embedding } of known) {
    if (!wanted.has(imageId)) continue;
    const score = scoreOf(template, embedding);
    if (!certaintyOf(score) || score <= (best.get(imageId)?.score ?? 0)) continue;
    best.set(imageId, { imageId, score, box, isCloseUp: box.height >= CLOSE_UP_HEIGHT });
  }
  return [...best.values()];
}
