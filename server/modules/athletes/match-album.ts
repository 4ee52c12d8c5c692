import type { FaceBox } from '#engines/faces/face.ts';
import {
  certaintyOf,
  combine,
  compare,
  expand,
  LEARNING_SCORE,
  type Template,
} from '#engines/faces/matching.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { listSearchers } from '#server/modules/found-albums/searched-albums.ts';
import { type FaceImage, listFaceImages, listTurnedSince } from '#server/modules/images/image-faces.ts';
import type { Db } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/database.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import { isMatchingOn, openFaces } from './athletes.ts';
import { type CroppedFaces, getFaces } from './detect-faces.ts';
import { type Finding, listSearchable, type SearchableAthlete } from './matches.queries.ts';
import { finishSearches, saveMatches } from './save-matches.ts';
import { grantTurns, keepVerified, markStarted } from './start-search.ts';
import { readReferences } from './template-vault.ts';

type MatchContext = Context & { purchases: Purchases };

/** A small first step shows the first matches soon. */
const IMAGES_IN_FIRST_STEP = 8;
const IMAGES_PER_STEP = 20;
const MAX_LEARNED_FROM = 20;
const PARALLEL_READS = 2;
/** The smallest height of a close-up face, as a share of the picture's height. */
const CLOSE_UP_HEIGHT = 0.2;

type EmbeddedFace = { imageId: number; box: FaceBox; embedding: Float32Array };

/**
 * Searches the album for the athletes of every customer who holds it. Face embeddings are computed once for all
 * athletes and are never stored. Runs may overlap or break off: each step is saved by athlete and image, and the next
 * run continues from there.
 */
export async function matchAlbum(context: MatchContext, albumId: number, signal: AbortSignal): Promise<void> {
  const engine = await openFaces(context);
  if (!engine) return;
  const images = await listFaceImages(context.db, albumId);
  const imageIds = images.map(({ id }) => id);
  const searches = await lockBuyers(
    context,
    albumId,
    await findAlbumSearches(context, { albumId, imageIds }),
  );
  if (searches.length === 0) return;
  const needed = images.filter(({ id }) => searches.some(({ unseen }) => unseen.has(id)));
  const templates = await learnFromEarlier(context, engine, searches, images);
  const known: EmbeddedFace[] = [];
  for (const step of stepsOf(needed)) {
    signal.throwIfAborted();
    if (!(await isMatchingOn(context))) return;
    known.push(...(await embedFaces(context, engine, step)));
    for (const search of searches) templates.set(search.id, learn(search, templates.get(search.id), known));
    await save(context, albumId, searches, step, known, templates);
  }
  // References learned from later pictures may match faces in earlier ones.
  await save(context, albumId, searches.filter(isLearning), images, known, templates);
  await inTransaction(context, async (tx) =>
    finishSearches(
      { ...tx, purchases: context.purchases },
      { albumId, athletes: searches, imageIds: await leaveOutTurned(tx.db, images) },
    ),
  );
}

/** Pictures that were turned during the search stay unseen, because their faces lie elsewhere now. */
async function leaveOutTurned(db: Db, images: readonly FaceImage[]): Promise<number[]> {
  const turned = await listTurnedSince(db, images);
  return images.flatMap(({ id }) => (turned.has(id) ? [] : [id]));
}

function* stepsOf(images: FaceImage[]): Generator<FaceImage[]> {
  for (let start = 0; start < images.length; ) {
    const length = start === 0 ? IMAGES_IN_FIRST_STEP : IMAGES_PER_STEP;
    yield images.slice(start, start + length);
    start += length;
  }
}

async function embedFaces(
  context: MatchContext,
  engine: Faces,
  images: FaceImage[],
): Promise<EmbeddedFace[]> {
  const seen: CroppedFaces[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: PARALLEL_READS }, async () => {
      while (next < images.length) {
        const place = next++;
        seen[place] = await getFaces(context, engine, images[place] as FaceImage);
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

/** With a single reference photo, faces that certainly match are used as further references. */
function isLearning({ template }: AlbumSearch): boolean {
  return template.references.length === 1;
}

function learn(search: AlbumSearch, earlier: Template = search.template, known: EmbeddedFace[]): Template {
  if (!isLearning(search)) return search.template;
  const trusted = known.filter(({ imageId }) => !search.rejected.has(imageId));
  const alike = expand(
    search.template,
    trusted.map(({ embedding }) => embedding),
  ).references.slice(1);
  const before = earlier.references.slice(1).filter((reference) => !alike.includes(reference));
  return alike.length + before.length === 0
    ? search.template
    : expand(search.template, [...before, ...alike]);
}

/** Starts from the certain matches of an earlier search of the same album. */
async function learnFromEarlier(
  context: MatchContext,
  engine: Faces,
  searches: AlbumSearch[],
  images: FaceImage[],
): Promise<Map<number, Template>> {
  const learning = searches.filter(
    (search) => isLearning(search) && !search.isFirstSearch && search.unseen.size > 0,
  );
  const templates = new Map<number, Template>();
  if (learning.length === 0) return templates;
  const surest = await context.db
    .selectFrom('athleteMatches')
    .select(['athleteId', 'imageId'])
    .where('athleteId', '=', anyOf(learning.map(({ id }) => id)))
    .where('imageId', '=', anyOf(images.map(({ id }) => id)))
    .where('score', '>=', LEARNING_SCORE)
    .where((eb) => eb.or([eb('decision', 'is', null), eb('decision', '=', 'confirmed')]))
    .orderBy('score', 'desc')
    .execute();
  for (const search of learning) {
    const wanted = new Set(
      surest
        .filter(({ athleteId }) => athleteId === search.id)
        .slice(0, MAX_LEARNED_FROM)
        .map(({ imageId }) => imageId),
    );
    const faces = await embedFaces(
      context,
      engine,
      images.filter(({ id }) => wanted.has(id)),
    );
    templates.set(search.id, learn(search, undefined, faces));
  }
  return templates;
}

async function save(
  context: MatchContext,
  albumId: number,
  searches: AlbumSearch[],
  images: FaceImage[],
  known: EmbeddedFace[],
  templates: ReadonlyMap<number, Template>,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const imageIds = await leaveOutTurned(tx.db, images);
    const steps = searches.flatMap((search) => {
      const unseen = imageIds.filter((imageId) => search.unseen.has(imageId));
      const template = templates.get(search.id) ?? search.template;
      if (unseen.length === 0) return [];
      return [{ athlete: search, imageIds: unseen, found: findIn(template, unseen, known) }];
    });
    if (steps.length > 0) await saveMatches(tx, { albumId, steps });
  });
}

/** A face must not be compared with itself when it is one of the learned references. */
function scoreOf(template: Template, embedding: Float32Array): number {
  if (!template.references.includes(embedding)) return compare(template, embedding);
  return compare(combine(template.references.filter((reference) => reference !== embedding)), embedding);
}

function findIn(template: Template, imageIds: number[], known: EmbeddedFace[]): Finding[] {
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

export type AlbumSearch = SearchableAthlete & {
  template: Template;
  /** Pictures that this template has not been compared with yet. */
  unseen: Set<number>;
  /** Pictures that the customer said do not show the athlete. */
  rejected: Set<number>;
  isFirstSearch: boolean;
  /** The whole album was searched before, so that only new pictures are left. */
  wasFinished: boolean;
};

/** Includes athletes whose search of the album is already complete. */
async function findAlbumSearches(
  tx: Pick<Tx, 'db' | 'storage' | 'athleteKeys' | 'log' | 'config'> & { purchases: Purchases },
  { albumId, imageIds }: { albumId: number; imageIds: number[] },
): Promise<AlbumSearch[]> {
  const { db } = tx;
  const found = await listSearchable(db, await listSearchers(tx, albumId));
  const verified = new Set(await keepVerified(tx, [...new Set(found.map(({ userId }) => userId))]));
  const athletes = found.filter(({ userId }) => verified.has(userId));
  const athleteIds = athletes.map(({ id }) => id);
  const references = await readReferences(tx, athleteIds);
  const scans = new Map((await listScans(db, albumId, athleteIds)).map((scan) => [scan.athleteId, scan]));
  const rejections = await db
    .selectFrom('athleteMatches')
    .select(['athleteId', 'imageId'])
    .where('athleteId', '=', anyOf(athleteIds))
    .where('imageId', '=', anyOf(imageIds))
    .where('decision', '=', 'rejected')
    .execute();
  return athletes.flatMap((athlete) => {
    const known = references.get(athlete.id);
    if (!known) return [];
    const scan = scans.get(athlete.id);
    const isCurrent = scan?.templateVersion === athlete.templateVersion;
    const seen = new Set(isCurrent ? scan.scannedImages : []);
    return [
      {
        ...athlete,
        template: combine(known),
        unseen: new Set(imageIds.filter((imageId) => !seen.has(imageId))),
        rejected: new Set(
          rejections.flatMap(({ athleteId, imageId }) => (athleteId === athlete.id ? [imageId] : [])),
        ),
        isFirstSearch: !isCurrent,
        wasFinished: isCurrent && scan.finishedAt !== null,
      },
    ];
  });
}

/** Drops the searches of customers who have reached their limit of a day, except for new pictures. */
export async function lockBuyers(
  context: Context,
  albumId: number,
  searches: AlbumSearch[],
): Promise<AlbumSearch[]> {
  const granted = new Set<number>();
  for (const userId of new Set(searches.flatMap((search) => (search.wasFinished ? [] : [search.userId])))) {
    await inTransaction(context, async (tx) => {
      const turns = await grantTurns(tx, userId, [albumId]);
      if (turns.has(albumId)) granted.add(userId);
      await markStarted(tx.db, [userId], albumId, tx.clock.now());
    });
  }
  return searches.filter(({ wasFinished, userId }) => wasFinished || granted.has(userId));
}

export function listScans(db: Db, albumId: number, athleteIds: number[]) {
  return db
    .selectFrom('athleteAlbumScans')
    .select(['athleteId', 'templateVersion', 'scannedImages', 'finishedAt'])
    .where('albumId', '=', albumId)
    .where('athleteId', '=', anyOf(athleteIds))
    .execute();
}
